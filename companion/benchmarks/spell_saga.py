"""Spell Saga read anew: luck and every claimable bonus of a full play area, in processor time."""

import time
from pathlib import Path
from typing import Any

from companion.games.spell_saga import GAME
from companion.games.spell_saga.rules.claims import claim, sources
from companion.games.spell_saga.rules.reading import (
    luck_of,
    luck_status,
    places_status,
    story_status,
)
from companion.games.spell_saga.state import State
from companion.games.spell_saga.views.lines import bonuses
from companion.kit.position import arranged
from companion.kit.seats import Seat
from companion.packs import checked, merged, shipped

HELP = "luck and all claimable bonuses of a full Spell Saga table, milliseconds"
ROUNDS = 200
LISTS = ("VR", "RB", "BVRYG", "GYRVB", "RG", "YYR", "**B", "VGR")


def full_table() -> State:
    """Five stacks of five, two heroes with full hands of items, ten story cards, attachments, a
    large hand.
    """
    extra = [
        {
            "id": f"z{n}",
            "type": "place",
            "cost": 1,
            "glyph": "SP",
            "harmonics": "BVRYG"[n % 5] + "GBVRY"[n % 5],
        }
        for n in range(60)
    ]
    pack = checked(
        GAME, merged(shipped(GAME, "demo"), {"deck_size": 200, "cards": extra}), "benchmark"
    )
    position: dict[str, Any] = {
        "step": "T8",
        "started": True,
        "places": [[f"z{spot * 5 + depth}" for depth in range(5)] for spot in range(5)],
        "token": "z0",
        "attached": {"PL0": [], "z0": ["z30", "z31", "FO1", "FO4"], "z5": ["z32"], "z30": ["FO2"]},
        "story": ["ST0", "ST1", "ST2", "ST3", "ST4", *(f"z{n}" for n in range(25, 30))],
        "hand": [f"z{n}" for n in range(33, 45)],
        "heroes": [
            {"card": "HE0",
             "items": [{"card": "IT8"}, {"card": "IT2", "songs": ["SO1"]}, {"card": "IT7"}],
             "luck_stack": ["EN1", "EN2"], "action": "EN3"},
            {"card": "HE1", "items": [{"card": "IT1"}, {"card": "IT3", "face": "down"}],
             "luck_stack": ["EN4"], "action": "EN5"},
        ],
    }  # fmt: skip
    state: State = arranged(GAME, {}, (Seat("blue", colour="blue"),), pack, position)
    return state


def read_anew(state: State) -> None:
    for lane in range(len(state.heroes)):
        luck_of(state, lane)
    story_status(state)
    places_status(state)
    luck_status(state)
    among = sources(state)
    for cost in LISTS:
        claim(state, cost, among)
    tuple(bonuses(state))


def run(shared: Path | None) -> dict[str, Any]:
    del shared  # needs nothing but itself
    state = full_table()
    times: list[float] = []
    for _ in range(ROUNDS):
        begun = time.thread_time()
        read_anew(state)
        times.append((time.thread_time() - begun) * 1000)
    times.sort()
    return {
        "luck_and_bonuses_ms_median": round(times[ROUNDS // 2], 3),
        "luck_and_bonuses_ms_p95": round(times[int(ROUNDS * 0.95)], 3),
        "limit_ms": 2.0,
    }
