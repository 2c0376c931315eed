"""Puts the SDK on the path, so that ``python3 -m unittest`` needs no installation."""

import sys
from pathlib import Path

_SDK = Path(__file__).parent.parent
sys.path[:0] = [str(_SDK), str(_SDK / "bindings")]
