"""The settings an admin entered, as the plugin's own dataclass."""

import dataclasses
import json
from typing import Any, TypeVar, get_type_hints

from wit_world.imports.types import Account

from .failures import detail, needs_config

Settings = TypeVar("Settings")

_WORDS = {str: "a text", int: "a whole number", float: "a number", bool: "yes or no"}


def config(account: Account, into: type[Settings]) -> Settings:
    """Reads the account's settings into a dataclass whose fields are ``str``, ``int``, ``float``
    or ``bool``. A field without a default has to be entered; what does not fit is told to the
    admin, at the setting concerned."""
    entered: dict[str, Any] = json.loads(account.config.strip() or "{}")
    hints = get_type_hints(into)
    values: dict[str, Any] = {}
    problems: dict[str, str] = {}
    for field in dataclasses.fields(into):  # type: ignore[arg-type]
        value = entered.get(field.name)
        if value is None or value == "":
            if field.default is dataclasses.MISSING:
                problems[field.name] = "This setting has to be entered."
        elif not _fits(value, hints[field.name]):
            kind = _WORDS.get(hints[field.name], "of another kind")
            problems[field.name] = f"This setting has to be {kind}."
        else:
            values[field.name] = value
    if problems:
        told = {name: detail("plugin.settings", text) for name, text in problems.items()}
        raise needs_config(told)
    return into(**values)


def _fits(value: Any, kind: Any) -> bool:
    if kind in (int, float):
        # A switch is no number, although Python counts it as one.
        numbers = (int, float) if kind is float else (int,)
        return isinstance(value, numbers) and not isinstance(value, bool)
    return isinstance(value, kind)
