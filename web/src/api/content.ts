/** What messages hold besides text and files, as the core sends and takes it. */

export interface Place {
  latitude: number;
  longitude: number;
  name?: string | null;
  address?: string | null;
}

export interface ContactCard {
  name: string;
  phones: string[];
  emails: string[];
  organisation?: string | null;
}

/** A quick reply or a button; with an address it opens that instead of answering. */
export interface Choice {
  /** Comes back when it is chosen. */
  id: string;
  title: string;
  url?: string | null;
}

export interface Template {
  name: string;
  language: string;
  /** Placeholder and value, in order. */
  parameters: [string, string][];
}

/** What an agent sends besides text and files. */
export type OutContent =
  | ({ kind: 'location' } & Place)
  | ({ kind: 'contact' } & ContactCard)
  | { kind: 'quick_replies'; items: Choice[] }
  | { kind: 'buttons'; items: Choice[] }
  | ({ kind: 'template' } & Template);

/** What a message may hold besides text and files. */
export type Content =
  | OutContent
  | { kind: 'choice'; id: string; title: string; offered_by?: string | null }
  | { kind: 'custom'; type: string; payload?: unknown };
