"""The provider's JSON and what it means: pure, so that fixtures test it."""

from typing import Any

from patchbay_plugin import Err, actor, auth_expired, message, permanent, rate_limited, retryable
from wit_world.imports.effects import Event
from wit_world.imports.types import Failure


def event(incoming: dict[str, Any]) -> Event:
    """One webhook request."""
    sender = incoming["sender"]
    return message(
        external_id=incoming["id"],
        thread=incoming["conversation"],
        channel="{{channel}}",
        sender=actor(sender["id"], sender.get("name")),
        at_ms=incoming["sent_at_ms"],
        text=incoming.get("text"),
    )


def refusal(status: int, said: str) -> Err[Failure]:
    """What a refused request means. The host acts on the case."""
    code = "{{id}}." + str(status)
    if status in (401, 403):
        return auth_expired(code, "The API token was refused.", said)
    if status == 429:
        return rate_limited(code, "The provider asked for fewer requests.", said)
    if status >= 500:
        return retryable(code, "The provider has trouble.", said)
    return permanent(code, "The provider refused the message.", said)
