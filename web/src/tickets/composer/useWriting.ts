import { useEffect, useRef, useState } from 'react';
import type { Attachment } from '../../api/types';
import { keepDraft, readDraft, type Draft } from './drafts';
import { openDraft } from './openDrafts';
import type { PendingFile } from './uploads';
import { useDraftSync } from './useDraftSync';

const KEEP_MS = 300;

/** A file kept in a draft is already with the server. */
function keptFile(file: Attachment): PendingFile {
  return {
    key: `kept-${file.id}`,
    name: file.filename,
    size: file.size,
    mime: file.mime,
    preview: file.mime.startsWith('image/') ? file.url : null,
    progress: 1,
    done: file,
    problem: null,
    refused: null,
    cancel: () => undefined,
  };
}

/** A draft on screen: its files may still be on their way. */
export type Writing = Omit<Draft, 'files'> & { files: PendingFile[] };

export function draftOf(writing: Writing): Draft {
  return { ...writing, files: writing.files.flatMap((file) => (file.done === null ? [] : [file.done])) };
}

/** A change of the draft leaves alone what is still on its way. */
function changed(now: Writing, change: (draft: Draft) => Draft): Writing {
  const next = change(draftOf(now));
  const files = next.files.map((file) => now.files.find((known) => known.done?.id === file.id) ?? keptFile(file));
  return { ...next, files: [...files, ...now.files.filter((file) => file.done === null)] };
}

export interface WritingState {
  writing: Writing;
  /** What is on screen is also in the browser's storage. */
  saved: boolean;
  set: (change: (now: Writing) => Writing) => void;
  change: (change: (draft: Draft) => Draft) => void;
}

/** What somebody writes to one ticket: kept as a draft here and on the server until it is sent. */
export function useWriting(username: string, ticketId: number): WritingState {
  const [writing, setWriting] = useState<Writing>(() => {
    const draft = readDraft(username, ticketId);
    return { ...draft, files: draft.files.map(keptFile) };
  });
  const [kept, setKept] = useState<Pick<Writing, 'text' | 'html'>>(writing);
  const latest = useRef(writing);

  useEffect(() => {
    latest.current = writing;
    const timer = setTimeout(() => {
      keepDraft(username, ticketId, draftOf(writing));
      setKept(writing);
    }, KEEP_MS);
    return () => clearTimeout(timer);
  }, [writing, username, ticketId]);

  useEffect(() => {
    const close = openDraft(ticketId, (change) => {
      // Also when the screen is left before it is drawn once more.
      latest.current = changed(latest.current, change);
      setWriting((now) => changed(now, change));
    });
    const keep = () => keepDraft(username, ticketId, draftOf(latest.current));
    // A page that is left or loaded anew does not wait for what was typed last.
    window.addEventListener('pagehide', keep);
    return () => {
      close();
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [username, ticketId]);

  useDraftSync(username, ticketId, draftOf(writing), (theirs) => setWriting((now) => changed(now, () => theirs)));

  return {
    writing,
    saved: writing.text !== '' && kept.text === writing.text && kept.html === writing.html,
    set: setWriting,
    change: (change) => setWriting((now) => changed(now, change)),
  };
}
