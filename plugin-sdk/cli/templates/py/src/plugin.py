"""Connects {{type}} to the desk."""

from dataclasses import dataclass

import wire
from patchbay_plugin import batch, config, http, implement, outcome_unknown, reading, validation
from wit_world import exports
from wit_world.exports.outbound import Sent
from wit_world.exports.settings import Validation
from wit_world.exports.webhook import Reply, Request
from wit_world.imports.effects import Batch
from wit_world.imports.outgoing import Message
from wit_world.imports.types import Account


@dataclass
class Entered:
    """What the admin entered."""

    base_url: str = "https://api.example.com"


@implement
class Settings(exports.Settings):
    """Checks what the admin entered."""

    def check(self, acc: Account) -> Validation:
        entered = config(acc, Entered)
        answer = http.ask(f"{entered.base_url}/v1/me", credentials=["api"])
        if not answer.ok:
            raise answer.refusal("{{id}}")
        return validation(reading(answer.content(), wire.name))

    def connect(self, acc: Account, webhook_url: str) -> None:
        pass


@implement
class Webhook(exports.Webhook):
    """The provider calls us."""

    def handle(self, acc: Account, req: Request) -> tuple[Reply | None, Batch]:
        return None, batch(*reading(req.body, wire.events))


@implement
class Outbound(exports.Outbound):
    """Sends what an agent wrote."""

    def send(self, acc: Account, msg: Message) -> Sent:
        entered = config(acc, Entered)
        answer = http.send(
            f"{entered.base_url}/v1/messages",
            json={"key": msg.op_id, "conversation": msg.thread, "text": msg.text},
            credentials=["api"],
        )
        if not answer.ok:
            raise answer.refusal("{{id}}")
        accepted = wire.accepted(answer.json())
        if accepted is None:
            # The provider said yes: sending again could double it.
            raise outcome_unknown("{{id}}.answer", "The answer names no message.")
        return Sent(external_ids=[accepted], status="sent", batch=batch())
