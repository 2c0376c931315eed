"""The plugin with a host and a provider of the test's own."""

import json
import unittest
from pathlib import Path

from patchbay_plugin import Err, testing
from wit_world.exports.webhook import Request
from wit_world.imports.effects import Event, Event_Message
from wit_world.imports.types import (
    Failure_AuthExpired,
    Failure_OutcomeUnknown,
    Failure_Permanent,
)

from {{module}} import Outbound, Settings, Webhook

FIXTURES = Path(__file__).parent.parent / "fixtures/webhook"


def events(fixture: str) -> list[Event]:
    """What becomes of a recorded body."""
    body = json.loads((FIXTURES / fixture).read_text())["input"]["body"]
    request = Request("POST", "", "", [], json.dumps(body).encode(), "signature")
    reply, batch = Webhook().handle(testing.account(), request)
    assert reply is None
    return batch.events


class Plugin(unittest.TestCase):
    def setUp(self) -> None:
        self.host = testing.Host()

    def test_a_message_becomes_an_event(self) -> None:
        [event] = events("message.json")
        assert isinstance(event, Event_Message)
        found = event.value
        self.assertEqual((found.external_id, found.thread, found.text), ("m-1", "c-7", "Hello"))

    def test_another_kind_of_event_is_nothing_to_us(self) -> None:
        self.assertEqual(events("typing.json"), [])

    def test_a_body_of_another_form_is_a_permanent_failure(self) -> None:
        for odd in (b"", b"7", b"null", b"\xff", b'{"kind": "message"}'):
            with self.assertRaises(Err) as refused:
                request = Request("POST", "", "", [], odd, "signature")
                Webhook().handle(testing.account(), request)
            self.assertIsInstance(refused.exception.value, Failure_Permanent)

    def test_a_yes_that_cannot_be_read_leaves_open_what_happened(self) -> None:
        for odd in ('{"id":', "null", {}):
            self.host.answers(200, odd)
            with self.assertRaises(Err) as refused:
                Outbound().send(testing.account(), testing.outgoing())
            self.assertIsInstance(refused.exception.value, Failure_OutcomeUnknown)

    def test_a_text_is_sent_with_the_credential(self) -> None:
        self.host.answers(200, {"id": "out-1"})
        sent = Outbound().send(testing.account(), testing.outgoing("Hi", thread="c-7"))
        self.assertEqual(sent.external_ids, ["out-1"])
        said = {"key": "op-1", "conversation": "c-7", "text": "Hi"}
        self.assertEqual(self.host.sent[0].json(), said)
        self.assertEqual(self.host.sent[0].credentials, ["api"])

    def test_a_refused_token_asks_the_admin(self) -> None:
        self.host.answers(401, "no")
        with self.assertRaises(Err) as refused:
            Outbound().send(testing.account(), testing.outgoing())
        self.assertIsInstance(refused.exception.value, Failure_AuthExpired)
        self.host.answers(401, "no")
        with self.assertRaises(Err):
            Settings().check(testing.account())
