"""Starts whatever tells others of this table: a broker, webhooks, the local network. Each is off
until it is configured, and only a table that uses it pays for its libraries.
"""

from pathlib import Path

from companion.config import Config
from companion.records.records import Records
from companion.service.addresses import reachable
from companion.service.status import Status
from companion.service.supervisor import Supervisor
from companion.service.telling import make_desk
from companion.table.table import Table


def tell_others(
    supervisor: Supervisor,
    records: Records,
    table: Table,
    status: Status,
    config: Config,
    data: Path,
    served: str,
) -> None:
    """`served` is the address as the server has it."""
    address = reachable(served)[0]
    desk = make_desk(table, status)
    if config.mqtt.broker or config.webhooks:
        status.judge = desk.call_judge
    told = (table, status, config, data, address)
    if config.mqtt.broker:
        from companion.service.broker import table_publisher

        supervisor.start("mqtt", table_publisher(*told, records, desk).run)
    if config.webhooks:
        from companion.service.webhooks import webhook_senders

        for at, sender in enumerate(webhook_senders(*told, desk), 1):
            supervisor.start(f"webhook {at}", sender.run)
    if config.announce:
        from companion.service.announcing import table_announcer

        announcer = table_announcer(config, data, served)
        if announcer is not None:
            supervisor.start("announcing", announcer.run)
