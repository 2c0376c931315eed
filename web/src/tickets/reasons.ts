/** What the server says of why a message or a ticket is where it is, by the text that says it here. */
const SENTENCES = {
  token: /^the address it was sent to carries this ticket's signed token$/,
  answers: /^it answers the message (?<id>.+)$/s,
  same: /^it belongs to the same conversation of the channel$/,
  none: /^no earlier conversation was found$/,
  closed: /^ticket #(?<number>\d+), which it belongs to, is closed$/,
  split: /^it was split off ticket #(?<number>\d+)$/,
  forwarded: /^(?<by>\S+) forwarded ticket #(?<number>\d+)$/,
  entered: /^(?<by>\S+) entered it by hand$/,
  form: /^it came by the form (?<form>.+)$/s,
} as const;

export type ReasonKind = keyof typeof SENTENCES;

interface Reason {
  kind: ReasonKind;
  values: Readonly<Record<string, string>>;
}

/** The reason behind a sentence of the server; null for one this side has no words for. */
export function reasonOf(sentence: string): Reason | null {
  for (const [kind, form] of Object.entries(SENTENCES)) {
    const found = form.exec(sentence);
    if (found !== null) return { kind: kind as ReasonKind, values: { ...found.groups } };
  }
  return null;
}
