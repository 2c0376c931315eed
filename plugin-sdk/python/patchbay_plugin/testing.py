"""Stand-ins for the host: ``python3 -m unittest`` runs a plugin's logic, and what it would ask of
the host it asks of these.

    from patchbay_plugin import testing

    host = testing.Host()
    host.answers(429, {"retry": 3})

Making a :class:`Host` forgets everything an earlier one knew.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from componentize_py_types import Err
from wit_world.imports import host as lent_host
from wit_world.imports import http as lent_http
from wit_world.imports import media as lent_media
from wit_world.imports.effects import Attachment
from wit_world.imports.host import Level
from wit_world.imports.http import (
    Body,
    Body_Blob,
    Body_Inline,
    Body_Multipart,
    NetError,
    PartData_Inline,
    Request,
    Response,
    ResponseBody_Blob,
    ResponseBody_Inline,
)
from wit_world.imports.media import BlobMeta
from wit_world.imports.outgoing import Message
from wit_world.imports.talk import Conversation, Turn
from wit_world.imports.types import Account, Header

START = 1_700_000_000_000


@dataclass
class Sent:
    """A request as the plugin sent it."""

    method: str
    #: With ``{credential:NAME}`` still in it.
    url: str
    #: By name in small letters.
    headers: dict[str, str]
    #: As text; multipart as ``name=value`` lines.
    body: str
    #: Names of injected credentials.
    credentials: list[str]

    def json(self) -> Any:
        """The body read as JSON."""
        return json.loads(self.body)


@dataclass
class Line:
    """A line of the plugin's log."""

    level: Level
    message: str
    fields: dict[str, str]


class Blob(lent_media.Blob):
    """A stored blob of a test."""

    def __init__(self, content: bytes, mime: str = "text/plain", filename: str | None = None):
        self.content = content
        self._meta = BlobMeta(mime=mime, filename=filename, size=len(content))

    def meta(self) -> BlobMeta:
        """What is known about it."""
        return self._meta

    def read(self, offset: int, max: int) -> bytes:
        """Up to ``max`` bytes from ``offset``."""
        return self.content[offset : offset + max]


class _BlobWriter:
    def __init__(self, meta: BlobMeta) -> None:
        self._meta = meta
        self._content = b""

    def write(self, chunk: bytes) -> None:
        self._content += chunk

    @staticmethod
    def finish(this: "_BlobWriter") -> Blob:
        return Blob(this._content, this._meta.mime, this._meta.filename)


Answering = Callable[[Sent], tuple[int, Any]]


@dataclass
class Host:
    """The host of a test; its fields are the world as the plugin sees it."""

    #: Milliseconds since the epoch.
    now: int = START
    #: What earlier batches stored.
    stored: dict[str, bytes] = field(default_factory=dict)
    #: Names of secret settings that have a value.
    secrets: set[str] = field(default_factory=set)
    #: What the plugin sent, oldest first.
    sent: list[Sent] = field(default_factory=list)
    #: Lines of the plugin's log.
    log: list[Line] = field(default_factory=list)
    #: Answers every request that nothing else answers.
    otherwise: Answering | None = None
    _script: list[Callable[[Sent], Response]] = field(default_factory=list)

    def __post_init__(self) -> None:
        lent_http.send = self._send
        lent_host.log = self._log
        lent_host.now_ms = lambda: self.now
        lent_host.random = lambda n: bytes(index % 251 for index in range(n))
        lent_host.kv_get = lambda key: self.stored.get(key)
        lent_host.secret_exists = lambda name: name in self.secrets
        lent_host.sign = self._sign
        setattr(lent_media, "BlobWriter", _BlobWriter)

    def answers(self, status: int, body: Any = b"", headers: Mapping[str, str] | None = None) -> None:
        """The next request gets this; a body that is no text, bytes or :class:`Blob` is JSON."""
        self._script.append(lambda _: _response(status, body, headers or {}))

    def fails(self, error: NetError) -> None:
        """The next request fails on the way."""

        def fail(_: Sent) -> Response:
            raise Err(error)

        self._script.append(fail)

    def script(self, answering: Answering) -> None:
        """The next request is answered by a function."""
        self._script.append(lambda sent: _response(*answering(sent), {}))

    @property
    def left(self) -> int:
        """Answers that nobody asked for: zero at the end of a good test."""
        return len(self._script)

    def _send(self, req: Request) -> Response:
        sent = Sent(
            method=req.method,
            url=req.url,
            headers={header.name.lower(): header.value.decode() for header in req.headers},
            body=_text(req.body),
            credentials=req.credentials,
        )
        self.sent.append(sent)
        if self._script:
            return self._script.pop(0)(sent)
        if self.otherwise is None:
            raise AssertionError(f"the test has no answer for {req.method} {req.url}")
        return _response(*self.otherwise(sent), {})

    def _log(self, level: Level, message: str, fields: list[tuple[str, str]]) -> None:
        self.log.append(Line(level, message, dict(fields)))

    def _sign(self, secret: str, data: bytes) -> bytes:
        """No real HMAC: the secret's name, a colon and the data, so that a test can read it."""
        if secret not in self.secrets:
            raise Err(f"the secret {secret} has no value")
        return secret.encode() + b":" + data


def _response(status: int, body: Any, headers: Mapping[str, str]) -> Response:
    listed = [Header(name, value.encode()) for name, value in headers.items()]
    if isinstance(body, Blob):
        return Response(status, listed, ResponseBody_Blob(body))
    if isinstance(body, str):
        body = body.encode()
    elif not isinstance(body, bytes):
        body = json.dumps(body).encode()
    return Response(status, listed, ResponseBody_Inline(body))


def _text(body: Body) -> str:
    if isinstance(body, Body_Inline):
        return body.value.decode("utf-8", "replace")
    if isinstance(body, Body_Blob):
        return body.value.read(0, 1 << 30).decode("utf-8", "replace")
    if isinstance(body, Body_Multipart):
        return "\n".join(
            f"{part.name}={part.data.value.decode()}"
            if isinstance(part.data, PartData_Inline)
            else f"{part.name}=<file {part.filename}>"
            for part in body.value
        )
    return ""


def account(**config: Any) -> Account:
    """An account with these settings."""
    return Account(
        id="account-1",
        config=json.dumps(config),
        public_url="https://desk.example.com",
        extras=[],
    )


def outgoing(
    text: str | None = None,
    *,
    thread: str = "thread-1",
    recipient: str = "customer-1",
    channel: str = "TEST",
    attachments: Sequence[Attachment] = (),
    extras: Sequence[tuple[str, str]] = (),
) -> Message:
    """A message as an agent would send it."""
    return Message(
        op_id="op-1",
        attempt=1,
        prior_unknown=False,
        thread=thread,
        channel=channel,
        recipient=recipient,
        ticket="1",
        subject=None,
        text=text,
        html=None,
        reply_to=None,
        references=[],
        to=[],
        cc=[],
        attachments=list(attachments),
        contents=[],
        agent_name="Ann",
        extras=list(extras),
    )


def conversation(*lines: str, language: str | None = None) -> Conversation:
    """A conversation of these lines, the customer first and then in turn."""
    turns = [
        Turn(
            role="agent" if index % 2 else "customer",
            name="Ann" if index % 2 else "Customer",
            text=line,
            at_ms=START + index * 1000,
        )
        for index, line in enumerate(lines)
    ]
    return Conversation(channel="TEST", subject=None, language=language, turns=turns, extras=[])
