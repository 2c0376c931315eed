"""Bodies that a provider sent: nobody promises their form."""

import json
from collections.abc import Callable
from typing import Any, TypeVar

from .failures import permanent

Value = TypeVar("Value")


def reading(body: bytes, meaning: Callable[[Any], Value]) -> Value:
    """Reads a body as JSON and passes it to what understands it.

    A body that is no JSON, or of a form that ``meaning`` does not expect (a missing key, a number
    where a text belongs), is the same tomorrow: a permanent failure, kept for a look and a replay.
    """
    try:
        return meaning(json.loads(body.decode()))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        what = f"The data could not be read: {type(error).__name__}: {error}."
        raise permanent("plugin.json", what) from error
