"""What the panel should show and what it is known to show. Decides which messages close the gap."""

from collections.abc import Iterator

from firmware_bridge.messages import (
    AWAY_ROW,
    Hello,
    Lamp,
    Message,
    PlaySound,
    ShowLamps,
    ShowRow,
    State,
    checksum,
)
from firmware_bridge.panel import Desired
from firmware_bridge.text import to_display

AGAIN_S = 0.3  # longer than a state frame takes: what was just sent is given time to be echoed
AWAY_AGAIN_S = (
    10.0  # the line for lonely times is not echoed, so it is simply sent again now and then
)
MOST_COLUMNS, MOST_ROWS, MOST_LAMPS = (
    40,
    8,
    32,
)  # a panel may claim anything; a message must fit into a frame
SETTINGS, LAMPS, SOUND, AWAY = "settings", "lamps", "sound", "away"


class Outputs:
    def __init__(self) -> None:
        self._desired = Desired()
        self._columns, self._rows, self._lamps = 20, 4, 16
        self._sound = PlaySound(0)
        self._sent: dict[str, tuple[Message, float]] = {}

    def want(self, desired: Desired) -> None:
        sound = desired.sound
        if sound.serial != self._desired.sound.serial:
            self._sound = PlaySound((self._sound.id + 1) % 256, sound.hz, sound.ms, sound.beeps)
        self._desired = desired

    def forget(self, hello: Hello) -> None:
        """A panel that says hello shows nothing yet. A sound asked for while it was away is not
        played late.
        """
        self._columns, self._rows = min(hello.columns, MOST_COLUMNS), min(hello.rows, MOST_ROWS)
        self._lamps = min(hello.lamps, MOST_LAMPS)
        self._sound = PlaySound(self._sound.id)
        self._sent.clear()

    def compare(self, state: State, now_s: float) -> None:
        for name, (message, sent_s) in list(self._sent.items()):
            again_s = AWAY_AGAIN_S if name == AWAY else AGAIN_S
            if now_s - sent_s >= again_s and not _has_arrived(name, message, state):
                del self._sent[name]

    def due(self, now_s: float) -> list[Message]:
        due = []
        for name, message in self._wanted():
            if name not in self._sent or self._sent[name][0] != message:
                self._sent[name] = (message, now_s)
                due.append(message)
        return due

    def _wanted(self) -> Iterator[tuple[str, Message]]:
        desired = self._desired
        lamps = (*desired.lamps, *(Lamp.OFF,) * self._lamps)[: self._lamps]
        yield LAMPS, ShowLamps(desired.brightness, lamps)
        yield SOUND, self._sound
        yield SETTINGS, desired.settings
        for row in range(self._rows):
            text = desired.rows[row] if row < len(desired.rows) else ""
            yield f"row {row}", ShowRow(row, to_display(text, self._columns))
        if self._rows:
            yield AWAY, ShowRow(AWAY_ROW, to_display(desired.away, self._columns))


def _has_arrived(name: str, message: Message, state: State) -> bool:
    match message:
        case PlaySound():
            return message.id == state.sound_id
        case ShowLamps():
            return checksum(message) == state.lamps_crc
        case ShowRow() if name != AWAY:
            return (
                message.row < len(state.row_crcs)
                and checksum(message) == state.row_crcs[message.row]
            )
        case ShowRow():
            return False
        case _:
            return checksum(message) == state.settings_crc
