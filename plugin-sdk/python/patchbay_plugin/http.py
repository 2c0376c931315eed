"""HTTP through the host's broker: only hosts that the manifest names and an admin granted."""

import json as _json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn
from urllib.parse import urlencode

from componentize_py_types import Err
from wit_world.imports import http as lent
from wit_world.imports.http import (
    Body,
    Body_Blob,
    Body_Inline,
    Body_Multipart,
    Body_None_,
    NetError,
    NetError_Budget,
    NetError_Denied,
    NetError_Timeout,
    NetError_TooLarge,
    Part,
    PartData_Blob,
    PartData_Inline,
    Request,
    Response,
    ResponseBody_Blob,
    ResponseBody_Inline,
)
from wit_world.imports.media import Blob
from wit_world.imports.types import Failure, Header

from .failures import auth_expired, outcome_unknown, permanent, rate_limited, retryable
from .media import read_all, store

__all__ = ["Answer", "File", "ask", "send"]

# Answers larger than this are not read into memory as text or JSON.
_READ_MAX = 8 * 1024 * 1024


@dataclass(frozen=True)
class File:
    """A stored file in a multipart body."""

    blob: Blob
    filename: str
    mime: str


class Answer:
    """The provider's answer. Any HTTP status is one."""

    def __init__(self, response: Response, acted: bool) -> None:
        """``acted``: the request made something happen."""
        self._response = response
        self._acted = acted

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self._response.status

    @property
    def ok(self) -> bool:
        """True for 200 to 299."""
        return 200 <= self.status < 300

    def header(self, name: str) -> str | None:
        """The first header of that name."""
        for header in self._response.headers:
            if header.name.lower() == name.lower():
                return header.value.decode("utf-8", "replace")
        return None

    def content(self) -> bytes:
        """The body, wherever the host put it."""
        body = self._response.body
        return body.value if isinstance(body, ResponseBody_Inline) else read_all(body.value, _READ_MAX)

    def text(self) -> str:
        """The body as text."""
        return self.content().decode("utf-8", "replace")

    def json(self) -> Any:
        """The body read as JSON. What is no JSON is a permanent failure; after :func:`send` the
        provider may have done what it was asked for all the same, so the outcome is unknown."""
        try:
            return _json.loads(self.content().decode())
        except ValueError:
            failure = outcome_unknown if self._acted and self.ok else permanent
            unread = "The provider's answer could not be read."
            raise failure("net.answer", unread, self.text()[:500]) from None

    @property
    def retry_after_ms(self) -> int | None:
        """How long the provider asks to wait: ``Retry-After`` in seconds. A date is not read."""
        try:
            seconds = float(self.header("retry-after") or "")
        except ValueError:
            return None
        return int(seconds * 1000) if seconds >= 0 else None

    def refusal(self, plugin: str) -> Err[Failure]:
        """What an answer other than 2xx usually means; codes are ``<plugin>.<status>``. 401 asks an
        admin to connect again, 429 waits as long as it says, 408 and 5xx are tried again."""
        code, said = f"{plugin}.{self.status}", self.text()
        if self.status == 401:
            return auth_expired(code, "The provider refused the access token.", said)
        if self.status == 429:
            after_ms = self.retry_after_ms
            few = "The provider asked for fewer requests."
            return rate_limited(code, few, said, after_ms=after_ms)
        if self.status == 408 or self.status >= 500:
            return retryable(code, "The provider has trouble.", said)
        return permanent(code, "The provider refused the request.", said)

    def blob(self, mime: str, filename: str | None = None) -> Blob:
        """The body as a blob; a small answer that came inline is stored now."""
        body = self._response.body
        return body.value if isinstance(body, ResponseBody_Blob) else store(body.value, mime, filename)


def ask(url: str, **request: Any) -> Answer:
    """A request that only asks: repeating it does no harm, so a lost answer is retryable.

    The arguments are those of :func:`send`.
    """
    return _exchange(url, _while_asking, **request)


def send(url: str, **request: Any) -> Answer:
    """A request that makes something happen: when it may have arrived although no answer came, the
    outcome is unknown and the host will not simply repeat it.

    ``method``       ``GET`` without a body, else ``POST``
    ``headers``      names and values
    ``json``         a value to send as JSON
    ``form``         names and values to send as a form
    ``content``      bytes; their media type goes into ``headers``
    ``blob``         a stored blob; its bytes never enter the plugin
    ``parts``        multipart/form-data: texts and :class:`File`\\ s by name
    ``credentials``  names of credentials in the manifest that the host puts in
    ``timeout_ms``   limits the whole request
    ``to_blob``      stores the answer's body as a blob whatever its size
    """
    return _exchange(url, _while_sending, **request)


def _exchange(
    url: str,
    meaning: Callable[[NetError], NoReturn],
    *,
    method: str | None = None,
    headers: Mapping[str, str] | None = None,
    json: Any = None,
    form: Mapping[str, str] | None = None,
    content: bytes | None = None,
    blob: Blob | None = None,
    parts: Mapping[str, str | File] | None = None,
    credentials: Sequence[str] = (),
    timeout_ms: int | None = None,
    to_blob: bool = False,
) -> Answer:
    all_headers = dict(headers or {})
    body: Body = Body_None_()
    if json is not None:
        body = Body_Inline(_json.dumps(json).encode())
        all_headers.setdefault("Content-Type", "application/json")
    elif form is not None:
        body = Body_Inline(urlencode(form).encode())
        all_headers.setdefault("Content-Type", "application/x-www-form-urlencoded")
    elif content is not None:
        body = Body_Inline(content)
    elif blob is not None:
        body = Body_Blob(blob)
    elif parts is not None:
        body = Body_Multipart([_part(name, value) for name, value in parts.items()])
    request = Request(
        method=method or ("GET" if isinstance(body, Body_None_) else "POST"),
        url=url,
        headers=[Header(name, value.encode()) for name, value in all_headers.items()],
        body=body,
        credentials=list(credentials),
        timeout_ms=timeout_ms,
        to_blob=to_blob,
    )
    try:
        return Answer(lent.send(request), meaning is _while_sending)
    except Err as error:
        meaning(error.value)


def _part(name: str, value: str | File) -> Part:
    if isinstance(value, str):
        return Part(name, None, None, PartData_Inline(value.encode()))
    return Part(name, value.filename, value.mime, PartData_Blob(value.blob))


def _while_asking(error: NetError) -> NoReturn:
    if isinstance(error, NetError_Timeout):
        raise retryable("net.timeout", "The provider did not answer in time.")
    _while_sending(error)


def _while_sending(error: NetError) -> NoReturn:
    if isinstance(error, NetError_Timeout):
        failure = outcome_unknown if error.value else retryable
        raise failure("net.timeout", "The provider did not answer in time.")
    if isinstance(error, NetError_TooLarge):
        raise outcome_unknown("net.too-large", "The provider's answer was larger than allowed.")
    if isinstance(error, NetError_Budget):
        raise permanent("net.budget", "This call has used up the requests its limits allow.")
    what = error.value
    failure = permanent if isinstance(error, NetError_Denied) else retryable
    raise failure(what.code, what.message, what.provider)
