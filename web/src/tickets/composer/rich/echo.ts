import type { RichText } from './serialize';

const isSame = (one: RichText, other: RichText): boolean => one.text === other.text && one.html === other.html;

/** Tells what comes back to the editor as it was written there from what was changed elsewhere. */
export class Echo {
  /** What was written and has not come back yet. */
  private readonly sent: RichText[] = [];

  constructor(private last: RichText) {}

  write(value: RichText): void {
    this.sent.push(value);
  }

  /** Whether a value is news to the editor, which takes it then. */
  isNews(value: RichText): boolean {
    const at = this.sent.findLastIndex((one) => isSame(one, value));
    if (at === -1 && isSame(value, this.last)) return false;
    this.sent.splice(0, at === -1 ? this.sent.length : at + 1);
    this.last = value;
    return at === -1;
  }
}
