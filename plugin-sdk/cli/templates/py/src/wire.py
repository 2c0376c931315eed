"""The provider's JSON and what it means: pure, so that fixtures test it."""

from typing import Any

from patchbay_plugin import actor, message
from wit_world.imports.effects import Event


def events(incoming: dict[str, Any]) -> list[Event]:
    """What a webhook request means. Kinds that nobody asked for make no event: providers add them
    without telling."""
    if incoming.get("kind") != "message":
        return []
    sender, said = incoming["sender"], incoming["message"]
    return [
        message(
            external_id=said["id"],
            thread=incoming["conversation"],
            channel="{{channel}}",
            sender=actor(sender["id"], sender.get("name")),
            at_ms=incoming["sent_at_ms"],
            text=said["text"],
        )
    ]


def accepted(answer: Any) -> str | None:
    """The provider's id of a sent message, when its answer has one."""
    found = answer.get("id") if isinstance(answer, dict) else None
    return found if isinstance(found, str) else None


def name(answer: dict[str, Any]) -> str | None:
    """How the account names itself."""
    return answer.get("name")
