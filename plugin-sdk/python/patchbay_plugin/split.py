"""Cuts a long text into pieces that a provider takes, at places where a reader would pause."""

from collections.abc import Callable

_BORDERS = ("\n\n", "\n", ". ", "! ", "? ", "。", "！", "？", " ")

# Joiners, variation selectors, skin tones and combining marks belong to what is before them.
_CONTINUING = (
    (0x200D, 0x200D),
    (0x20E3, 0x20E3),
    (0x0300, 0x036F),
    (0xFE00, 0xFE0F),
    (0x1F3FB, 0x1F3FF),
    (0xE0020, 0xE007F),
)


def units(text: str) -> int:
    """A text's length in UTF-16 units, for providers that count them."""
    # Not by encoding: Python would import the codec, and a component has no files to import from.
    return len(text) + sum(letter > "\uffff" for letter in text)


def split(text: str, at_most: int, length: Callable[[str], int] = len) -> list[str]:
    """The pieces of a text, each at most ``at_most`` long, and none of them blank.

    ``length`` counts as the provider does: characters by default, or :func:`units`.
    """
    pieces = []
    rest = text.strip()
    while rest:
        end = len(rest) if length(rest) <= at_most else _border(rest, _fitting(rest, at_most, length))
        if piece := rest[:end].rstrip():
            pieces.append(piece)
        rest = rest[end:].lstrip()
    return pieces


def _fitting(text: str, at_most: int, length: Callable[[str], int]) -> int:
    """The end of the longest beginning of at most that length; at least one character."""
    used = 0
    for place, letter in enumerate(text):
        used += length(letter)
        if used > at_most and place > 0:
            return place
    return len(text)


def _border(text: str, end: int) -> int:
    """The best place to cut at or before ``end``: a paragraph, a line, a sentence, a word. It must
    be in the last two thirds, or the pieces would become ragged."""
    # White space right behind the window makes the whole window a good piece.
    if text[end : end + 1].isspace():
        return end
    for border in _BORDERS:
        place = text.rfind(border, 0, end)
        if place >= 0 and place >= end // 3:
            return place + len(border)
    return _whole_character(text, end)


def _whole_character(text: str, end: int) -> int:
    """Moves a cut in the middle of a word back to where a visible character begins, so that an
    emoji of several parts or a letter with its marks stays in one piece."""
    for cut in range(end, max(end - 16, 0), -1):
        if not _continues(text[cut : cut + 1]) and text[cut - 1] != "\u200d":
            return cut
    return end


def _continues(letter: str) -> bool:
    return any(first <= ord(letter) <= last for first, last in _CONTINUING) if letter else False
