import { useLocalStorage } from '@mantine/hooks';
import { useEffect } from 'react';
import type { Ticket } from '../../api/types';
import { onEvent } from '../../realtime/apply';
import { useSession } from '../../session/store';
import { openConversation } from '../conversation/read';
import { useConversations, type Conversation } from '../conversation/store';
import { assigneesOf } from '../model';
import { currentCall, type Call } from './call';
import { useChosenCall } from './chosen';
import { EXTENSION_KEY } from './command';

interface Person {
  username: string;
  /** Where this browser's agent picks up the telephone; empty while nobody said. */
  extension: string;
}

/** Whose call it is: whose telephone it is at, or else whoever takes part; one that nobody took is everybody's. */
function isFor(me: Person, call: Pick<Call, 'extension'>, ticket: Pick<Ticket, 'assignee'>): boolean {
  if (call.extension !== '' && me.extension !== '') return call.extension === me.extension;
  const people = assigneesOf(ticket);
  return people.length === 0 || people.includes(me.username);
}

type Loaded = Pick<Conversation, 'number' | 'phase' | 'info' | 'messages'>;

/**
 * The conversation of the call that goes on for a person: one that rings and that they went to, else one they talk in
 * before one that rings, and the newest.
 */
export function ongoingCall(conversations: readonly Loaded[], me: Person, chosen: string | null = null): string | null {
  let best: { number: string; call: Call } | null = null;
  for (const { number, phase, info, messages } of conversations) {
    if (phase !== 'ready' || info?.send?.calls !== true) continue;
    const call = currentCall(messages);
    if (call === null) continue;
    // One that rings for a colleague may be looked at; once it was answered it is theirs.
    if (number === chosen && call.stage === 'ringing') return number;
    if (!isFor(me, call, info)) continue;
    const rings = Number(call.stage === 'ringing') - Number(best?.call.stage === 'ringing');
    if (best === null || rings < 0 || (rings === 0 && call.since > best.call.since)) best = { number, call };
  }
  return best?.number ?? null;
}

/**
 * The same as it changes, while it is `asked` for. Calls are known from the conversations that are
 * loaded, so the one of a call that begins meanwhile is loaded.
 */
export function useOngoingCall(asked: boolean): string | null {
  const username = useSession((state) => state.session?.username ?? '');
  const [extension] = useLocalStorage({ key: EXTENSION_KEY, defaultValue: '', getInitialValueInEffect: false });
  const chosen = useChosenCall((state) => state.number);
  const number = useConversations((state) => (asked ? ongoingCall(Object.values(state.open), { username, extension }, chosen) : null));
  // What somebody went to from the panel may have been on no screen yet.
  useEffect(() => {
    if (asked && chosen !== null) void openConversation(chosen);
  }, [asked, chosen]);
  useEffect(() => {
    if (!asked) return undefined;
    return onEvent('newMessage', ({ ticket, message }) => {
      const goesOn = currentCall([message]);
      const known = Object.values(useConversations.getState().open).some(({ info }) => info?.id === ticket.id);
      if (goesOn !== null && !known && isFor({ username, extension }, goesOn, ticket)) void openConversation(String(ticket.ticket_number));
    });
  }, [asked, username, extension]);
  return number;
}
