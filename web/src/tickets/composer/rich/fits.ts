/** Each line is drawn as a paragraph of its own. */
export const LINES_MAX = 5_000;
const CHARACTERS_MAX = 400_000;

export const linesOf = (text: string): number => text.split('\n', LINES_MAX + 2).length;

/** Whether the editor can show a text without holding up whoever writes; a text box can show more. */
export const fitsEditor = (text: string): boolean => text.length <= CHARACTERS_MAX && linesOf(text) <= LINES_MAX;
