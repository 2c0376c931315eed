import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { upload } from '../api/client';
import type { components } from '../api/openapi.gen';
import { asProblem } from '../api/problem';
import { useMe } from '../session/store';
import { problemText } from '../ui/ErrorPlace';
import { holdEntry } from './close';
import { bodyOf, EMPTY, FILES_MAX, isEmpty, keep, keyFor, readKept, type EntryDraft } from './model';
import { useTexts } from './texts';

export type Entered = Pick<components['schemas']['EnteredTicket'], 'id' | 'ticket_number' | 'visible'>;

export interface EntryForm {
  draft: EntryDraft;
  files: readonly File[];
  dirty: boolean;
  /** 0 to 1 while it goes up; null at rest. */
  progress: number | null;
  faults: Readonly<Record<string, string>>;
  failure: string | null;
  /** How often sending was refused: that alone takes the focus, and whoever types stays where they are. */
  refusals: number;
  change: (part: Partial<EntryDraft>) => void;
  setFiles: (files: readonly File[]) => void;
  /** The ticket, or null after showing why not. */
  send: () => Promise<Entered | null>;
  discard: () => void;
}

/** Files of a window that was closed by accident: they cannot be kept longer than the page. */
let forgotten: readonly File[] = [];

/** What is being entered: it outlives the window and the page until it is sent or discarded. */
export function useEntryForm(): EntryForm {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const me = useMe();
  const [kept, setKept] = useState(() => readKept(me.username));
  const [files, setOwnFiles] = useState(forgotten);
  const [progress, setProgress] = useState<number | null>(null);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [refusals, setRefusals] = useState(0);
  const { draft } = kept;

  function put(next: typeof kept) {
    setKept(next);
    keep(me.username, next);
  }

  function setFiles(next: readonly File[]) {
    forgotten = next.slice(0, FILES_MAX);
    setOwnFiles(forgotten);
    const left: Record<string, string> = next.length > FILES_MAX ? { attachment: t('fault.files', { count: FILES_MAX }) } : {};
    setFaults((old) => ({ ...Object.fromEntries(Object.entries(old).filter(([field]) => field !== 'attachment')), ...left }));
  }

  function change(part: Partial<EntryDraft>) {
    put({ ...kept, draft: { ...draft, ...part } });
    const names = Object.keys(part);
    setFaults((old) => Object.fromEntries(Object.entries(old).filter(([field]) => !names.includes(field) && field !== 'customer')));
  }

  function discard() {
    put({ draft: EMPTY, tried: null });
    setFiles([]);
    setFaults({});
    setFailure(null);
  }

  function missing(): Record<string, string> {
    const own: Record<string, string> = {};
    if (draft.picked === null && draft.name.trim() === '') own['name'] = t('fault.name');
    if (draft.message.trim() === '' && files.length === 0) own['message'] = t('fault.message');
    return own;
  }

  async function send(): Promise<Entered | null> {
    if (progress !== null) return null;
    const own = missing();
    setFaults(own);
    setFailure(null);
    if (Object.keys(own).length > 0) {
      setRefusals(refusals + 1);
      return null;
    }
    const tried = keyFor(kept.tried, draft, files);
    put({ draft, tried });
    setProgress(0);
    holdEntry(true);
    try {
      const entered = await upload('/api/tickets', bodyOf(draft, files, tried.key), setProgress);
      discard();
      return entered;
    } catch (thrown) {
      const problem = asProblem(thrown);
      setFaults(problem.fields);
      setRefusals(refusals + 1);
      setFailure(problemText(problem, common));
      return null;
    } finally {
      setProgress(null);
      holdEntry(false);
    }
  }

  return { draft, files, dirty: !isEmpty(draft) || files.length > 0, progress, faults, failure, refusals, change, setFiles, send, discard };
}
