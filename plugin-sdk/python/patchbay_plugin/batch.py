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


def actor(external_id: str, display_name: str | None = None, **attrs: str) -> Actor:
    """A person outside; ``attrs`` are ``email``, ``phone``, ``username``, ``language``…"""
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
    """A message from a customer. Without ``at_ms`` it was sent now. A ``TypeError`` when an id is
    no text, which providers' JSON may well bring about."""
    ids = {"external_id": external_id, "thread": thread, "sender": sender.external_id}
    for name, value in ids.items():
        if not isinstance(value, str):
            raise TypeError(f"a message's {name} has to be a text")
    return Event_Message(
        InboundMessage(
            external_id=external_id,
            thread=thread,
            channel=channel,
            from_=sender,
            at_ms=host.now_ms() if at_ms is None else at_ms,
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
    return Event_Receipt(Receipt(external_id, status, at_ms, code))


def edit(
    external_id: str, thread: str, at_ms: int, *, text: str | None = None, deleted: bool = False
) -> Event:
    """A customer changed or withdrew a message."""
    return Event_Edit(Edit(external_id, thread, text, deleted, at_ms))


def signal(thread: str, kind: str) -> Event:
    """A customer is ``typing``, ``stopped``, or has ``read``."""
    return Event_Signal(Signal(thread, kind))


def reaction(external_id: str, thread: str, sender: Actor, emoji: str | None, at_ms: int) -> Event:
    """A customer put an emoji on a message; ``None`` took it away."""
    return Event_Reaction(Reaction(external_id, thread, sender, emoji, at_ms))


def custom(kind: str, payload: Any) -> Event:
    """An event of the plugin's own kind; the payload is kept as JSON."""
    return Event_Custom(Custom(kind, json.dumps(payload).encode()))
