import { useEffect, useRef, useState } from 'react';
import { signatureFor, useSignatures } from '../../api/replies';
import type { OutContent } from '../../api/content';
import type { Message, ReplyQuote, SendRules, TicketInfo, TicketStatus } from '../../api/types';
import { useMe } from '../../session/store';
import { openDialog } from '../../ui/dialog';
import { loadPatiently } from '../../ui/lazyPart';
import { whenSent } from '../../ui/slots';
import { newestId } from '../conversation/model';
import { inWay } from '../conversation/way';
import { writing } from '../here/here';
import { say } from '../texts';
import { OwnTyping } from '../typing';
import { deliver } from './deliver';
import { sendable, without, type Draft } from './drafts';
import { headFor, isAddress, type MailHead } from './head';
import type { When } from './later';
import { usePlainText } from './rich/plainText';
import { textMax } from './rules';
import { forgetQueueId } from './tries';
import { undoSeconds } from './undo';
import type { PendingFile } from './uploads';
import { draftOf, type Writing, type WritingState } from './useWriting';

export interface ComposerState {
  text: string;
  /** The text with its formatting; null where it has none. */
  html: string | null;
  /** The channel takes formatting. */
  formats: boolean;
  /** It is written with formatting, which this person may not want. */
  rich: boolean;
  setPlain: (plain: boolean) => void;
  reply: ReplyQuote | null;
  files: PendingFile[];
  /** Places, cards, choices: what is neither text nor a file. */
  contents: OutContent[];
  /** The draft on screen is also in the browser's storage. */
  saved: boolean;
  /** Characters the text may have, and how many are left; null where the channel sets no limit. */
  max: number | null;
  left: number | null;
  /** Why sending is not possible at this moment. */
  blocked: 'empty' | 'too_long' | 'uploading' | 'bad_file' | 'no_way' | null;
  /** The signature that the channel would take; null where there is none. */
  signature: string | null;
  /** Whether it goes along. */
  sign: boolean;
  setSign: (sign: boolean) => void;
  /** Who else gets it, and its title, where the channel has that. */
  head: MailHead;
  setHead: (head: MailHead) => void;
  /** Without formatting. */
  setText: (text: string) => void;
  setRichText: (words: Pick<Draft, 'text' | 'html'>) => void;
  setReply: (reply: ReplyQuote | null) => void;
  add: (files: readonly File[]) => void;
  remove: (key: string) => void;
  put: (content: OutContent) => void;
  drop: (content: OutContent) => void;
  /** At once, or at its time. */
  send: (status?: TicketStatus, when?: When) => void;
}

function blockedBy({ text, files, contents }: Writing, left: number | null): ComposerState['blocked'] {
  // It goes alone, so nothing else can be in its way.
  if (contents.some((content) => content.kind === 'template')) return null;
  if (files.some((file) => file.refused !== null || file.problem !== null)) return 'bad_file';
  if (files.some((file) => file.done === null)) return 'uploading';
  if (left !== null && left < 0) return 'too_long';
  return text.trim() === '' && files.length === 0 && contents.length === 0 ? 'empty' : null;
}

/**
 * Text, files and quote of one ticket's answer, kept as a draft until they are sent. `info` is the
 * ticket as it is for the conversation that it goes out in; `lost` says that this one was taken out.
 */
