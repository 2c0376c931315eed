// Cuts a long text into pieces that a provider takes, at places where a reader would pause.

const BORDERS = ['\n\n', '\n', '. ', '! ', '? ', '。', '！', '？', ' '];

// Joiners, variation selectors, skin tones and combining marks belong to what is before them.
const CONTINUING =
  /^[\u200d\u20e3\u0300-\u036f\ufe00-\ufe0f\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]/u;

/** A text's length in characters; an emoji of one part is one. */
export const characters = (text: string): number => [...text].length;

/** A text's length in UTF-16 units. */
export const units = (text: string): number => text.length;

/**
 * The pieces of a text, each at most `atMost` long, and none of them blank. `length` counts as the
 * provider does: `characters` by default, or `units`.
 */
export function split(
  text: string, atMost: number, length: (text: string) => number = characters,
): string[] {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const end = length(rest) <= atMost ? rest.length : border(rest, fitting(rest, atMost, length));
    const piece = rest.slice(0, end).trimEnd();
    if (piece !== '') pieces.push(piece);
    rest = rest.slice(end).trimStart();
  }
  return pieces;
}

/** The end of the longest beginning of at most that length; at least one character. */
function fitting(text: string, atMost: number, length: (text: string) => number): number {
  let used = 0;
  let place = 0;
  for (const letter of text) {
    used += length(letter);
    if (used > atMost && place > 0) return place;
    place += letter.length;
  }
  return text.length;
}

/**
 * The best place to cut at or before `end`: a paragraph, a line, a sentence, a word. It must be in
 * the last two thirds, or the pieces would become ragged.
 */
function border(text: string, end: number): number {
  // White space right behind the window makes the whole window a good piece.
  if (/^\s/.test(text.slice(end))) return end;
  const window = text.slice(0, end);
  for (const mark of BORDERS) {
    const place = window.lastIndexOf(mark);
    if (place >= 0 && place >= end / 3) return place + mark.length;
  }
  return wholeCharacter(text, end);
}

/**
 * Moves a cut in the middle of a word back to where a visible character begins, so that an emoji of
 * several parts or a letter with its marks stays in one piece.
 */
function wholeCharacter(text: string, end: number): number {
  let cut = end;
  for (const letter of [...text.slice(0, end)].reverse().slice(0, 16)) {
    if (!CONTINUING.test(text.slice(cut)) && letter !== '\u200d') return cut;
    cut -= letter.length;
  }
  return end;
}
