"""What the page draws over the camera's picture: the pieces to grasp, and the places to drop them.
Pure.
"""

from collections.abc import Iterable
from typing import Any

from companion.kit.asks import Ask, Place, Roll, Show
from companion.service.virtual.stage import Stage, box_of, corners_of, is_counted
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
        "screens": screens_of(stage, surface.closed),
        "places": places_of(stage, surface.asks),
        "left_out": left_out(stage),
    }


def screens_of(stage: Stage, closed: tuple[str, ...]) -> list[dict[str, Any]]:
    """The mats and places that the game keeps closed now, and whose they are: the page draws a
    screen there. What lies behind is nobody's business, so nothing else is said of it.
    """
    shut = {stage.ground.place(zone): zone.partition(":")[2] for zone in closed}
    mats = {spot.mat.name: box_of(spot) for spot in stage.layout.spots}
    boxes = {name: area.box_mm for name, area in stage.layout.areas().items()} | mats
    return [
        {"place": place, "seat": seat, "corners": stage.seen(corners_of(boxes[place]))}
        for place, seat in shut.items()
        if place in boxes
    ]


def places_of(stage: Stage, asks: Iterable[Ask]) -> list[dict[str, Any]]:
    """The mats under the camera by name; those that a question looks at now are lit."""
    asked = {stage.ground.mat_of(place) for ask in asks if (place := _must(stage, ask))}
    return [
        {
            "place": spot.mat.name,
            "corners": stage.seen(corners_of(box_of(spot))),
            "lit": spot.mat.name in asked,
        }
        for spot in stage.layout.spots
    ]


def _must(stage: Stage, ask: Ask) -> str | None:
    return None if ask.optional else stage.ground.place_of(ask)


def left_out(stage: Stage) -> list[str]:
    """Mats the game needs that do not fit under the camera together."""
    laid = stage.names()
    return [mat.title for mat in stage.ground.mats if not mat.extra and mat.name not in laid]


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
