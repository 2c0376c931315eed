"""Failures in a plugin's words: ``raise permanent("acme.400", "The text is too long.")``.

The host acts on the case, never on the text.
"""

from componentize_py_types import Err
from wit_world.imports.types import (
    Detail,
    Failure,
    Failure_AuthExpired,
    Failure_NeedsConfig,
    Failure_OutcomeUnknown,
    Failure_Permanent,
    Failure_RateLimited,
    Failure_Retryable,
    Retry,
)


def detail(code: str, text: str, provider: str | None = None) -> Detail:
    """A code of yours such as ``acme.403.blocked``, one sentence an agent understands, and what
    the provider said, word for word."""
    return Detail(code=code, message=text, provider=provider)


def retryable(
    code: str, text: str, provider: str | None = None, *, after_ms: int | None = None
) -> Err[Failure]:
    """Try again later; without ``after_ms`` the host uses its own backoff."""
    retry = Retry(after_ms=after_ms, max_attempts=None)
    return Err(Failure_Retryable((detail(code, text, provider), retry)))


def rate_limited(
    code: str, text: str, provider: str | None = None, *, after_ms: int | None = None
) -> Err[Failure]:
    """The provider asked for fewer calls."""
    retry = Retry(after_ms=after_ms, max_attempts=None)
    return Err(Failure_RateLimited((detail(code, text, provider), retry)))


def permanent(code: str, text: str, provider: str | None = None) -> Err[Failure]:
    """Trying again cannot help."""
    return Err(Failure_Permanent(detail(code, text, provider)))


def auth_expired(code: str, text: str, provider: str | None = None) -> Err[Failure]:
    """The credentials were refused: an admin must connect the account again."""
    return Err(Failure_AuthExpired(detail(code, text, provider)))


def needs_config(problems: dict[str, Detail]) -> Err[Failure]:
    """Settings are missing or wrong, by the setting's name; ``""`` is the account as a whole."""
    return Err(Failure_NeedsConfig(list(problems.items())))


def outcome_unknown(code: str, text: str, provider: str | None = None) -> Err[Failure]:
    """The provider may or may not have accepted the operation; the host will not repeat it."""
    return Err(Failure_OutcomeUnknown(detail(code, text, provider)))
