import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { anInfo, SESSION_ANSWER } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { contextNow } from '../../actions/live';
import { sessionFrom } from '../../session/model';
import { useSession } from '../../session/store';
import { closeBeside, showBeside, type BesideProps } from '../../ui/beside';
import { loadTicketTexts } from '../texts';
import { ConversationPane } from './ConversationPane';
import type { Conversation } from './store';

const info = anInfo({ id: 5, source_lang: 'ms' });
const conversation = { number: '1001', phase: 'ready', info, messages: [], problem: null, hasOlder: false, loadingOlder: false } as unknown as Conversation;

function Panel({ language, insert, onClose }: BesideProps) {
  return (
    <>
      <p>{`Speaks ${language}`}</p>
      <button type="button" onClick={() => insert?.('From the panel.')}>
        Insert
      </button>
      <button type="button" onClick={onClose}>
        Close the panel
      </button>
    </>
  );
}

beforeEach(async () => {
  localStorage.clear();
  serve({});
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  await loadTicketTexts();
});
afterEach(() => act(closeBeside));

it.each([true, false])('has a panel of another room in the place of the details, and takes words from it (wide: %s)', async (wide) => {
  draw(<ConversationPane conversation={conversation} info={info} backTo={null} wide={wide} ended={undefined} />);
  act(() => showBeside({ ticketId: 6, label: 'Elsewhere', Panel }));
  expect(screen.queryByText('Speaks ms')).toBeNull();
  act(() => showBeside({ ticketId: 5, label: 'Articles', Panel }));
  expect(await screen.findByText('Speaks ms')).toBeTruthy();
  expect(screen.getByRole(wide ? 'complementary' : 'dialog', { name: 'Articles' })).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Insert' }));
  const field = screen.getByLabelText<HTMLTextAreaElement>('Your answer');
  await waitFor(() => expect(field.value).toBe('From the panel.'));
  expect(document.activeElement).toBe(field);
  // On a narrow screen it lies over what is written.
  expect(screen.queryByText('Speaks ms') !== null).toBe(wide);
});

it('goes with its conversation, and lets nobody write who cannot answer', () => {
  const shown = draw(<ConversationPane conversation={conversation} info={info} backTo={null} wide ended="It is over." />);
  expect(contextNow().ticket?.insert).toBeUndefined();
  act(() => showBeside({ ticketId: 5, label: 'Articles', Panel }));
  shown.unmount();
  draw(<ConversationPane conversation={conversation} info={info} backTo={null} wide ended={undefined} />);
  expect(screen.queryByText('Speaks ms')).toBeNull();
});
