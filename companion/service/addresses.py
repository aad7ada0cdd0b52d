"""Where this device can be reached: plain addresses first; the name with `.local`, which fails on
many phones, last.
"""

import fcntl
import socket
import struct

SIOCGIFADDR = 0x8915
ANYWHERE = ("0.0.0.0", "::", "")


def own_addresses() -> list[str]:
    """IPv4 addresses of this device, asked of the kernel: the host's own name often only says
    127.0.1.1.
    """
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            try:
                raw = fcntl.ioctl(
                    probe.fileno(), SIOCGIFADDR, struct.pack("256s", name.encode()[:15])
                )
            except OSError:
                continue  # an interface without an address
            found.append(socket.inet_ntoa(raw[20:24]))
    return sorted((one for one in found if not one.startswith("127.")), key=_likely)


def _likely(address: str) -> tuple[bool, str]:
    """Home networks before the bridges that containers make."""
    return not address.startswith(("192.168.", "10.")), address


def reachable(address: str) -> list[str]:
    """The address as others can use it: one that means "everywhere" becomes each of our own."""
    scheme, _, rest = address.partition("://")
    host, _, port = rest.rpartition(":")
    if host.strip("[]") not in ANYWHERE:
        return [address]
    return [f"{scheme}://{one}:{port}" for one in own_addresses()] or [
        f"{scheme}://127.0.0.1:{port}"
    ]


def local_name(port: int, scheme: str = "http") -> str:
    return f"{scheme}://{socket.gethostname()}.local:{port}"


def short_address(address: str) -> tuple[str, ...]:
    """For a display of twenty letters: the product, and where it is. Nothing that only this device
    itself can reach.
    """
    host = reachable(address)[0].partition("://")[2]
    return () if host.startswith(("127.", "localhost", "[::1]")) else ("Tableside", host)
