"""Files that a provider loads from the desk instead of being handed their bytes."""

import json
from dataclasses import dataclass
from typing import Any

from wit_world.imports.outgoing import Message
from wit_world.imports.types import Account

from .failures import permanent


@dataclass(frozen=True)
class FileUrl:
    """A file of an outgoing message, and where it can be loaded.

    ``url`` is signed: whoever has it can load the file for seven days, without signing in.
    ``size`` is in bytes, where it is known.
    """

    url: str
    mime: str
    filename: str | None
    kind: str
    size: int | None


def file_urls(acc: Account, msg: Message) -> list[FileUrl]:
    """The message's files with their addresses, in the order of ``attachments``.

    Addresses are signed anew for each attempt, so two attempts differ in them. Where the desk has no
    address that others can reach, a message with files is a permanent failure, ``media.no-address``.
    """
    listed = _listed(msg)
    base = acc.public_url.rstrip("/")
    found = []
    for place, file in enumerate(msg.attachments):
        about = listed[place] if place < len(listed) and isinstance(listed[place], dict) else {}
        url, size = about.get("url"), about.get("size")
        if not isinstance(url, str) or not (url.startswith("http") or base.startswith("http")):
            raise permanent(
                "media.no-address",
                "The provider loads files from this desk, and this desk has no public address. "
                "Ask its operator to set server.public_url, or send the text alone.",
            )
        whole = url if url.startswith("http") else base + url
        known = size if isinstance(size, int) else None
        found.append(FileUrl(whole, file.mime, file.filename, file.kind, known))
    return found


def _listed(msg: Message) -> list[Any]:
    text = next((value for name, value in msg.extras if name == "attachment-json"), "[]")
    try:
        listed = json.loads(text)
    except ValueError:
        return []
    return listed if isinstance(listed, list) else []
