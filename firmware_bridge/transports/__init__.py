"""Ways to a panel, one module per scheme of its URL: `serial:`, `gpio:`, `script:`. A new one is
one more file here.
"""

import importlib
import pkgutil

from firmware_bridge.config import PanelConfig
from firmware_bridge.errors import BridgeError
from firmware_bridge.panel import Panel


def schemes() -> list[str]:
    return sorted(module.name for module in pkgutil.iter_modules(__path__))


def open_panel(url: str, config: PanelConfig | None = None) -> Panel:
    """Ready to `step`. A panel that is not there yet is no error: it will be waited for."""
    scheme, colon, where = url.partition(":")
    if not colon or scheme not in schemes():
        known = ", ".join(f"{scheme}:" for scheme in schemes())
        raise BridgeError(
            f"no panel {url!r}: the address begins with one of {known}; try serial:auto"
        )
    panel: Panel = importlib.import_module(f"{__name__}.{scheme}").open_panel(
        where, config or PanelConfig()
    )
    return panel
