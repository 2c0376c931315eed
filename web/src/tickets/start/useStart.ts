import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipient } from '../../actions/types';
import { useChannel } from '../../api/plugins';
import { asProblem, type Problem } from '../../api/problem';
import { signatureFor, useSignatures } from '../../api/replies';
import type { SendRules } from '../../api/types';
import { useMe } from '../../session/store';
import { problemText } from '../../ui/ErrorPlace';
import { useNow } from '../../ui/useNow';
import { usePlainText } from '../composer/rich/plainText';
import { NO_RULES, rulesOf, textMax, type WindowState } from '../composer/rules';
import type { PendingFile } from '../composer/uploads';
import { calls, type StartChannel, type StartedConversation } from './calls';
import { faultsOf } from './faults';
import { pendingOf } from './files';
import { chosenOf, emptyFor, EMPTY, isWritten, keepDraft, readKept, requestOf, triedWith, type StartDraft } from './model';
import { useTexts } from './texts';

export interface StartForm {
  draft: StartDraft;
  change: (part: Partial<StartDraft>) => void;
  /** Undefined until they are there. */
  channels: readonly StartChannel[] | undefined;
  /** The channels are those of somebody else, and others are on their way. */
  isSwitching: boolean;
  problem: Problem | null;
  retry: () => void;
  channel: StartChannel | undefined;
  rules: SendRules;
  /** It is written with formatting. */
  rich: boolean;
  window: WindowState | null;
  /** Only a template may begin, or nothing. */
  closed: boolean;
  files: PendingFile[];
  add: (files: readonly File[]) => void;
  remove: (key: string) => void;
  max: number | null;
  left: number | null;
  /** The signature that the channel would take; null where there is none. */
  signature: string | null;
  sign: boolean;
  /** Something is written that would be missed. */
  written: boolean;
  /** 0 to 1 while it goes out; null at rest. */
  progress: number | null;
  faults: Readonly<Record<string, string>>;
  failure: string | null;
  /** How often sending was refused: that alone takes the focus, and whoever types stays where they are. */
  refusals: number;
  /** What was sent, or null after showing why not. */
  send: () => Promise<StartedConversation | null>;
  discard: () => void;
}

/** Files of a window that was closed by accident, by whom they are for: they cannot be kept longer than the page. */
const forgotten = new Map<number | null, readonly File[]>();

/** Whether the core says that only a template may begin. */
function isWindowClosed({ body }: Problem): boolean {
  return typeof body === 'object' && body !== null && (body as { error?: { code?: unknown } }).error?.code === 'window_closed';
}

