import { useEffect, useRef } from 'react';
import { onEvent } from '../../realtime/apply';
import { bodyOf, lineOf, tab } from './draftLine';
import type { Draft } from './drafts';

const PUSH_MS = 1_500;

/**
 * Keeps the draft on the server as well, and takes what another device of the same person wrote,
 * unless something was changed here since: then the latest word counts.
 */
export function useDraftSync(username: string, ticketId: number, draft: Draft, take: (draft: Draft) => void): void {
  const body = bodyOf(draft);
  const latest = useRef({ body, take });
  useEffect(() => {
    latest.current = { body, take };
  });

  useEffect(() => {
    // What was sent must not wait there for another device to take it up.
    const timer = setTimeout(() => lineOf(username, ticketId).push(body), body === '' ? 0 : PUSH_MS);
    return () => clearTimeout(timer);
  }, [body, username, ticketId]);

  useEffect(() => {
    const line = lineOf(username, ticketId);
    line.enter();
    let over = false;
    const pull = () =>
      line.pull(
        () => (over ? null : latest.current.body),
        (theirs) => latest.current.take(theirs),
      );
    pull();
    const stop = onEvent('draftChanged', (change) => {
      if (change.ticket_id === ticketId && change.tab !== tab) pull();
    });
    return () => {
      over = true;
      stop();
      // What was typed in the last moment before leaving goes, too.
      line.push(latest.current.body);
      line.leave();
    };
  }, [username, ticketId]);
}
