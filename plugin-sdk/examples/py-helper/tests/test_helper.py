"""The helper with a host and a model of the test's own."""

import unittest
from typing import Any

from patchbay_plugin import Err, testing
from wit_world.imports.http import NetError_Timeout
from wit_world.imports.types import Failure_Permanent, Failure_RateLimited, Failure_Retryable

import rules
from py_helper import AnalyseText, Settings, Suggest

URL = "https://model.example/v1/chat/completions"


def suggest(*lines: str, at_most: int = 3, **entered: Any) -> list[tuple[str, str | None]]:
    found = Suggest().suggest(testing.account(**entered), testing.conversation(*lines), at_most)
    return [(suggestion.text, suggestion.source) for suggestion in found]


class Helper(unittest.TestCase):
    def setUp(self) -> None:
        self.host = testing.Host()

    def tearDown(self) -> None:
        self.assertEqual(self.host.left, 0)

    def test_topics_are_found_in_three_languages(self) -> None:
        for text, topic, language in [
            ("Where is my parcel? It is not here", "delivery", "en"),
            ("Saya belum terima bungkusan ini", "delivery", "ms"),
            ("我的快递还没到", "delivery", "zh"),
            ("You charged my card twice, and the invoice is wrong", "payment", "en"),
            ("我要退款", "refund", "zh"),
            ("Akaun saya tidak boleh log masuk", "account", "ms"),
        ]:
            found = AnalyseText().analyse(testing.account(), testing.conversation(text))
            self.assertEqual((found.topics[0].name, found.language), (topic, language), text)
            self.assertTrue(0 < found.topics[0].value <= 1)
            self.assertIsNone(found.summary)

    def test_the_mood_is_that_of_the_customer(self) -> None:
        for lines, expected in [
            (["This is terrible, the worst"], -1.0),
            (["Thanks, that is great"], 1.0),
            (["Good, but useless"], 0.0),
            (["Where is it?", "I am so angry"], None),
        ]:
            found = AnalyseText().analyse(testing.account(), testing.conversation(*lines))
            self.assertEqual(found.sentiment, expected, lines)

    def test_each_topic_proposes_its_answer_best_first(self) -> None:
        found = suggest("My parcel with order 7 never arrived, I want a refund")
        self.assertEqual([source for _, source in found], ["rule: delivery", "rule: refund"])
        self.assertTrue(found[0][0].startswith("Hello Customer,\n\nI am sorry"), found)
        self.assertEqual(len(suggest("parcel refund", at_most=1)), 1)
        self.assertEqual(suggest("Hm", greeting="Hi {name}!")[0][0], "Hi Customer!\n\n" + rules.FALLBACK)
        self.assertEqual(suggest(), [])
        self.assertEqual(suggest("parcel", at_most=0), [])
        self.assertEqual(self.host.sent, [])

    def test_a_model_is_asked_when_one_is_named(self) -> None:
        self.host.answers(200, {"choices": [{"message": {"content": " On its way. "}}]})
        found = suggest("Where is my parcel?", model_url=URL, model="small")
        self.assertEqual(found[0], ("On its way.", "model small"))
        self.assertEqual(found[1][1], "rule: delivery")
        [sent] = self.host.sent
        self.assertEqual((sent.url, sent.credentials), (URL, ["model"]))
        self.assertEqual([m["role"] for m in sent.json()["messages"]], ["system", "user"])

    def test_trouble_with_the_model_is_told(self) -> None:
        for status, body, kind in [
            (429, "", Failure_RateLimited),
            (503, "", Failure_Retryable),
            (400, "no", Failure_Permanent),
            (200, {"odd": 1}, Failure_Permanent),
            (200, "no JSON", Failure_Permanent),
        ]:
            self.host.answers(status, body)
            with self.assertRaises(Err) as raised:
                suggest("parcel", model_url=URL)
            self.assertIsInstance(raised.exception.value, kind, body)
        self.host.fails(NetError_Timeout(True))
        with self.assertRaises(Err) as raised:
            suggest("parcel", model_url=URL)
        self.assertIsInstance(raised.exception.value, Failure_Retryable)

    def test_the_check_says_how_it_works(self) -> None:
        facts = dict(Settings().check(testing.account()).facts)
        self.assertEqual(facts["Works by"], "rules")
        facts = dict(Settings().check(testing.account(model_url=URL, model="m")).facts)
        self.assertEqual(facts["Works by"], "model m")
