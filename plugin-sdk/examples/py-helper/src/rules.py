"""Keywords, and what they stand for. No model: a table that a person can read and change."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Topic:
    """Something customers write about, in English, Malay and Chinese."""

    name: str
    words: frozenset[str]
    #: Where words have no spaces between them.
    parts: tuple[str, ...]
    answer: str


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TOPICS = (
    Topic(
        "delivery",
        _words(
            "deliver delivered delivery parcel package shipping shipped courier tracking arrived "
            "arrive order penghantaran bungkusan kurier pesanan sampai"
        ),
        ("快递", "包裹", "物流", "发货", "订单"),
        "I am sorry that your order is not with you yet. I am looking up where it is right now; "
        "could you confirm the order number?",
    ),
    Topic(
        "payment",
        _words(
            "pay paid payment invoice charge charged card bill billing receipt bayar bayaran "
            "dibayar invois resit kad"
        ),
        ("付款", "支付", "发票", "账单", "扣款"),
        "Thank you for telling us about the payment. Could you send the date and the amount, so "
        "that I can find it?",
    ),
    Topic(
        "refund",
        _words("refund refunded money back return returned pulangan pulang balik"),
        ("退款", "退货", "退钱"),
        "I can look into a refund for you. Could you tell me the order number and what was wrong?",
    ),
    Topic(
        "account",
        _words("login password account locked sign username akaun laluan kata masuk"),
        ("登录", "密码", "账号", "账户"),
        "I can help you with your account. Which address or number did you register with? Please "
        "do not send your password.",
    ),
    Topic(
        "technical",
        _words("error broken crash bug fails failed working rosak ralat gagal masalah"),
        ("错误", "故障", "坏了", "打不开"),
        "I am sorry that it does not work. Could you tell me what you did just before, and what "
        "you saw?",
    ),
)

GLAD = _words("thanks thank great good perfect love happy excellent terima kasih bagus hebat suka")
GLAD_PARTS = ("谢谢", "很好", "满意", "太棒")
CROSS = _words(
    "terrible bad angry worst never awful useless disappointed unacceptable marah teruk kecewa "
    "lambat wrong"
)
CROSS_PARTS = ("生气", "太差", "失望", "糟糕", "投诉")

FALLBACK = "Thank you for writing to us. I am looking into it and will be back with you shortly."


def words_of(text: str) -> list[str]:
    """The words of a text, in small letters."""
    return re.findall(r"[^\W\d_]+", text.lower())


def topics(text: str) -> list[tuple[Topic, float]]:
    """Topics with a score between 0 and 1, best first."""
    words = words_of(text)
    hits = [(topic, _hits(text, words, topic.words, topic.parts)) for topic in TOPICS]
    # Two words say more than one; from the fourth on it is certain enough.
    scored = [(topic, min(count, 4) / 4) for topic, count in hits if count]
    return sorted(scored, key=lambda pair: -pair[1])


def sentiment(text: str) -> float | None:
    """From -1 to 1; None when no word tells."""
    words = words_of(text)
    glad = _hits(text, words, GLAD, GLAD_PARTS)
    cross = _hits(text, words, CROSS, CROSS_PARTS)
    return None if glad + cross == 0 else (glad - cross) / (glad + cross)


def language(text: str) -> str | None:
    """A guess from the letters and a few words: zh, ms, en or nothing."""
    if re.search(r"[\u4e00-\u9fff]", text):
        return "zh"
    words = set(words_of(text))
    malay = len(words & _words("saya anda tidak yang dan ini itu untuk belum sudah boleh kasih"))
    english = len(words & _words("the i you is my and this that not have it to"))
    if malay == english:
        return None
    return "ms" if malay > english else "en"


def _hits(text: str, words: list[str], known: frozenset[str], parts: tuple[str, ...]) -> int:
    return len(known.intersection(words)) + sum(part in text for part in parts)
