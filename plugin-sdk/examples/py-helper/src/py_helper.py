"""An AI helper that is honest about being a table of rules."""

from dataclasses import dataclass

import model
import rules
from patchbay_plugin import config, implement, validation
from wit_world import exports
from wit_world.exports.analyse_text import Analysis
from wit_world.exports.settings import Validation
from wit_world.exports.suggest import Suggestion
from wit_world.imports.talk import Conversation, Score, Turn
from wit_world.imports.types import Account


@dataclass
class Entered:
    """What the admin entered."""

    greeting: str = "Hello {name},"
    model_url: str = ""
    model: str = "default"


@implement
class Settings(exports.Settings):
    """Checks what the admin entered."""

    def check(self, acc: Account) -> Validation:
        entered = config(acc, Entered)
        works_by = f"model {entered.model}" if entered.model_url else "rules"
        return validation("Rule Helper", facts={"Works by": works_by, "Topics": len(rules.TOPICS)})

    def connect(self, acc: Account, webhook_url: str) -> None:
        pass


@implement
class Suggest(exports.Suggest):
    """Answers an agent might give."""

    def suggest(self, acc: Account, what: Conversation, at_most: int) -> list[Suggestion]:
        entered = config(acc, Entered)
        last = _last(what)
        if last is None or at_most == 0:
            return []
        found = []
        if entered.model_url:
            text = model.propose(entered.model_url, entered.model, what)
            found.append(Suggestion(text, None, f"model {entered.model}"))
        name = last.name or "there"
        greeting = entered.greeting.replace("{name}", name)
        for topic, score in rules.topics(last.text):
            text = f"{greeting}\n\n{topic.answer}"
            found.append(Suggestion(text, score, f"rule: {topic.name}"))
        if not found:
            found.append(Suggestion(f"{greeting}\n\n{rules.FALLBACK}", 0.1, "rule: nothing fits"))
        return found[:at_most]


@implement
class AnalyseText(exports.AnalyseText):
    """What a conversation is about."""

    def analyse(self, acc: Account, what: Conversation) -> Analysis:
        said = "\n".join(turn.text for turn in what.turns if turn.role == "customer")
        return Analysis(
            language=what.language or rules.language(said),
            sentiment=rules.sentiment(said),
            topics=[Score(topic.name, score) for topic, score in rules.topics(said)],
            # A summary takes understanding, which a table has not.
            summary=None,
            extras=[("method", "keywords")],
        )


def _last(what: Conversation) -> Turn | None:
    said = [turn for turn in what.turns if turn.role == "customer" and turn.text.strip()]
    return said[-1] if said else None
