"""What the page draws over the camera's picture: the pieces to grasp, and the places to drop them.
Pure.
"""

from collections.abc import Iterable
from typing import Any

from companion.kit.asks import Ask, Place, Roll, Show
from companion.service.virtual.stage import Stage, corners_of, is_counted
from companion.service.virtual.surface import Surface
from companion.service.virtual.taught import is_sheet
from vision.virtual.pieces import VirtualPiece


def scene_of(surface: Surface) -> dict[str, Any]:
    stage, pieces = surface.stage, surface.pieces.values()
    if stage is None:
        return {}
    return {
        "pieces": [
            {
                "id": one.id,
                "kind": one.kind,
                "look": one.look,
                "title": one.title,
                "corners": stage.outline(one),
            }
            for one in pieces
        ],
        "targets": [found for ask in surface.asks if (found := _target(stage, ask, pieces))],
        "hidden": stage.is_hidden(surface.closed),
    }


def _target(stage: Stage, ask: Ask, pieces: Iterable[VirtualPiece]) -> dict[str, Any] | None:
    """Where an ask is answered by laying something; for people to see where to drop it."""
    if not (isinstance(ask, Place | Show | Roll) or is_counted(ask)) or stage.area(ask) is None:
        return None
    cells = stage.cells(ask, pieces)
    needs = isinstance(ask, Place) and is_sheet(ask) and not cells
    return {
        "ask": ask.id,
        "sheet": ask.sheet if needs and isinstance(ask, Place) else None,
        "cells": [
            {"id": name, "corners": stage.seen(corners_of(cell))} for name, cell in cells.items()
        ],
    }
