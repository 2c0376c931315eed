"""The SDK with a host of the test's own."""

import json
import sys
import unittest
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from componentize_py_types import Err
from patchbay_plugin import (
    actor,
    batch,
    config,
    detail,
    edit,
    host,
    http,
    implement,
    media,
    message,
    permanent,
    reaction,
    reading,
    receipt,
    signal,
    split,
    testing,
    units,
    validation,
)
from wit_world.imports.effects import Event_Message
from wit_world.imports.http import (
    NetError,
    NetError_Budget,
    NetError_Denied,
    NetError_Dns,
    NetError_Timeout,
    NetError_TooLarge,
)
from wit_world.imports.types import Account, Failure_NeedsConfig, Failure_Permanent


@dataclass
class Settings:
    key: str
    base_url: str = "https://a.example"
    size: int = 5
    loud: bool = False


def raised(run: Callable[[], Any]) -> Any:
    try:
        run()
    except Err as error:
        return error.value
    raise AssertionError("nothing was raised")


class Sdk(unittest.TestCase):
    def setUp(self) -> None:
        self.host = testing.Host()

    def test_settings_are_read_with_their_defaults_and_each_problem_is_named(self) -> None:
        found = config(testing.account(key="k", size=7, base_url=""), Settings)
        self.assertEqual(found, Settings("k", "https://a.example", 7, False))
        refused = raised(lambda: config(testing.account(size=True, loud="yes"), Settings))
        self.assertIsInstance(refused, Failure_NeedsConfig)
        self.assertEqual([name for name, _ in refused.value], ["key", "size", "loud"])
        self.assertEqual(refused.value[2][1].message, "This setting has to be yes or no.")

    def test_a_batch_holds_only_what_was_given(self) -> None:
        self.host.now = 42
        event = message(external_id="m", thread="t", channel="C", sender=actor("p"), text="hi")
        made = batch(event, cursor=b"next", store={"a": "x", "b": None}, timers={"later": 9})
        assert isinstance(made.events[0], Event_Message)
        self.assertEqual(made.events[0].value.at_ms, 42)
        self.assertEqual([(op.key, op.value) for op in made.kv], [("a", b"x"), ("b", None)])
        self.assertEqual([(t.name, t.at_ms) for t in made.timers], [("later", 9)])
        self.assertEqual(batch().events, [])

    def test_a_request_carries_what_was_asked_for_and_its_answer_is_read(self) -> None:
        self.host.answers(201, {"id": "x"}, {"Retry-After": "3"})
        answer = http.send("https://a.example", json={"a": "é"}, credentials=["api"])
        self.assertEqual((answer.status, answer.ok), (201, True))
        self.assertEqual((answer.header("retry-after"), answer.json()), ("3", {"id": "x"}))
        sent = self.host.sent[0]
        self.assertEqual((sent.method, sent.credentials, sent.json()), ("POST", ["api"], {"a": "é"}))
        self.host.answers(200)
        http.ask("https://a.example", form={"a b": "c&d"})
        self.assertEqual(self.host.sent[1].body, "a+b=c%26d")
        blob = testing.Blob(b"bytes")
        self.host.answers(200, blob)
        parts = {"to": "x", "file": http.File(blob, "a.txt", "text/plain")}
        self.assertIs(http.send("https://a.example", parts=parts).blob("text/plain"), blob)
        self.assertEqual(self.host.sent[2].body, "to=x\nfile=<file a.txt>")
        self.assertEqual(self.host.left, 0)

    def test_a_lost_answer_is_harmless_while_asking_and_unknown_while_sending(self) -> None:
        no = detail("net.no", "no")
        cases: list[tuple[NetError, str, str]] = [
            (NetError_Timeout(True), "Retryable", "OutcomeUnknown"),
            (NetError_Timeout(False), "Retryable", "Retryable"),
            (NetError_Denied(no), "Permanent", "Permanent"),
            (NetError_Dns(no), "Retryable", "Retryable"),
            (NetError_TooLarge(), "OutcomeUnknown", "OutcomeUnknown"),
            (NetError_Budget(), "Permanent", "Permanent"),
        ]
        for error, asking, sending in cases:
            for call, case in [(http.ask, asking), (http.send, sending)]:
                self.host.fails(error)
                failure = raised(lambda: call("https://a.example"))
                self.assertEqual(type(failure).__name__, f"Failure_{case}", error)

    def test_an_answer_that_cannot_be_read_leaves_open_what_happened(self) -> None:
        for status, sending in [(200, "OutcomeUnknown"), (500, "Permanent")]:
            for call, case in [(http.send, sending), (http.ask, "Permanent")]:
                self.host.answers(status, "{")
                failure = raised(lambda: call("https://a.example").json())
                self.assertEqual(type(failure).__name__, f"Failure_{case}")

    def test_each_refusal_is_told_from_the_others(self) -> None:
        for status, case in [
            (400, "Permanent"),
            (401, "AuthExpired"),
            (403, "Permanent"),
            (408, "Retryable"),
            (429, "RateLimited"),
            (503, "Retryable"),
        ]:
            self.host.answers(status, "no", {"Retry-After": "2.5"})
            answer = http.ask("https://a.example")
            self.assertEqual(type(answer.refusal("acme").value).__name__, f"Failure_{case}")
            self.assertEqual(answer.retry_after_ms, 2500)

    def test_what_a_plugin_raises_means_something_to_the_host(self) -> None:
        @implement
        class Webhook:
            def handle(self, acc: Account, body: bytes) -> None:
                if json.loads(body) == "refused":
                    raise permanent("acme.400", "No.", "said no")
                raise TypeError("a slip")

        def call(body: bytes) -> Callable[[], None]:
            return lambda: Webhook().handle(testing.account(), body)

        self.assertIsInstance(raised(call(b"{")), Failure_Permanent)
        self.assertEqual(raised(call(b'"refused"')).value.provider, "said no")
        with self.assertRaises(TypeError):
            call(b"1")()
        self.assertEqual(self.host.log[0].fields["function"], "handle")

    def test_a_body_of_another_form_is_a_permanent_failure(self) -> None:
        def meaning(said: Any) -> Any:
            return message(external_id=said["id"], thread="t", channel="C", sender=actor(said["by"]))

        self.assertIsInstance(reading(b'{"id": "m", "by": "p"}', meaning), Event_Message)
        filler = bytes(range(251)) * 20_000
        odds = (b"", b"{", b"7", b"null", b'{"id": "m"}', b'{"id": 5, "by": "p"}', b"[" * 99_999, filler)
        for odd in odds:
            refused = raised(lambda odd=odd: reading(odd, meaning))
            self.assertIsInstance(refused, Failure_Permanent)

    def test_what_is_no_text_or_time_where_one_belongs_makes_no_event(self) -> None:
        odd: Any = 7
        self.assertEqual(receipt("m", "read", 5).value.at_ms, 5)
        for make in (
            lambda: message(external_id="m", thread="t", channel="C", sender=actor("p"), text=odd),
            lambda: message(external_id="m", thread="t", channel="C", sender=actor("p"), at_ms=odd * "x"),
            lambda: actor("p", odd),
            lambda: receipt(odd, "read", 5),
            lambda: receipt("m", "read", True),
            lambda: edit("m", "t", -1),
            lambda: edit("m", "t", 5, text=odd),
            lambda: signal(odd, "typing"),
            lambda: reaction("m", "t", actor("p"), odd, 5),
        ):
            with self.assertRaises(TypeError):
                make()

    def test_a_long_text_is_cut_where_a_reader_would_pause(self) -> None:
        self.assertEqual(split(" hello \n", 10), ["hello"])
        self.assertEqual(split(" \n ", 10), [])
        self.assertEqual(split("one two\n\nthree\nfour five", 20), ["one two", "three\nfour five"])
        self.assertEqual(
            split("One two. Three four five six", 20), ["One two.", "Three four five six"]
        )
        long = "😀é" * 30
        for length in (len, units, lambda text: len(text.encode())):
            pieces = split(long, 25, length)
            self.assertTrue(all(length(piece) <= 25 for piece in pieces))
            self.assertEqual("".join(pieces), long)
        # An emoji of several parts is not torn, and one alone that is too long is cut all the same.
        family = "👩\u200d👩\u200d👧"
        self.assertEqual(split("a" * 6 + family, 9), ["a" * 6, family])
        self.assertEqual("".join(split("e" + "\u0301" * 40, 10)), "e" + "\u0301" * 40)

    def test_counting_units_imports_nothing(self) -> None:
        before = set(sys.modules)
        self.assertEqual([units("ab"), units("é"), units("😀é"), units("")], [2, 1, 3, 0])
        self.assertEqual(set(sys.modules) - before, set(), "a component has no files")

    def test_blobs_are_read_in_pieces_within_a_limit(self) -> None:
        content = b"7" * 600_000
        self.assertEqual(media.read_all(testing.Blob(content), 600_000), content)
        self.assertIsInstance(raised(lambda: media.read_all(testing.Blob(content), 10)), Failure_Permanent)
        made = media.store(content, "image/png", "a.png")
        self.assertEqual((made.meta().size, made.meta().filename), (600_000, "a.png"))
        self.assertEqual([media.kind_of("image/png"), media.kind_of("text/csv")], ["image", "document"])
        self.assertEqual(media.mime_of("a.PNG"), "image/png")

    def test_the_host_is_what_the_test_says(self) -> None:
        self.host.stored["k"] = b"v"
        self.host.secrets.add("token")
        self.assertEqual((host.stored_text("k"), host.stored("none")), ("v", None))
        self.assertEqual((host.secret_exists("token"), host.sign("token", b"d")), (True, b"token:d"))
        with self.assertRaises(ValueError):
            host.sign("other", b"d")
        with self.assertRaises(AssertionError):
            http.ask("https://a.example")
        self.assertEqual(validation("x", facts={"a": 1}).facts, [("a", "1")])
