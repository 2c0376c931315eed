/** A limit for some media types. */
export interface MediaRule {
  types: string[];
  max_bytes: number;
}

/** What the channel of a ticket allows in an answer, as its plugin's manifest says under `[send]`. */
export interface SendRules {
  text_max: number | null;
  caption_max: number | null;
  html: boolean;
  /** Whether an answer may end with the agent's signature. */
  signature: boolean;
  /** A message has a title, so it is drawn as a mail. */
  subject: boolean;
  cc: boolean;
  attachments_max: number;
  attachment_max_bytes: number;
  media: string[];
  media_rules: MediaRule[];
  typing: boolean;
  read: boolean;
  reply_to: boolean;
  edit: boolean;
  delete: boolean;
  react: boolean;
  /** The emoji the provider takes; none named means any. */
  reactions: string[];
  location: boolean;
  contact: boolean;
  quick_replies_max: number;
  buttons_max: number;
  button_title_max: number | null;
  templates: boolean;
  window: { hours: number; after: 'template' | 'nothing' } | null;
}
