import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { useVariant, WHOLE_DESK } from '../api/variant';
import { applyEvent } from '../realtime/apply';
import { sessionFrom, type SessionFacts } from '../session/model';
import { takeSettings, useSession } from '../session/store';
import { watchIncomingCalls } from './incomingCalls';
import { MobileFrame } from './MobileFrame';
import { Nav } from './Nav';
import { useOverlays } from './overlays';

const CALL = {
  id: 1, ticket_id: 3, ticket_number: 7, contact_id: 4, name: 'Aisyah', number: '012', direction: 'inbound', did: '', extension: '', assignee: null,
  outcome: 'ongoing', ts: Date.now(), answered_at: null, ended_at: null, talk_ms: null, recorded: false, keypress: '',
};
const LIST = 'GET /api/ticket/load/-/all/call2/0';
let asked: { key: string }[] = [];

const be = (over: Partial<SessionFacts>) => act(() => useSession.setState({ phase: 'in', session: sessionFrom({ ...SESSION_ANSWER, ...over }) }));
const rings = () => act(() => applyEvent('callChanged', { call_id: 1, ticket_id: 3 }));
const pause = () => act(() => new Promise((done) => setTimeout(done, 400)));
const entry = () => screen.findByRole('link', { name: 'Incoming Call Aisyah' });
const reads = () => asked.filter(({ key }) => key === LIST).length;

beforeEach(() => {
  useVariant.setState({ settled: true, variant: WHOLE_DESK });
  act(() => useSession.setState({ phase: 'out', session: null }));
  asked = serve({ [LIST]: { body: { data: [CALL], count: 1, countMore: false, status: 200 } } }).asked;
});

it.each([
  ['the panel', <Nav key="nav" />, '/contacts'],
  ['the mobile views', <MobileFrame key="frame">Screen</MobileFrame>, '/mobile/ticket'],
])('shows a call that rings in %s', async (_where, frame, path) => {
  be({ productDetails: ['call'] });
  act(watchIncomingCalls);
  await waitFor(() => expect(useOverlays.getState().incoming).not.toBeNull());
  draw(frame, path);
  rings();
  await entry();
});

it('is not there without calls, and comes and goes with the right to them', async () => {
  be({ productDetails: ['tickets'] });
  act(watchIncomingCalls);
  draw(<Nav />);
  rings();
  await pause();
  be({ productDetails: ['call'], permission: ['hide_call'] });
  rings();
  await pause();
  expect([reads(), screen.queryByRole('link', { name: /Incoming/ })]).toEqual([0, null]);
  be({ productDetails: ['call'], permission: [] });
  await waitFor(() => expect(useOverlays.getState().incoming).not.toBeNull());
  rings();
  await entry();
  be({ productDetails: ['call'], permission: ['hide_call'] });
  expect(screen.queryByRole('link', { name: /Incoming/ })).toBeNull();
  const before = reads();
  rings();
  await pause();
  expect(reads()).toBe(before);
});

it('leaves whoever is no admin alone where the account says so, and at once', async () => {
  be({ productDetails: ['call'], settings: [{ account_type: 4, popup_on_call: 0 }] });
  act(watchIncomingCalls);
  draw(<Nav />);
  rings();
  await pause();
  expect([reads(), useOverlays.getState().incoming]).toEqual([0, null]);
  act(() => takeSettings({ popup_on_call: 1 }));
  await waitFor(() => expect(useOverlays.getState().incoming).not.toBeNull());
  rings();
  await entry();
  act(() => takeSettings({ popup_on_call: 0 }));
  expect(screen.queryByRole('link', { name: /Incoming/ })).toBeNull();
  // Admins have the panel's entry whatever is set.
  be({ productDetails: ['call'], type: 'admin', settings: [{ account_type: 4, popup_on_call: 0 }] });
  await waitFor(() => expect(useOverlays.getState().incoming).not.toBeNull());
});
