"""The answer of "check settings"."""

from collections.abc import Mapping

from wit_world.exports.settings import Validation
from wit_world.imports.types import Detail


def validation(
    title: str | None = None,
    *,
    problems: Mapping[str, Detail] | None = None,
    facts: Mapping[str, object] | None = None,
) -> Validation:
    """How the account names itself, problems by setting (``""`` is the account as a whole), and
    facts worth showing."""
    return Validation(
        title=title,
        problems=list((problems or {}).items()),
        facts=[(label, str(value)) for label, value in (facts or {}).items()],
    )
