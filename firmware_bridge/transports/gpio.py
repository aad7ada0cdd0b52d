"""`gpio:`: buttons, encoder and lamps straight on the Pi's own pins, through gpiozero. The pins are
in the config.

No link here: what a contact does is known at once, so only debouncing and blinking remain, the same
as in the firmware.
"""

import queue
import random
import time
from collections.abc import Callable
from typing import Any

from gpiozero import (
    PWMLED,
    BadPinFactory,
    Device,
    DigitalInputDevice,
    GPIOZeroError,
    OutputDevice,
    RotaryEncoder,
)

from firmware_bridge.config import PanelConfig
from firmware_bridge.debounce import Debouncer
from firmware_bridge.device import is_lit
from firmware_bridge.errors import BridgeError
from firmware_bridge.messages import Kind, Lamp
from firmware_bridge.panel import Condition, Desired, PanelEvent, PanelHealth, Sound

BLINK_STEP_S = 0.03
Contact = tuple[Kind, int, int, float]


class Buzzer:
    """Beeps by switching one pin on and off; a sound is played once per serial number."""

    def __init__(self, pin: OutputDevice) -> None:
        self._pin = pin
        self._serial = Sound().serial
        self._switch_s: list[float] = []  # when it goes off, on, off ...

    def play(self, sound: Sound, now_s: float) -> None:
        """To be called again and again, with what is wanted now."""
        if sound.serial != self._serial:
            self._serial = sound.serial
            halves = range(1, 2 * sound.beeps)
            self._switch_s = [now_s + sound.ms / 1000 * half for half in halves]
        while self._switch_s and self._switch_s[0] <= now_s:
            self._switch_s.pop(0)
        is_on = len(self._switch_s) % 2 == 1
        if bool(self._pin.value) != is_on:
            self._pin.value = is_on


def _light(lamps: dict[int, PWMLED], desired: Desired, now_s: float) -> None:
    for key, led in lamps.items():
        lamp = desired.lamps[key] if key < len(desired.lamps) else Lamp.OFF
        value = desired.brightness / 255 if is_lit(lamp, now_s) else 0.0
        if led.value != value:
            led.value = value


def _advice(error: Exception) -> str:
    """No library for the pins is another matter than a pin that is taken."""
    if isinstance(error, BadPinFactory):
        return "install the system's library (sudo apt install python3-lgpio), or take serial:"
    return "is this a Pi, and is the pin free?"


class GpioPanel:
    def __init__(
        self, config: PanelConfig, factory: Any = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._config, self._clock = config, clock
        self._contacts: queue.SimpleQueue[Contact] = queue.SimpleQueue()
        self._debouncer = Debouncer(config.debounce_ms / 1000)
        self._boot, self._seq = random.getrandbits(32), 0
        self._desired = Desired()
        self._parts: list[Any] = []
        try:
            self._build(factory)
        except (GPIOZeroError, OSError) as error:
            self.close()
            raise BridgeError(
                f"the Pi's pins cannot be used ({error}): {_advice(error)}"
            ) from error

    def _build(self, factory: Any) -> None:
        pins = self._config.gpio
        self._lamps: dict[int, PWMLED] = {}
        key_of = self._config.roles
        for role in pins.keys.keys() & key_of.keys():
            self._add_button(
                key_of[role], DigitalInputDevice(pins.keys[role], pull_up=True, pin_factory=factory)
            )
        for role in pins.lamps.keys() & key_of.keys():
            self._lamps[key_of[role]] = self._own(PWMLED(pins.lamps[role], pin_factory=factory))
        if pins.encoder:
            encoder = self._own(RotaryEncoder(*pins.encoder, max_steps=0, pin_factory=factory))
            encoder.when_rotated_clockwise = lambda: self._contacts.put(
                (Kind.TURN, 0, 1, self._clock())
            )
            encoder.when_rotated_counter_clockwise = lambda: self._contacts.put(
                (Kind.TURN, 0, -1, self._clock())
            )
        self._buzzer: Buzzer | None = None
        if pins.buzzer is not None:
            self._buzzer = Buzzer(self._own(OutputDevice(pins.buzzer, pin_factory=factory)))

    def _own(self, part: Any) -> Any:
        self._parts.append(part)
        return part

    def _add_button(self, key: int, button: DigitalInputDevice) -> None:
        self._own(button)
        if button.is_active:
            self._debouncer.held.add(key)  # held when we start: not a press
        button.when_activated = lambda: self._contacts.put((Kind.PRESS, key, 0, self._clock()))
        button.when_deactivated = lambda: self._contacts.put((Kind.RELEASE, key, 0, self._clock()))

    def step(self, wait_s: float) -> tuple[PanelEvent, ...]:
        events: list[PanelEvent] = []
        contact = self._wait(wait_s)
        while contact is not None:
            events += self._take(contact)
            contact = self._wait(0)
        now_s = self._clock()
        events += self._changes(self._debouncer.tick(now_s), now_s)
        _light(self._lamps, self._desired, now_s)
        if self._buzzer is not None:
            self._buzzer.play(self._desired.sound, now_s)
        return tuple(events)

    def _wait(self, wait_s: float) -> Contact | None:
        due_s = self._debouncer.next_s()
        if due_s is not None:
            wait_s = min(wait_s, max(0.0, due_s - self._clock()))
        try:
            return (
                self._contacts.get(timeout=min(wait_s, BLINK_STEP_S))
                if wait_s > 0
                else self._contacts.get_nowait()
            )
        except queue.Empty:
            return None

    def _take(self, contact: Contact) -> list[PanelEvent]:
        kind, key, value, at_s = contact
        if kind is Kind.TURN:
            return [self._event(kind, key, value, at_s)]
        return self._changes(self._debouncer.contact(key, kind is Kind.PRESS, at_s), at_s)

    def _changes(self, changes: list[tuple[int, bool]], at_s: float) -> list[PanelEvent]:
        return [
            self._event(Kind.PRESS if is_down else Kind.RELEASE, key, 0, at_s)
            for key, is_down in changes
        ]

    def _event(self, kind: Kind, key: int, value: int, at_s: float) -> PanelEvent:
        self._seq += 1
        return PanelEvent(kind, key, value, at_s, self._boot, self._seq - 1)

    def show(self, desired: Desired) -> None:
        self._desired = desired

    def health(self) -> PanelHealth:
        is_open = bool(self._parts)
        condition = Condition.WELL if is_open else Condition.CLOSED
        return PanelHealth("gpio:", is_open, condition, firmware="pins")

    def close(self) -> None:
        while self._parts:
            self._parts.pop().close()


def open_panel(where: str, config: PanelConfig) -> GpioPanel:
    if where:
        raise BridgeError(
            "gpio: takes nothing after the colon; the pins are in [panel.gpio] of the config"
        )
    return GpioPanel(config, Device.pin_factory)
