"""A small authority for tests: its own certificate, and those it signs."""

import subprocess
from pathlib import Path

from companion.config import MqttSettings


class Authority:
    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self._folder = folder
        self.file = folder / "ca.pem"
        self._make("ca", "-x509", "-addext", "basicConstraints=critical,CA:TRUE")

    def sign(self, name: str, place: str = "") -> tuple[Path, Path]:
        """Certificate and key for that name; `place`: the address it serves at."""
        asked = ["-addext", f"subjectAltName=IP:{place}"] if place else []
        signed_by = ["-CA", str(self.file), "-CAkey", str(self._folder / "ca.key")]
        self._make(name, "-x509", *signed_by, *asked)
        return self._folder / f"{name}.pem", self._folder / f"{name}.key"

    def settings(self, broker: str, name: str) -> MqttSettings:
        """A table, or a hall, that shows the certificate of its own name."""
        certificate, key = self.sign(name)
        files = {"ca": str(self.file), "certificate": str(certificate), "key": str(key)}
        return MqttSettings(broker=broker, table=name, name=name.title(), commands=True, **files)

    def _make(self, name: str, *asked: str) -> None:
        made = ["-keyout", str(self._folder / f"{name}.key")]
        made += ["-out", str(self._folder / f"{name}.pem"), "-subj", f"/CN={name}"]
        curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        command = ["openssl", "req", *curve, "-days", "2", *asked, *made]
        subprocess.run(command, check=True, capture_output=True)
