"""Is the service up and well? Asked over HTTP, as a tablet would; and the rehearsal of a new
version on a copy.
"""

import json
import os
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

from companion.config import Config
from companion.errors import SetupError
from companion.service.backup import JOURNAL, back_up, restore

ASK_AGAIN_S = 0.3


def ask(address: str, path: str, timeout_s: float = 5.0) -> Any:
    """A reply as JSON. Only ever this device: its own certificate, made here, is taken as it is."""
    trust = ssl.create_default_context()
    trust.check_hostname, trust.verify_mode = False, ssl.CERT_NONE
    with urllib.request.urlopen(address + path, timeout=timeout_s, context=trust) as reply:
        return json.load(reply)


def is_up(config: Config, wait_s: float) -> dict[str, Any]:
    """What the running service says of itself, as soon as it is well; SetupError when it is not in
    time.
    """
    address = f"{'https' if config.tls else 'http'}://127.0.0.1:{config.port}"
    ends_s, said = time.monotonic() + wait_s, "nobody answers"
    while True:
        try:
            found: dict[str, Any] = ask(address, "/api/health")
            if found["well"]:
                return found
            said = f"no sign of life from {', '.join(found['stuck'])}"
        except (OSError, ValueError, KeyError) as error:
            said = f"nobody answers at {address} ({error})"
        if time.monotonic() >= ends_s:
            raise SetupError(f"The service is not well: {said}. See: journalctl -u tableside")
        time.sleep(ASK_AGAIN_S)


def rehearse(data: Path, wait_s: float = 60.0) -> dict[str, Any]:
    """This version, started beside the running one on a copy of its data: does it come up, and has
    it every line?
    """
    with tempfile.TemporaryDirectory(prefix="tableside-") as folder:
        copy = Path(folder) / "data"
        copy.mkdir()
        if (data / JOURNAL).is_file():
            back_up(data, Path(folder) / "copy.zip")
            restore(Path(folder) / "copy.zip", copy)
        (copy / "config.toml").unlink(
            missing_ok=True
        )  # the camera and the panel belong to the one that runs
        return _tried(copy, wait_s)


def _tried(copy: Path, wait_s: float) -> dict[str, Any]:
    command = [sys.executable, "-m", "companion", "serve", "--port", "0", "--data", str(copy)]
    alone = {name: value for name, value in os.environ.items() if name != "NOTIFY_SOCKET"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=alone
    ) as service:
        assert service.stdout is not None
        assert service.stderr is not None
        try:
            address = service.stdout.readline().strip()
            if not address.startswith("http"):
                service.terminate()
                raise SetupError(
                    f"This version does not start: {service.stderr.read().strip()[-500:]}"
                )
            found: dict[str, Any] = ask(address, "/api/health", wait_s)
            found["table"] = ask(address, "/api/table", wait_s)["seq"]
        finally:
            service.terminate()
    return found
