import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../../api/problem';
import { signatureFor, useSignatures } from '../../api/replies';
import type { OutContent } from '../../api/content';
import type { Attachment, Message, ReplyQuote, SendRules, TicketInfo, TicketStatus } from '../../api/types';
import { useMe } from '../../session/store';
import { openDialog } from '../../ui/dialog';
import { problemText } from '../../ui/ErrorPlace';
import { newestId } from '../conversation/model';
import { writing } from '../here/here';
import { say } from '../texts';
import { OwnTyping } from '../typing';
import { keepDraft, readDraft } from './drafts';
import { isAddress, NO_HEAD, type MailHead } from './head';
import { sendLater, undoSeconds, type CalledBack, type When } from './later';
import { textMax } from './rules';
import { isTaken, sendReply } from './send';
import { keptFile, startUpload, type PendingFile } from './uploads';
import { useDraftSync } from './useDraftSync';

const KEEP_MS = 300;

export interface ComposerState {
  text: string;
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
  blocked: 'empty' | 'too_long' | 'uploading' | 'bad_file' | null;
  /** The signature that the channel would take; null where there is none. */
  signature: string | null;
  /** Whether it goes along. */
  sign: boolean;
  setSign: (sign: boolean) => void;
  /** Who else gets it, and its title, where the channel has that. */
  head: MailHead;
  setHead: (head: MailHead) => void;
  setText: (text: string) => void;
  setReply: (reply: ReplyQuote | null) => void;
  add: (files: readonly File[]) => void;
  remove: (key: string) => void;
  put: (content: OutContent) => void;
  drop: (content: OutContent) => void;
  /** At once, or at its time. */
  send: (status?: TicketStatus, when?: When) => void;
  restore: (answer: CalledBack) => void;
}

function blockedBy(text: string, files: readonly PendingFile[], contents: number, left: number | null): ComposerState['blocked'] {
  if (files.some((file) => file.refused !== null || file.problem !== null)) return 'bad_file';
  if (files.some((file) => file.done === null)) return 'uploading';
  if (left !== null && left < 0) return 'too_long';
  return text.trim() === '' && files.length === 0 && contents === 0 ? 'empty' : null;
}

function doneFiles(files: readonly PendingFile[]): Attachment[] {
  return files.flatMap((file) => (file.done === null ? [] : [file.done]));
}

