import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aMessage, anInfo, aTicket, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import type { TicketInfo } from '../../api/types';
import { applyEvent } from '../../realtime/apply';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { resetConversations } from '../conversation/store';
import { loadTicketTexts } from '../texts';
import { NoCall } from './NoCall';
import { ongoingCall, useOngoingCall } from './ongoing';

const line = (at: number, id: string, kind: string, extension: string | null = null) =>
  aMessage({ id: at, ts_ms: at, extras: { call: { id, kind, direction: 'in', extension } } });
const CALLS = { send: { calls: true } };
const loaded = (number: string, messages: ReturnType<typeof line>[], info: Partial<TicketInfo> = {}) => ({
  number,
  phase: 'ready' as const,
  info: anInfo({ ...CALLS, ...info }),
  messages,
});
const me = { username: 'agent1', extension: '102' };

describe('the call that goes on', () => {
  it.each<[string, Parameters<typeof ongoingCall>[0], string | null]>([
    ['is none without one', [loaded('1', []), loaded('2', [line(1, 'a', 'ringing'), line(2, 'a', 'missed')])], null],
    ['rings where nobody takes part', [loaded('1', [line(1, 'a', 'ringing')])], '1'],
    ['rings for whoever takes part', [loaded('1', [line(1, 'a', 'ringing')], { assignee: 'agent2,agent1' })], '1'],
    ["is not a colleague's", [loaded('1', [line(1, 'a', 'ringing')], { assignee: 'agent2' })], null],
    ["is at this person's telephone", [loaded('1', [line(1, 'a', 'answered', '102')], { assignee: 'agent2' })], '1'],
    ['is not at another telephone', [loaded('1', [line(1, 'a', 'answered', '103')], { assignee: 'agent1' })], null],
    ['is the one they talk in before one that rings', [loaded('1', [line(1, 'a', 'answered', '102')]), loaded('2', [line(5, 'b', 'ringing')])], '1'],
    ['is the newest of those that ring', [loaded('1', [line(1, 'a', 'ringing')]), loaded('2', [line(5, 'b', 'ringing')])], '2'],
    ['is only where calls are steered', [loaded('1', [line(1, 'a', 'ringing')], { send: null })], null],
  ])('%s', (_what, conversations, expected) => {
    expect(ongoingCall(conversations, me)).toBe(expected);
  });

  it('is the one they went to, as long as that rings', () => {
    const theirs = loaded('2', [line(5, 'b', 'ringing')], { assignee: 'agent2' });
    const mine = loaded('1', [line(1, 'a', 'answered', '102')]);
    expect(ongoingCall([mine, theirs], me)).toBe('1');
    expect(ongoingCall([mine, theirs], me, '2')).toBe('2');
    expect(ongoingCall([mine, { ...theirs, messages: [line(5, 'b', 'ringing'), line(6, 'b', 'answered', '103')] }], me, '2')).toBe('1');
  });

  it('goes by who takes part while this browser has no telephone', () => {
    const mine = loaded('1', [line(1, 'a', 'answered', '103')], { assignee: 'agent1' });
    expect(ongoingCall([mine], { ...me, extension: '' })).toBe('1');
    expect(ongoingCall([mine], { username: 'agent2', extension: '' })).toBeNull();
  });
});

describe('while it is asked for', () => {
  beforeEach(() => {
    localStorage.clear();
    resetConversations();
    useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  });

  it('loads the conversation of a call that begins, and lets it go when that ends', async () => {
    const rings = line(1, 'a', 'ringing');
    const { asked } = serve({
      'GET /api/ticket/info/-/7': { body: { data: anInfo({ ...CALLS, id: 3, ticket_number: 7 }) } },
      'GET /api/ticket/data/3/0': { body: [{ total: 1 }, { date: '14/11/2023', messages: [rings] }] },
    });
    const { result, rerender } = renderHook(({ on }) => useOngoingCall(on), { initialProps: { on: true } });
    expect(result.current).toBeNull();
    const told = (id: number, assignee: string) => applyEvent('newMessage', { ticket: aTicket({ id, ticket_number: 7, assignee }), message: rings });
    act(() => {
      told(3, 'agent2');
      applyEvent('newMessage', { ticket: aTicket({ id: 4 }), message: aMessage() });
    });
    expect(asked).toHaveLength(0);
    act(() => told(3, ''));
    await waitFor(() => expect(result.current).toBe('7'));
    rerender({ on: false });
    expect(result.current).toBeNull();
  });

  it('says that there is none, and leads back to the one that has ended', async () => {
    await loadTicketTexts();
    const first = draw(<NoCall last={null} />);
    expect(screen.getByRole('heading', { name: 'No call is going on' })).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
    first.unmount();
    draw(<NoCall last="/call/7" />);
    expect(screen.getByRole('link', { name: 'Open the last call' }).getAttribute('href')).toBe('/call/7');
  });
});
