"""Batches and what goes into them: a plugin writes only what it fills."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from wit_world.imports.effects import (
    Actor,
    Attachment,
    Batch,
    Content,
    Custom,
    Edit,
    Event,
    Event_Custom,
    Event_Edit,
    Event_Message,
    Event_Reaction,
    Event_Receipt,
    Event_Signal,
    InboundMessage,
    KvOp,
    Reaction,
    Receipt,
    Signal,
    Timer,
    VisitorFrame,
)

from . import host


def batch(
    *events: Event,
    cursor: bytes | None = None,
    store: Mapping[str, bytes | str | None] | None = None,
    timers: Mapping[str, int | None] | None = None,
    visitor: Sequence[VisitorFrame] = (),
) -> Batch:
    """A batch of these events. The host commits it as a whole, or not at all.

    ``store`` holds values by key, ``timers`` times by name; ``None`` forgets or cancels.
    """
    return Batch(
        events=list(events),
        cursor=cursor,
        kv=[
            KvOp(key, value.encode() if isinstance(value, str) else value)
            for key, value in (store or {}).items()
        ],
        timers=[Timer(name, at_ms) for name, at_ms in (timers or {}).items()],
        visitor=list(visitor),
    )


# What is no text or no time where one belongs, which providers' JSON may well bring about, raises a
# TypeError: within ``reading`` that is a permanent failure.


def _texts(**values: object) -> None:
    for name, value in values.items():
        if not isinstance(value, str):
            raise TypeError(f"{name} has to be a text")


def _texts_or_none(**values: object) -> None:
    _texts(**{name: value for name, value in values.items() if value is not None})


def _time(at_ms: object) -> int:
    if isinstance(at_ms, bool) or not isinstance(at_ms, (int, float)) or not 0 <= at_ms < 2**63:
        raise TypeError("at_ms has to be a time in milliseconds")
    return int(at_ms)


def actor(external_id: str, display_name: str | None = None, **attrs: str) -> Actor:
    """A person outside; ``attrs`` are ``email``, ``phone``, ``username``, ``language``…"""
    _texts(external_id=external_id)
    _texts_or_none(display_name=display_name)
    return Actor(external_id, display_name, [(k.replace("_", "-"), v) for k, v in attrs.items()])


def message(
    *,
    external_id: str,
    thread: str,
    channel: str,
    sender: Actor,
    at_ms: int | None = None,
    subject: str | None = None,
    text: str | None = None,
    html: str | None = None,
    reply_to: str | None = None,
    references: Sequence[str] = (),
    verified_ticket: str | None = None,
    attachments: Sequence[Attachment] = (),
    contents: Sequence[Content] = (),
    automatic: bool = False,
    extras: Mapping[str, str] | None = None,
) -> Event:
    """A message from a customer. Without ``at_ms`` it was sent now."""
    _texts(external_id=external_id, thread=thread, channel=channel)
    _texts_or_none(subject=subject, text=text, html=html, reply_to=reply_to)
    return Event_Message(
        InboundMessage(
            external_id=external_id,
            thread=thread,
            channel=channel,
            from_=sender,
            at_ms=host.now_ms() if at_ms is None else _time(at_ms),
            subject=subject,
            text=text,
            html=html,
            reply_to=reply_to,
            references=list(references),
            verified_ticket=verified_ticket,
            attachments=list(attachments),
            contents=list(contents),
            automatic=automatic,
            extras=list((extras or {}).items()),
        )
    )


def receipt(external_id: str, status: str, at_ms: int, code: str | None = None) -> Event:
    """A message of ours has moved on: ``sent``, ``delivered``, ``read`` or ``failed``."""
    _texts(external_id=external_id, status=status)
    _texts_or_none(code=code)
    return Event_Receipt(Receipt(external_id, status, _time(at_ms), code))


def edit(
    external_id: str, thread: str, at_ms: int, *, text: str | None = None, deleted: bool = False
) -> Event:
    """A customer changed or withdrew a message."""
    _texts(external_id=external_id, thread=thread)
    _texts_or_none(text=text)
    return Event_Edit(Edit(external_id, thread, text, deleted, _time(at_ms)))


def signal(thread: str, kind: str) -> Event:
    """A customer is ``typing``, ``stopped``, or has ``read``."""
    _texts(thread=thread, kind=kind)
    return Event_Signal(Signal(thread, kind))


def reaction(external_id: str, thread: str, sender: Actor, emoji: str | None, at_ms: int) -> Event:
    """A customer put an emoji on a message; ``None`` took it away."""
    _texts(external_id=external_id, thread=thread)
    _texts_or_none(emoji=emoji)
    return Event_Reaction(Reaction(external_id, thread, sender, emoji, _time(at_ms)))


def custom(kind: str, payload: Any) -> Event:
    """An event of the plugin's own kind; the payload is kept as JSON."""
    return Event_Custom(Custom(kind, json.dumps(payload).encode()))


def consent(
    thread: str,
    contact: str,
    state: str,
    *,
    topic: str = "marketing",
    at_ms: int | None = None,
    text: str | None = None,
) -> Event:
    """A person no longer wants to be written to (``withdrawn``), or wants to again (``given``).

    ``contact`` is the provider's id of the person, ``topic`` is ``marketing`` or ``all``, ``text`` a
    sentence for agents.
    """
    _texts(thread=thread, contact=contact, state=state, topic=topic)
    _texts_or_none(text=text)
    told = {"thread": thread, "contact": contact, "topic": topic, "state": state}
    more = {"at_ms": None if at_ms is None else _time(at_ms), "text": text}
    return custom("consent", told | {name: one for name, one in more.items() if one is not None})


def receipt_reason(
    external_id: str,
    status: str = "failed",
    *,
    code: str | None = None,
    message: str | None = None,
    provider: str | None = None,
) -> Event:
    """Why a message moved on, in more words than a receipt has; it goes beside the receipt."""
    _texts(external_id=external_id, status=status)
    more = {"code": code, "message": message, "provider": provider}
    _texts_or_none(**more)
    told = {"external_id": external_id, "status": status}
    return custom("receipt", told | {name: one for name, one in more.items() if one is not None})


def by_business(author: str | None = None) -> dict[str, str]:
    """``extras`` of a message that the business wrote itself, in the provider's own app or by
    another program. Thread and sender stay the customer's."""
    name = (author or "").strip()
    return {"authored-by": "business"} | ({"author-name": name} if name else {})


def replacing(earlier: str) -> dict[str, str]:
    """``extras`` of a message that takes the place of an earlier one, with its files. It needs an id
    of its own, for example the earlier one with ``#`` and the time of the change."""
    return {"replaces": earlier}
