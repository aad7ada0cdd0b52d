"""What people see of the camera: its badge, its line, its doubts, how each place looks to it."""

from companion.kit.say import Say
from companion.service.camera_decisions import CameraMemory, hints_now
from companion.service.camera_line import camera_line
from companion.service.reading_display import device_of, lit
from companion.service.status import Device, Status
from companion.service.watch_plan import WatchPlan
from vision.protocol import CameraHealth

AWAY = Device("away", Say("sight.starting"))


class CameraDisplay:
    def __init__(self, status: Status) -> None:
        self._status = status
        self._health: CameraHealth | None = None  # as said last; None: it says nothing

    def show(self, plan: WatchPlan, memory: CameraMemory) -> None:
        sights = tuple(memory.sights.values())
        line = camera_line(plan, self._health, sights)
        self._status.show(sights=sights, hints=hints_now(plan, memory), line=line)

    def show_away(self, plan: WatchPlan) -> None:
        self._health = None
        self._status.show(camera=AWAY, line=camera_line(plan, None, ()))

    def show_health(self, plan: WatchPlan, memory: CameraMemory, health: CameraHealth) -> None:
        self._health, self._status.newest_s = health, health.newest_s
        self._status.show(
            line=camera_line(plan, health, memory.sights.values()),
            camera=device_of(health),
            states={
                order.ask: health.states.get(order.zone, "")
                for order in plan.watch.orders
                if order.ask in health.begun
            },
            light=None if health.light is None else lit(health.light),
            places=health.places,
        )