/** The first message to somebody: it outlives the window and the page until it is sent or discarded. */
export function useStart(to: Recipient | null): StartForm {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const me = useMe();
  const signatures = useSignatures((state) => state.signatures);
  const now = useNow();
  const [kept, setKept] = useState(() => readKept(me.username, to));
  const [own, setOwn] = useState<readonly File[]>(() => forgotten.get(to?.id ?? null) ?? []);
  const [progress, setProgress] = useState<number | null>(null);
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  /** Channels whose window closed while somebody wrote. */
  const [overdue, setOverdue] = useState<readonly number[]>([]);
  const { draft } = kept;

  const contact = draft.picked?.id ?? null;
  const query = useQuery({
    queryKey: ['start-channels', contact],
    queryFn: ({ signal }) => calls.channels(contact, signal),
    // What is written stays on screen while somebody else is picked.
    placeholderData: keepPreviousData,
  });
  const channels = query.data;
  const channel = channels === undefined ? undefined : chosenOf(channels, draft);
  const declared = useChannel(channel?.channel ?? '');
  const rules = channel === undefined ? { ...NO_RULES, attachments_max: 0 } : rulesOf(channel, declared);
  const told = channel?.window ?? null;
  const isOverdue = channel !== undefined && overdue.includes(channel.channel_id);
  const window: WindowState | null =
    told === null ? null : { closesAt: told.until === 0 ? null : told.until, after: told.after, open: told.open && !isOverdue && (told.until === 0 || told.until > now) };
  const closed = window?.open === false;
  const files = own.map((file, at) => pendingOf(file, at, rules));
  const max = textMax(rules, own.length > 0);
  // Providers count characters, not the halves that some of them take up here.
  const left = max === null ? null : max - Array.from(draft.text).length;
  const signature = rules.signature && !closed && channel !== undefined ? signatureFor(signatures, channel.channel) : null;
  const sign = signature !== null && (draft.sign ?? signature.enabled ?? true);
  const [plain] = usePlainText(me.username);
  const rich = rules.html && !plain;
  const written = isWritten(draft) || own.length > 0;

  useEffect(() => {
    forgotten.set(to?.id ?? null, own);
  }, [to, own]);

  function put(next: typeof kept) {
    setKept(next);
    keepDraft(me.username, to, next);
  }

  function clear(names: readonly string[]) {
    setFaults((old) => Object.fromEntries(Object.entries(old).filter(([name]) => !names.includes(name))));
  }

  function change(part: Partial<StartDraft>) {
    put({ ...kept, draft: { ...draft, ...part } });
    const names: Record<keyof StartDraft, readonly string[]> = {
      picked: ['contact_id', 'address', 'name', 'channel_id'], name: ['contact_id', 'name'], channel: ['channel_id', 'address', 'contents', 'message', 'contact_id'],
      address: ['address', 'contact_id'], cc: ['cc'], subject: ['subject'], text: ['message'], html: ['message'], contents: ['contents'], sign: [],
    };
    clear((Object.keys(part) as (keyof StartDraft)[]).flatMap((name) => names[name]));
    setFailure(null);
  }

  function setFiles(next: readonly File[]) {
    setOwn(next);
    clear(['attachment', 'message']);
  }

  function reset(next: StartDraft, rest: readonly File[]) {
    put({ draft: next, tried: null });
    setOwn(rest);
    // The window is gone before the change is drawn.
    forgotten.set(to?.id ?? null, rest);
    setFaults({});
    setFailure(null);
  }

  function refuse(found: Readonly<Record<string, string>>, why: string | null) {
    setFaults(found);
    setFailure(why);
    setRefusals(refusals + 1);
  }

  async function send(): Promise<StartedConversation | null> {
    if (progress !== null || query.isPlaceholderData) return null;
    const found = faultsOf({ draft, channel, rules, window, files, left, max }, t);
    if (channel === undefined || Object.keys(found).length > 0) {
      refuse(found, null);
      return null;
    }
    setFaults({});
    setFailure(null);
    const going = closed ? [] : own;
    const request = requestOf(draft, channel, { closed, cc: rules.cc, sign, rich });
    const tried = triedWith(kept.tried, request, going);
    put({ draft, tried });
    setProgress(0);
    try {
      const started = await calls.start({ ...request, queue_id: tried.queueId }, going, setProgress);
      // A template goes alone: what was written beside it is not lost with it.
      if (closed) reset({ ...EMPTY, picked: to, text: draft.text, html: draft.html, subject: draft.subject }, own);
      else reset(emptyFor(to), []);
      return started;
    } catch (thrown) {
      const problem = asProblem(thrown);
      if (isWindowClosed(problem)) setOverdue([...overdue, channel.channel_id]);
      refuse(problem.fields, problemText(problem, common));
      return null;
    } finally {
      setProgress(null);
    }
  }

  return {
    draft,
    change,
    channels,
    isSwitching: query.isPlaceholderData,
    problem: channels === undefined && query.error !== null ? asProblem(query.error) : null,
    retry: () => void query.refetch(),
    channel,
    rules,
    rich,
    window,
    closed,
    files,
    add: (added) => setFiles([...own, ...added]),
    remove: (key) => setFiles(own.filter((_, at) => files[at]?.key !== key)),
    max,
    left,
    signature: signature?.text ?? null,
    sign,
    written,
    progress,
    faults,
    failure,
    refusals,
    send,
    discard: () => reset(emptyFor(to), []),
  };
}
