"""The panel in play: events in, intents out, and what to show. Holds the focus; still no port, no
clock, no table.

Whoever minds the panel gives it a `PanelScene` whenever the table changes, submits the intents and
shows `desired`.
"""

from collections import deque
from collections.abc import Iterator

from companion.kit.intents import Intent
from companion.kit.say import say
from companion.service.panel import actions, display
from firmware_bridge.config import PanelConfig
from firmware_bridge.gestures import Gesture, Gestures
from firmware_bridge.messages import Lamp, Settings
from firmware_bridge.panel import LAMPS, Desired, PanelEvent, Sound

AWAY = say("panel.away")
WISHES_KEPT = 8
COUNTED_HZ, REFUSED_HZ = 2600, 400


class PanelController:
    def __init__(self, config: PanelConfig) -> None:
        self._config = config
        self._gestures = Gestures(config)
        self._scene = actions.PanelScene()
        self._focus = actions.PanelFocus()
        self._sound = Sound()
        self.missed = ""  # the button whose press did nothing; taken away by whoever answers it
        self.wishes: deque[str] = deque(
            maxlen=WISHES_KEPT
        )  # for the camera; taken away by whoever serves it

    @property
    def focus(self) -> actions.PanelFocus:
        """Which question is in front, and how far its answer has been dialled."""
        return self._focus

    def look_at(self, scene: actions.PanelScene) -> None:
        self._scene = scene
        self._focus = actions.settled(scene, self._focus)

    def take(self, event: PanelEvent, now_s: float) -> tuple[Intent, ...]:
        return tuple(self._meant(self._gestures.take(event, now_s)))

    def tick(self, now_s: float) -> tuple[Intent, ...]:
        """To be called now and then: a long press acts while the key is still down."""
        return tuple(
            intent for gesture in self._gestures.tick(now_s) for intent in self._meant(gesture)
        )

    def _meant(self, gesture: Gesture | None) -> Iterator[Intent]:
        if gesture is None:
            return
        if gesture.turn:
            act = actions.turn(gesture.turn, self._scene, self._focus)
        else:
            act = actions.act(
                gesture.role, self._scene, self._focus, gesture.id, is_long=gesture.is_long
            )
        if act == actions.PanelAction(self._focus):
            self.missed = gesture.role or "dial"
        self._focus = act.focus
        if act.wish:
            self.wishes.append(act.wish)
        if act.intent is not None:
            yield act.intent

    def answered(self, is_accepted: bool) -> None:
        """What the table replied: a short tick, or a low double one for a refusal."""
        if self._config.sounds:
            hz, ms, beeps = (COUNTED_HZ, 30, 1) if is_accepted else (REFUSED_HZ, 90, 2)
            self._sound = Sound(self._sound.serial + 1, hz, ms, beeps)

    def desired(self, columns: int = 20, rows: int = 4) -> Desired:
        lit = actions.lamps(self._scene, self._focus)
        keys = {
            self._config.roles[role]: lamp
            for role, lamp in lit.items()
            if role in self._config.roles
        }
        return Desired(
            lamps=tuple(keys.get(key, Lamp.OFF) for key in range(LAMPS)),
            brightness=self._config.brightness,
            rows=display.lines(self._scene, self._focus, columns, rows),
            away=self._scene.speak(AWAY),
            sound=self._sound,
            settings=Settings(self._config.debounce_ms, self._config.quarters_per_detent),
        )
