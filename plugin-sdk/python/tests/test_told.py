"""What has no record, by the documented names."""

import json
import unittest
from typing import Any

from patchbay_plugin import by_business, consent, receipt_reason, replacing
from wit_world.imports.effects import Event, Event_Custom


def told(event: Event) -> tuple[str, Any]:
    assert isinstance(event, Event_Custom)
    return event.value.kind, json.loads(event.value.payload)


class Told(unittest.TestCase):
    def test_the_names_are_the_documented_ones(self) -> None:
        withdrawn = consent("t", "p", "withdrawn", at_ms=5, text="Gone.")
        self.assertEqual(
            told(withdrawn),
            (
                "consent",
                {
                    "thread": "t",
                    "contact": "p",
                    "topic": "marketing",
                    "state": "withdrawn",
                    "at_ms": 5,
                    "text": "Gone.",
                },
            ),
        )
        given = consent("t", "p", "given", topic="all")
        self.assertEqual(
            told(given)[1], {"thread": "t", "contact": "p", "topic": "all", "state": "given"}
        )
        self.assertEqual(
            told(receipt_reason("m", message="It is blocked.")),
            ("receipt", {"external_id": "m", "status": "failed", "message": "It is blocked."}),
        )
        self.assertEqual(by_business(" Bo "), {"authored-by": "business", "author-name": "Bo"})
        self.assertEqual(by_business(), {"authored-by": "business"})
        self.assertEqual(replacing("m"), {"replaces": "m"})
