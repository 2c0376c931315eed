"""The guest side of the Patchbay plugin interface.

A plugin is a module with one class for each interface its manifest names:

    from patchbay_plugin import implement, validation
    from wit_world import exports

    @implement
    class Settings(exports.Settings):
        def check(self, acc):
            return validation(title="Echo")

        def connect(self, acc, webhook_url):
            pass

The types are those of ``wit_world``, which is generated from the WIT. Import everything at the
top of a module: inside a component there are no files to import from later.
"""

from componentize_py_types import Err

from . import host, http, media
from .batch import (
    actor,
    batch,
    by_business,
    consent,
    custom,
    edit,
    message,
    reaction,
    receipt,
    receipt_reason,
    replacing,
    signal,
)
from .config import config
from .failures import (
    auth_expired,
    detail,
    needs_config,
    outcome_unknown,
    permanent,
    rate_limited,
    retryable,
)
from .files import FileUrl, file_urls
from .implement import implement
from .reading import reading
from .split import split, units
from .validation import validation

__all__ = [
    "Err",
    "FileUrl",
    "actor",
    "auth_expired",
    "batch",
    "by_business",
    "config",
    "consent",
    "custom",
    "detail",
    "edit",
    "file_urls",
    "host",
    "http",
    "implement",
    "media",
    "message",
    "needs_config",
    "outcome_unknown",
    "permanent",
    "rate_limited",
    "reaction",
    "reading",
    "receipt",
    "receipt_reason",
    "replacing",
    "retryable",
    "signal",
    "split",
    "units",
    "validation",
]