export function useComposer(
  info: TicketInfo,
  lost: boolean,
  kept: WritingState,
  rules: SendRules,
  messages: readonly Message[],
  onStatus: (status: TicketStatus) => Promise<void>,
): ComposerState {
  const me = useMe();
  const { writing: written, saved, set, change } = kept;
  const { text, html, reply, files, contents } = written;
  const [plain, setPlain] = usePlainText(me.username);
  const rich = rules.html && !plain;
  const head = rules.cc ? headFor(written.head, info, inWay(info, messages)) : written.head;
  const signatures = useSignatures((state) => state.signatures);
  const [typing] = useState(() => new OwnTyping(info.id));
  // What was on screen when the first key was touched.
  const began = useRef<{ id: number; status: TicketStatus } | null>(null);
  useEffect(() => () => typing.stop(), [typing]);

  const signature = rules.signature ? signatureFor(signatures, info.channel) : null;
  const sign = signature !== null && (written.sign ?? signature.enabled ?? true);
  const max = textMax(rules, files.length > 0);
  // Providers count characters, not the halves that some of them take up here.
  const left = max === null ? null : max - Array.from(text).length;
  const blocked = lost ? 'no_way' : blockedBy(written, left);
  const put = (part: Partial<Writing>) => set((now) => ({ ...now, ...part }));

  function setRichText(words: Pick<Draft, 'text' | 'html'>) {
    const next = words.text;
    put({ text: next, html: words.html });
    if (next === '') {
      began.current = null;
      // Whoever empties the field and writes the same again means it to be sent again.
      forgetQueueId(info.id);
    } else began.current ??= { id: newestId(messages), status: info.closed };
    writing(info.id, next !== '');
    if (next === '') typing.stop();
    else if (rules.typing) typing.key();
  }

  function add(added: readonly File[]) {
    const amend = (key: string, part: Partial<PendingFile>) =>
      set((now) => ({ ...now, files: now.files.map((file) => (file.key === key ? { ...file, ...part } : file)) }));
    const taken = files.filter((file) => file.refused === null).length;
    // Most answers have no files.
    void loadPatiently(() => import('./uploads'))
      .then(({ startUpload }) => {
        const started = added.map((file, index) => startUpload(file, info.id, taken + index, rules, amend));
        set((now) => ({ ...now, files: [...now.files, ...started] }));
      })
      .catch(() => undefined);
  }

  function remove(key: string) {
    const gone = files.find((file) => file.key === key);
    gone?.cancel();
    if (gone?.preview?.startsWith('blob:')) URL.revokeObjectURL(gone.preview);
    set((now) => ({ ...now, files: now.files.filter((file) => file.key !== key) }));
  }

  function submit(status: TicketStatus | undefined, when: When | undefined) {
    const bad = [...head.to, ...head.cc].find((address) => !isAddress(address));
    if (bad !== undefined) {
      openDialog({ title: say('mail.bad_title'), text: say('mail.bad', { address: bad }) });
      return;
    }
    const seen = began.current ?? { id: newestId(messages), status: info.closed };
    const sent: Draft = sendable(draftOf({ ...written, head }));
    const stays = text !== '' && sent.text === '';
    if (!stays) {
      whenSent.get(info.id)?.(sent.text);
      whenSent.delete(info.id);
    }
    typing.stop();
    writing(info.id, stays);
    if (!stays) began.current = null;
    change((now) => without(now, sent));
    void deliver({ info, me, sent, rich, sign, status, when, seen, onStatus });
  }

  return {
    text,
    html,
    formats: rules.html,
    rich,
    setPlain,
    reply,
    files,
    contents,
    saved,
    max,
    left,
    blocked,
    signature: signature?.text ?? null,
    sign,
    setSign: (next) => put({ sign: next }),
    head,
    setHead: (next) => put({ head: { ...next, edited: true } }),
    setText: (next) => setRichText({ text: next, html: null }),
    setRichText,
    setReply: (next) => put({ reply: next }),
    add,
    remove,
    // One of each kind: a second list of buttons below one message means nothing anywhere.
    put: (content) => set((now) => ({ ...now, contents: [...now.contents.filter((one) => one.kind !== content.kind), content] })),
    drop: (content) => set((now) => ({ ...now, contents: now.contents.filter((one) => one !== content) })),
    send: (status, when) => {
      const seconds = undoSeconds();
      if (blocked === null) submit(status, when ?? (seconds > 0 ? { seconds } : undefined));
    },
  };
}
