"""Events reach a real receiver, in order, signed, once each; whatever it answers meanwhile."""

import base64
import hashlib
import hmac
import threading
import typing
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import msgspec
import pytest

from companion.broadcast.messages import TableEvent
from companion.broadcast.observing import Teller
from companion.broadcast.watcher import TableWatcher
from companion.config import EVENTS, Config, MqttSettings, WebhookSettings
from companion.webhooks import sender as sending
from companion.webhooks.sender import WebhookSender, kind_of, note_file
from companion.webhooks.signing import headers, key_of
from tests.mqtt.conftest import until
from tests.mqtt.test_publishing import TABLE, Told

SECRET = "a secret of the owner's"


class Receiver(ThreadingHTTPServer):
    """Keeps what it took; `answers` are given first, then 204."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Taking)
        self.answers: list[int] = []
        self.tried: list[tuple[dict[str, str], bytes]] = []
        self.taken: list[TableEvent] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/hook?of=table"


class Taking(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.tried.append(({k.lower(): v for k, v in self.headers.items()}, body))
        status = self.server.answers.pop(0) if self.server.answers else 204
        if status == 204:
            self.server.taken.append(msgspec.json.decode(body, type=TableEvent))
        self.send_response(status)
        self.send_header("Location", "http://127.0.0.1:1/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None: ...


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    made = Receiver()
    thread = threading.Thread(target=made.serve_forever)
    thread.start()
    yield made
    made.shutdown()
    thread.join()
    made.server_close()


class Hooked:
    """A table with one webhook, looked at by hand; its clock goes on ten seconds a look."""

    def __init__(self, folder: Path, settings: WebhookSettings) -> None:
        self.told = Told(folder, MqttSettings(table=TABLE))
        teller = Teller(TABLE, "Window", "en")
        table = self.told.table
        watcher = TableWatcher(table, teller, lambda: self.told.devices, self.told.desk)
        self.sender = WebhookSender(table, watcher, settings, note_file(folder, settings))
        self.clock_s = 0.0

    def look(self) -> None:
        self.clock_s += 10
        self.sender.look(1_700_000_000 + self.clock_s, self.clock_s)

    def deliver(self, receiver: Receiver, count: int) -> None:
        def all_there() -> bool:
            self.look()
            return len(receiver.taken) >= count and self.sender._post is None

        until(all_there, f"{count} events are taken")

    def stop(self) -> None:
        self.sender._note.write()
        self.told.table.stop()


@pytest.fixture
def settings(receiver: Receiver) -> WebhookSettings:
    return WebhookSettings(receiver.url, SECRET)


@pytest.fixture
def hooked(tmp_path: Path, settings: WebhookSettings) -> Iterator[Hooked]:
    made = Hooked(tmp_path / "table", settings)
    made.look()
    yield made
    made.stop()


def test_every_event_is_signed_with_its_id_and_time(hooked: Hooked, receiver: Receiver) -> None:
    hooked.told.begin("runika", 2)
    hooked.deliver(receiver, 2)
    for given, body in receiver.tried:
        signed = f"{given['webhook-id']}.{given['webhook-timestamp']}.".encode() + body
        digest = base64.b64encode(hmac.digest(SECRET.encode(), signed, hashlib.sha256)).decode()
        assert given["webhook-signature"] == f"v1,{digest}"
        assert given["webhook-id"] == msgspec.json.decode(body)["id"]


def test_a_receiver_that_fails_gets_all_of_it_later_in_order(
    hooked: Hooked, receiver: Receiver
) -> None:
    receiver.answers = [503, 302, 429, 500]
    hooked.told.begin("runika", 2)
    hooked.told.answer_unseen(12)
    hooked.deliver(receiver, 12)
    tried = [given["webhook-id"] for given, _ in receiver.tried]
    assert tried[:5] == [tried[0]] * 5
    names = [one.id for one in receiver.taken]
    assert names == list(dict.fromkeys(tried))


def test_what_is_refused_holds_nothing_up_and_who_wants_no_more_is_left_alone(
    hooked: Hooked, receiver: Receiver
) -> None:
    receiver.answers = [400]
    hooked.told.begin("runika", 2)
    hooked.deliver(receiver, 1)
    assert hooked.sender.dropped == 1
    receiver.answers = [410]
    hooked.told.answer_unseen(3)

    def over() -> bool:
        hooked.look()
        return hooked.sender.is_over

    until(over, "it is over")


def test_events_of_before_a_crash_are_posted_after_it(
    tmp_path: Path, settings: WebhookSettings, receiver: Receiver
) -> None:
    first = Hooked(tmp_path / "table", settings)
    first.look()
    first.told.begin("runika", 2)
    first.told.answer_unseen(5)
    first.deliver(receiver, 6)
    first.look()
    first.sender._note.write()
    known = len(receiver.taken)
    first.told.answer_unseen(9)  # nobody has looked when the power goes
    first.told.table.stop()
    again = Hooked(tmp_path / "table", settings)
    again.deliver(receiver, known + 9)
    names = [one.id for one in receiver.taken]
    assert len(names) == len(set(names))
    assert again.told.table.last_seq == max(int(n.split(".")[2]) for n in names[-3:])
    again.stop()


def test_only_the_events_asked_for_are_sent(tmp_path: Path, receiver: Receiver) -> None:
    hooked = Hooked(tmp_path / "table", WebhookSettings(receiver.url, SECRET, ("begun",)))
    hooked.look()
    hooked.told.begin("runika", 2)
    hooked.told.answer_unseen(20)
    hooked.deliver(receiver, 1)
    assert [kind_of(one) for one in receiver.taken] == ["begun"]
    hooked.stop()


def test_while_nobody_is_there_events_are_kept_to_a_limit_and_counted(
    hooked: Hooked, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sending, "MOST_EVENTS", 4)
    receiver.answers = [503] * 500
    hooked.told.begin("runika", 2)
    hooked.told.answer_unseen(10)
    hooked.look()
    assert len(hooked.sender._waiting) <= 4
    assert hooked.sender.dropped > 5


def test_a_secret_may_be_given_as_other_senders_give_it() -> None:
    assert key_of("whsec_" + base64.b64encode(b"key").decode()) == b"key"
    assert key_of("whsec_?") == b"whsec_?"
    # The example of the standard itself.
    secret = "whsec_plJ3nmyCDGBKInavdOK15jsl"
    body = b'{"event_type":"ping","data":{"success":true}}'
    made = headers(secret, "msg_loFOjxBNrRLzqYUf", 1731705121, body)
    assert made["webhook-signature"] == "v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0="


def test_the_names_of_events_are_those_that_are_told() -> None:
    told = {one.__struct_config__.tag for one in typing.get_args(TableEvent)}
    assert set(EVENTS) == told


@pytest.mark.parametrize(
    "wrong",
    [
        {"url": "ftp://a/b", "secret": SECRET},
        {"url": "https://user@a/b", "secret": SECRET},
        {"url": "https://a/b", "secret": "short"},
        {"url": "https://a/b", "secret": SECRET, "events": ["rolls"]},
    ],
)
def test_a_wrong_setting_is_named(wrong: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"webhooks|event"):
        msgspec.convert({"webhooks": [wrong]}, Config)
