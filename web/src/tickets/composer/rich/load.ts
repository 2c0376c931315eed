import type { ComponentType } from 'react';
import type { RichFieldProps } from './RichField';
import type { RichReplyProps } from './RichReply';

interface RichPart {
  RichReply: ComponentType<RichReplyProps>;
  RichField: ComponentType<RichFieldProps>;
  fitsEditor: (text: string) => boolean;
  afterWord: (box: HTMLTextAreaElement, run: () => void) => void;
  outgoingHtml: (html: string) => string;
}

let atHand: RichPart | null = null;

/** The editor, if it was loaded before. */
export const richNow = (): RichPart | null => atHand;

/** What was written in the editor as it leaves the desk. Where its code could not be had, it leaves as it was kept. */
export const outgoing = (html: string): string => atHand?.outgoingHtml(html) ?? html;

/** Loads the editor of formatted text, which is larger than the conversation around it. */
export async function fetchRich(): Promise<RichPart> {
  atHand = await import('./RichReply');
  return atHand;
}
