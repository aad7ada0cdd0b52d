"""How this table is announced on the local network: only where its page can be reached from it."""

from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from companion.config import Config
from companion.discovery import Announcement, Announcer
from companion.service.addresses import ANYWHERE, own_addresses
from companion.service.telling import table_id


def table_announcer(config: Config, data: Path, served: str) -> Announcer | None:
    """`served` is the address as the server has it: one that means "everywhere" is each of our own,
    as they are at the time.
    """
    place = urlsplit(served)
    host = place.hostname or ""
    if host not in ANYWHERE and not _is_on_the_network(host):
        return None
    own = table_id(config, data)
    name, encrypted = config.mqtt.name or own, place.scheme == "https"
    announcement = Announcement(own, name, place.port or 80, encrypted, config.mqtt.broker)
    return Announcer(announcement, own_addresses if host in ANYWHERE else lambda: [host])


def _is_on_the_network(host: str) -> bool:
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return address.version == 4 and not address.is_loopback
