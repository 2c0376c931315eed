import type { Recipient } from '../../actions/types';
import type { OutContent } from '../../api/content';
import { isAddress } from '../composer/head';
import { newQueueId } from '../composer/outbox';
import { outgoing } from '../composer/rich/load';
import type { StartChannel, StartRequest } from './calls';

/** What an agent has written so far. Files live only as long as the page. */
export interface StartDraft {
  picked: Recipient | null;
  /** What a new contact is called. */
  name: string;
  channel: number | null;
  /** Null while nobody typed one: then it is the contact's best. */
  address: string | null;
  cc: string[];
  subject: string;
  text: string;
  /** The same with its formatting, as the editor keeps it; null where there is none. */
  html: string | null;
  contents: OutContent[];
  /** Whether it ends with the signature, once somebody said. */
  sign: boolean | null;
}

export const EMPTY: StartDraft = { picked: null, name: '', channel: null, address: null, cc: [], subject: '', text: '', html: null, contents: [], sign: null };

/** What was tried last, and under which id: the same again makes no second message. */
export interface Tried {
  queueId: string;
  what: string;
}

export interface KeptDraft {
  draft: StartDraft;
  tried: Tried | null;
}

/** One per person and contact that it was opened for: a letter to one of them is never sent to another. */
const place = (username: string, to: Recipient | null) => `patchbay.message.${username}.${to?.id ?? 'new'}`;

export function emptyFor(to: Recipient | null): StartDraft {
  return { ...EMPTY, picked: to };
}

export function readKept(username: string, to: Recipient | null): KeptDraft {
  try {
    const kept = JSON.parse(localStorage.getItem(place(username, to)) ?? 'null') as Partial<KeptDraft> | null;
    return { draft: { ...EMPTY, ...kept?.draft, ...(to === null ? {} : { picked: to }) }, tried: kept?.tried ?? null };
  } catch {
    return { draft: emptyFor(to), tried: null };
  }
}

export function keepDraft(username: string, to: Recipient | null, kept: KeptDraft): void {
  try {
    if (JSON.stringify(kept.draft) === JSON.stringify(emptyFor(to))) localStorage.removeItem(place(username, to));
    else localStorage.setItem(place(username, to), JSON.stringify(kept));
  } catch {
    // It is still on the screen; only its copy is missing.
  }
}

/** Something is in it that somebody would miss; what can be chosen again is not. */
export function isWritten({ name, address, cc, subject, text, contents }: StartDraft): boolean {
  return [name, address ?? '', subject, text].some((words) => words.trim() !== '') || cc.length > 0 || contents.length > 0;
}

export function isPhone(text: string): boolean {
  return /^[+\d(][\d\s().\-/]{5,}$/.test(text.trim());
}

/** The channel that was chosen, or the only one that comes into question: for what was typed, else for the contact. */
export function chosenOf(channels: readonly StartChannel[], { picked, channel, address }: Pick<StartDraft, 'picked' | 'channel' | 'address'>): StartChannel | undefined {
  const chosen = channels.find((one) => one.channel_id === channel);
  if (chosen !== undefined || channels.length < 2) return chosen ?? channels[0];
  const typed = (address ?? '').trim();
  const kind = isAddress(typed) ? 'email' : isPhone(typed) ? 'phone' : null;
  const opened = channels.filter((one) => one.ticket_number !== null);
  const fitting =
    kind !== null ? channels.filter((one) => one.starts === kind) : picked === null ? [] : opened.length > 0 ? opened : channels.filter((one) => one.addresses.length > 0);
  return fitting.length === 1 ? fitting[0] : undefined;
}

export function addressOf({ address }: Pick<StartDraft, 'address'>, channel: StartChannel | undefined): string {
  return address ?? channel?.addresses[0] ?? '';
}

/** The id for an attempt: the same for the same content, and a new one for other content. */
export function triedWith(tried: Tried | null, request: Omit<StartRequest, 'queue_id'>, files: readonly File[]): Tried {
  const what = JSON.stringify([request, files.map((file) => [file.name, file.size, file.lastModified])]);
  return tried?.what === what ? tried : { queueId: newQueueId(), what };
}

/** What of a draft goes out on a channel; behind a closed window that is the template alone. */
export function requestOf(draft: StartDraft, channel: StartChannel, { closed, cc, sign, rich }: { closed: boolean; cc: boolean; sign: boolean; rich: boolean }): Omit<StartRequest, 'queue_id'> {
  const byAddress = channel.starts !== 'known';
  const html = rich && !closed && draft.html !== null ? outgoing(draft.html) : null;
  const [address, name, subject] = [addressOf(draft, channel).trim(), draft.name.trim(), draft.subject.trim()];
  return {
    channel_id: channel.channel_id,
    ...(draft.picked === null ? {} : { contact_id: draft.picked.id }),
    ...(byAddress && address !== '' ? { address } : {}),
    ...(draft.picked === null && name !== '' ? { name } : {}),
    ...(channel.starts === 'email' && subject !== '' ? { subject } : {}),
    message: closed ? '' : (html ?? draft.text.trim()),
    type: html === null ? 'text' : 'text/html',
    ...(closed ? { contents: draft.contents } : {}),
    ...(sign ? { signature: true } : {}),
    ...(cc && draft.cc.length > 0 ? { cc: draft.cc } : {}),
  };
}
