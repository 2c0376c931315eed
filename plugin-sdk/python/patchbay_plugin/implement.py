"""What stands between a plugin's methods and the host."""

import functools
import json
import traceback
from collections.abc import Callable
from typing import Any, TypeVar

from componentize_py_types import Err

from . import host
from .failures import permanent

Class = TypeVar("Class", bound=type)


def implement(plugin: Class) -> Class:
    """Wraps the methods of one interface, so that whatever they raise means something to the host.

    JSON that does not read is the same tomorrow: a permanent failure, kept for a look and a
    replay. Any other exception is a fault of the plugin: it is logged and ends the call.
    """
    for name, member in list(vars(plugin).items()):
        if callable(member) and not name.startswith("_"):
            setattr(plugin, name, _guard(member))
    return plugin


def _guard(method: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(method)
    def guarded(*args: Any) -> Any:
        try:
            return method(*args)
        except Err:
            raise
        except (json.JSONDecodeError, UnicodeDecodeError) as error:
            raise permanent("plugin.json", f"The data could not be read: {error}.") from error
        except Exception:
            shown = traceback.format_exc()
            host.error("the plugin failed", function=method.__name__, error=shown)
            raise

    return guarded
