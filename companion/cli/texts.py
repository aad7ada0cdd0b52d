"""`companion texts check [LANGUAGE]`: how complete a language is, and what it still lacks."""

import argparse
import string

from companion.errors import SetupError
from companion.languages import LANGUAGES, SOURCE
from companion.texts import folders
from companion.texts.catalogues import Catalogue, read_catalogue
from web.guide_pages import own_pages

HELP = "how complete a language is"
MOST_NAMED = 12


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("check",))
    parser.add_argument("language", nargs="?", metavar="LANGUAGE", help="default: all of them")


def run(args: argparse.Namespace) -> int:
    chosen = (args.language,) if args.language else LANGUAGES[1:]
    for language in chosen:
        if language not in LANGUAGES:
            raise SetupError(
                f"There is no language {language!r} yet: begin with companion/texts/{language}.po. "
                f"There are: {', '.join(LANGUAGES)}."
            )
    return max([_check(language) for language in chosen], default=0)


def _check(language: str) -> int:
    """Prints a line for each folder that lacks something, and the whole at the end."""
    wanted = done = 0
    for owner, folder in sorted(folders().items()):
        source, there = read_catalogue(folder, SOURCE), read_catalogue(folder, language)
        lacking = [key for key in source.texts if not _fits(source, there, key)]
        too_much = [key for key in there.texts if key not in source.texts]
        wanted, done = wanted + len(source.texts), done + len(source.texts) - len(lacking)
        _name(f"{language} {owner}", "lacks", lacking)
        _name(f"{language} {owner}", "has too much", too_much)
    pages = {page.name for page in own_pages(SOURCE)}
    lacking = sorted(pages - {page.name for page in own_pages(language)})
    _name(f"{language} guide", "lacks", lacking)
    wanted, done = wanted + len(pages), done + len(pages) - len(lacking)
    print(f"{language}: {done} of {wanted}, {100 * done / max(wanted, 1):.1f} %")
    return int(done < wanted)


def _fits(source: Catalogue, there: Catalogue, key: str) -> bool:
    """A text is there and has the same gaps to fill. Of several forms the last is held to that: one
    for a single thing may say "a card" instead of a number.
    """
    text = there.texts.get(key)
    return text is not None and _gaps(source.texts[key]) == _gaps(text)


def _gaps(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def _name(where: str, what: str, keys: list[str]) -> None:
    if keys:
        more = f" and {len(keys) - MOST_NAMED} more" if len(keys) > MOST_NAMED else ""
        print(f"{where} {what}: {', '.join(keys[:MOST_NAMED])}{more}")
