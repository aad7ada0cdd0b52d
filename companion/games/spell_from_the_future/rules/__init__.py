"""The rulebook of Spell from the Future, a module a chapter; each names the steps it plays."""