/** Text, files and quote of one ticket's answer, kept as a draft until they are sent. */
export function useComposer(
  info: TicketInfo,
  rules: SendRules,
  messages: readonly Message[],
  onStatus: (status: TicketStatus) => Promise<void>,
): ComposerState {
  const { t } = useTranslation();
  const me = useMe();
  const [draft] = useState(() => readDraft(me.username, info.id));
  const [text, setPlainText] = useState(draft.text);
  const [reply, setReply] = useState<ReplyQuote | null>(draft.reply);
  const [files, setFiles] = useState<PendingFile[]>(() => draft.files.map(keptFile));
  const [contents, setContents] = useState<OutContent[]>(draft.contents);
  const [saved, setSaved] = useState(draft.text !== '');
  const [head, setHead] = useState<MailHead>(NO_HEAD);
  const signatures = useSignatures((state) => state.signatures);
  const [chosen, setSign] = useState<boolean | null>(null);
  const [typing] = useState(() => new OwnTyping(info.id));
  // What was on screen when the first key was touched.
  const began = useRef<{ id: number; status: TicketStatus } | null>(null);
  const latest = useRef({ text, reply, files, contents });

  useEffect(() => {
    latest.current = { text, reply, files, contents };
    const timer = setTimeout(() => {
      keepDraft(me.username, info.id, { text, reply, files: doneFiles(files), contents });
      setSaved(text !== '');
    }, KEEP_MS);
    return () => clearTimeout(timer);
  }, [text, reply, files, contents, me.username, info.id]);

  useEffect(
    () => () => {
      typing.stop();
      const now = latest.current;
      keepDraft(me.username, info.id, { ...now, files: doneFiles(now.files) });
    },
    [typing, me.username, info.id],
  );

  useDraftSync(me.username, info.id, { text, reply, files: doneFiles(files), contents }, (theirs) => {
    setPlainText(theirs.text);
    setReply(theirs.reply);
    setFiles(theirs.files.map(keptFile));
    setContents(theirs.contents);
  });

  const signature = rules.signature ? signatureFor(signatures, info.channel) : null;
  const sign = signature !== null && (chosen ?? signature.enabled ?? true);
  const max = textMax(rules, files.length > 0);
  // Providers count characters, not the halves that some of them take up here.
  const left = max === null ? null : max - Array.from(text).length;
  const blocked = blockedBy(text, files, contents.length, left);

  function setText(next: string) {
    setPlainText(next);
    setSaved(false);
    if (next === '') began.current = null;
    else began.current ??= { id: newestId(messages), status: info.closed };
    writing(info.id, next !== '');
    if (next === '') typing.stop();
    else if (rules.typing) typing.key();
  }

  function add(added: readonly File[]) {
    const change = (key: string, part: Partial<PendingFile>) =>
      setFiles((now) => now.map((file) => (file.key === key ? { ...file, ...part } : file)));
    const taken = files.filter((file) => file.refused === null).length;
    const started = added.map((file, index) => startUpload(file, info.id, taken + index, rules, change));
    setFiles((now) => [...now, ...started]);
  }

  function remove(key: string) {
    setFiles((now) => {
      const gone = now.find((file) => file.key === key);
      gone?.cancel();
      if (gone?.preview?.startsWith('blob:')) URL.revokeObjectURL(gone.preview);
      return now.filter((file) => file.key !== key);
    });
  }

  /** `regardless`: also when a colleague answered meanwhile, which the person knows by now. */
  async function submit(status: TicketStatus | undefined, when: When | undefined, regardless = false) {
    const bad = [...head.to, ...head.cc].find((address) => !isAddress(address));
    if (bad !== undefined) {
      openDialog({ title: say('mail.bad_title'), text: say('mail.bad', { address: bad }) });
      return;
    }
    const seen = began.current ?? { id: newestId(messages), status: info.closed };
    const answer = {
      text: text.trim(),
      files: doneFiles(files),
      contents,
      reply,
      head,
      sign,
      ...(status === undefined ? {} : { closed: status }),
      ...(regardless ? {} : { seen }),
    };
    const kept = { text, reply, files, contents };
    typing.stop();
    writing(info.id, false);
    began.current = null;
    setPlainText('');
    setReply(null);
    setFiles([]);
    setContents([]);
    setHead(NO_HEAD);
    setSign(null);
    try {
      if (when === undefined) {
        await sendReply(info, me, answer);
        if (status !== undefined && !isTaken(answer)) await onStatus(status);
      } else {
        await sendLater(info, me, answer, when);
      }
    } catch (thrown) {
      const problem = asProblem(thrown);
      // Neither of the two is in the conversation as a failed message, so it is written still.
      if (problem.code === 'overtaken' || when !== undefined) {
        keepDraft(me.username, info.id, { ...kept, files: doneFiles(kept.files) });
        setPlainText(kept.text);
        setReply(kept.reply);
        setFiles(kept.files);
        setContents(kept.contents);
        setHead(head);
      }
      if (problem.code === 'overtaken') {
        openDialog({
          title: say('overtaken.answer_title'),
          text: problem.description ?? '',
          confirm: { label: say('overtaken.send'), run: () => void submit(status, when, true) },
        });
        return;
      }
      // The text stays in the conversation as a failed message with Retry, and in the storage.
      openDialog({
        title: t('composer.failed_title'),
        text: t('composer.failed_text', { error: problemText(problem, t) }),
      });
    }
  }

  return {
    text,
    reply,
    files,
    contents,
    saved,
    max,
    left,
    blocked,
    signature: signature?.text ?? null,
    sign,
    setSign,
    head,
    setHead,
    setText,
    setReply,
    add,
    remove,
    // One of each kind: a second list of buttons below one message means nothing anywhere.
    put: (content) => setContents((now) => [...now.filter((one) => one.kind !== content.kind), content]),
    drop: (content) => setContents((now) => now.filter((one) => one !== content)),
    send: (status, when) => {
      const seconds = undoSeconds();
      if (blocked === null) void submit(status, when ?? (seconds > 0 ? { seconds } : undefined));
    },
    restore: (answer) => {
      setPlainText((now) => (now.trim() === '' ? answer.text : `${now}\n${answer.text}`));
      setFiles((now) => [...now, ...answer.files.map(keptFile)]);
      setContents((now) => [...now.filter((one) => answer.contents.every((other) => other.kind !== one.kind)), ...answer.contents]);
    },
  };
}
