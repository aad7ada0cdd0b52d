"""A table is announced only where its page can be reached."""

from pathlib import Path

import pytest

from companion.config import Config
from companion.service.announcing import table_announcer


@pytest.mark.parametrize("served", ["http://127.0.0.1:8137", "http://[::1]:8137", "http://x:1"])
def test_a_table_for_this_device_alone_is_not_announced(served: str, tmp_path: Path) -> None:
    assert table_announcer(Config(), tmp_path, served) is None


def test_a_table_for_everybody_is_announced_with_its_page(tmp_path: Path) -> None:
    announcer = table_announcer(Config(), tmp_path, "https://192.168.1.9:8137")
    assert announcer is not None
    found = announcer._announcement.info(announcer._addresses())
    assert found.parsed_addresses() == ["192.168.1.9"]
    assert (found.port, found.properties[b"scheme"]) == (8137, b"https")
    assert table_announcer(Config(), tmp_path, "http://0.0.0.0:8137") is not None
