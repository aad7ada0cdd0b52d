"""Networks of our own: a bridge and three places, each in its namespace, whose cables can be
pulled. Nothing of the machine's own network is touched.
"""

import os
import subprocess
import sys

INSIDE = "TABLESIDE_OWN_NETWORK"
PLACES = {"tables": "10.77.0.2", "hall": "10.77.0.3", "broker": "10.77.0.4"}


def enter() -> None:
    """Starts this program again in a network of its own, where it is root."""
    if INSIDE in os.environ:
        return
    os.environ[INSIDE] = "1"
    asked = ["unshare", "--net", "--mount", *(["--map-root-user"] if os.getuid() else [])]
    os.execvp("unshare", [*asked, "--", sys.executable, *sys.orig_argv[1:]])


def build() -> None:
    ip("link", "set", "lo", "up")
    ip("link", "add", "middle", "type", "bridge")
    ip("addr", "add", "10.77.0.1/24", "dev", "middle")
    ip("link", "set", "middle", "up")
    subprocess.run(["mount", "-t", "tmpfs", "none", "/run"], check=True)
    for name, address in PLACES.items():
        ip("netns", "add", name)
        ip("link", "add", name, "type", "veth", "peer", "name", "eth0", "netns", name)
        ip("link", "set", name, "master", "middle", "up")
        ip("-n", name, "addr", "add", f"{address}/24", "dev", "eth0")
        ip("-n", name, "link", "set", "eth0", "up")
        ip("-n", name, "link", "set", "lo", "up")


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True)


def inside(name: str) -> list[str]:
    """What to put before a command that runs there."""
    return ["ip", "netns", "exec", name]


def cut(name: str) -> None:
    ip("link", "set", name, "down")


def mend(name: str) -> None:
    ip("link", "set", name, "up")
