"""The senders of this table's webhooks, one for each address in the configuration."""

from pathlib import Path

from companion.broadcast.desk import Desk
from companion.broadcast.observing import Teller
from companion.broadcast.watcher import TableWatcher
from companion.config import Config
from companion.service.status import Status
from companion.service.telling import device_states, table_id
from companion.table.table import Table
from companion.webhooks.sender import WebhookSender, note_file


def webhook_senders(
    table: Table, status: Status, config: Config, data: Path, address: str, desk: Desk
) -> list[WebhookSender]:
    own = table_id(config, data)
    teller = Teller(own, config.mqtt.name or own, config.language, address)
    return [
        WebhookSender(
            table,
            TableWatcher(table, teller, lambda: device_states(status), desk),
            settings,
            note_file(data, settings),
        )
        for settings in config.webhooks
    ]
