"""Puts the plugin and the SDK on the path, so that ``python3 -m unittest`` needs no installation."""

import sys
import tomllib
from pathlib import Path

_ROOT = Path(__file__).parent.parent
_TOOL = tomllib.loads((_ROOT / "pyproject.toml").read_text())["tool"]["patchbay"]
_SDK = _ROOT / _TOOL["sdk"]
sys.path[:0] = [str(_ROOT / "src"), str(_SDK), str(_SDK / "bindings")]
