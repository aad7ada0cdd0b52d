"""One folder per game: pure rules, packs, texts, examples. Games import the kit and nothing else of ours."""
