"""Small host services: the clock, randomness, stored values, and log lines.

The clock and the random numbers of Python's own library stand still inside a component.
"""

from componentize_py_types import Err
from wit_world.imports import host as lent
from wit_world.imports.host import Level

__all__ = [
    "debug",
    "error",
    "info",
    "now_ms",
    "random",
    "secret_exists",
    "sign",
    "stored",
    "stored_text",
    "warn",
]


def now_ms() -> int:
    """Milliseconds since the Unix epoch, from the host's clock."""
    return lent.now_ms()


def random(count: int) -> bytes:
    """Random bytes, at most 1,024."""
    return lent.random(count)


def stored(key: str) -> bytes | None:
    """A value this account stored in an earlier batch."""
    return lent.kv_get(key)


def stored_text(key: str) -> str | None:
    """The same, as text."""
    value = lent.kv_get(key)
    return None if value is None else value.decode()


def secret_exists(name: str) -> bool:
    """Whether a secret setting has a value. The value itself never enters the plugin."""
    return lent.secret_exists(name)


def sign(secret: str, data: bytes) -> bytes:
    """HMAC-SHA256 of ``data`` with a secret setting as key; ``ValueError`` without that secret."""
    try:
        return lent.sign(secret, data)
    except Err as error:
        raise ValueError(error.value) from None


def debug(message: str, **fields: object) -> None:
    """A line for finding a fault. Never put secrets or message bodies into the log."""
    _log(Level.DEBUG, message, fields)


def info(message: str, **fields: object) -> None:
    """A line that something worth knowing happened."""
    _log(Level.INFO, message, fields)


def warn(message: str, **fields: object) -> None:
    """A line that something is odd."""
    _log(Level.WARN, message, fields)


def error(message: str, **fields: object) -> None:
    """A line that something failed."""
    _log(Level.ERROR, message, fields)


def _log(level: Level, message: str, fields: dict[str, object]) -> None:
    lent.log(level, message, [(name, str(value)) for name, value in fields.items()])
