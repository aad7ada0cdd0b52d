"""The HTTP face as a page to read, beside the user's guide and without the internet: made of the
same description that programs get, so it cannot be out of date.
"""

import json
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from companion.kit.say import say
from companion.texts import sentence
from web.guide_pages import GuidePage

NAME = "api"


def api_page(description: dict[str, Any], language: str) -> GuidePage:
    title = sentence(say("web.help.api"), language, {})
    about = sentence(say("web.help.api_about"), language, {})
    lines = [f"# {title}", "", about, *_groups(description["paths"]), *_forms(description)]
    return GuidePage(NAME, title, "\n".join(lines))


def _groups(paths: dict[str, Any]) -> Iterator[str]:
    """By the first word after /api, in the order of the alphabet."""
    for word, group in groupby(sorted(paths), key=lambda path: path.split("/")[2]):
        yield from ("", f"## {word}")
        for path in group:
            for method, operation in paths[path].items():
                yield from _operation(f"{method.upper()} {path}", operation)


def _operation(name: str, operation: dict[str, Any]) -> Iterator[str]:
    yield from ("", f"### {name}", "")
    yield f"{operation['summary']}. Role: **{operation['x-role']}**."
    if operation["parameters"]:
        yield from ("", "| parameter | in | meaning |", "|---|---|---|")
        yield from (_parameter(one) for one in operation["parameters"])
    if body := operation.get("requestBody"):
        content = next(iter(body["content"].values()))
        yield from ("", *_code(content["schema"]))
    answers = operation["responses"].items()
    yield from ("", *(f"- {code}: {answer['description'] or 'done'}" for code, answer in answers))


def _parameter(parameter: dict[str, Any]) -> str:
    schema = parameter["schema"]
    one_of = ", ".join(str(one) for one in schema.get("enum", ())) or schema["type"]
    meaning = parameter.get("description", "")
    return f"| `{parameter['name']}` | {parameter['in']} | {meaning} ({one_of}) |"


def _forms(description: dict[str, Any]) -> Iterator[str]:
    yield from ("", "## components/schemas")
    for name, schema in description["components"]["schemas"].items():
        yield from ("", f"### {name}", "", *_code(schema))


def _code(schema: Any) -> Iterator[str]:
    """As JSON, set in as code is."""
    written = json.dumps(schema, indent=2, ensure_ascii=False)
    return (f"    {line}" for line in written.split("\n"))
