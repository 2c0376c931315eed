/** What stands between a colon at the beginning of a word and the caret. */
export interface EmojiTyped {
  start: number;
  query: string;
  /** Enough was typed to mean an emoji: `:D` and `:P` are written as they are. */
  meant: boolean;
}

const COLON = /(?:^|[\s(（[\p{Extended_Pictographic}\u{fe0f}]):([\p{L}\p{N}_+-]*)$/u;

export function emojiAt(text: string, caret: number): EmojiTyped | null {
  const query = COLON.exec(text.slice(0, caret))?.[1];
  if (query === undefined) return null;
  return { start: caret - query.length - 1, query, meant: query.length > 1 || /\p{Script=Han}/u.test(query) };
}
