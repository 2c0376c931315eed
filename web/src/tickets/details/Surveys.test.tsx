import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { anInfo } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { applyEvent } from '../../realtime/apply';
import { Surveys } from './Surveys';

const one = {
  id: 9, survey_id: 1, survey: 'After closing', ticket_id: 1, ticket_number: 12, customer: 'Mei', channel: 'TELEGRAM', state: 'sent', reason: '', detail: '',
  created_at: 1, sent_at: 2, expires_at: 4_000_000_000_000, rating: null as number | null, comment: '', answered_at: null as number | null, changed_at: null as number | null, answers: [] as object[],
};
const answered = {
  ...one, rating: 4, comment: 'Quick and kind', answered_at: 3, changed_at: 4,
  answers: [{ question: 'Overall?', kind: 'rating', look: 'stars', answer: '4' }, { question: 'Why?', kind: 'text', look: 'stars', answer: 'Quick and kind' }],
};

it('shows a rating with its words as soon as it is given', async () => {
  let list: object[] = [one];
  serve({ 'GET /api/tickets/1/survey': () => ({ body: list }) });
  draw(<Surveys info={anInfo({ id: 1 })} />);
  expect(await screen.findByText(/not answered yet/)).toBeTruthy();
  list = [answered];
  applyEvent('surveyChanged', { ticket_id: 1, survey: answered });
  expect(await screen.findByRole('img', { name: '4 of 5' })).toBeTruthy();
  expect(screen.getAllByText('Quick and kind').length).toBe(2);
  expect(screen.getByText(/^Answered .* · Changed /)).toBeTruthy();
});

it('says why nothing was sent, and what speaks against sending', async () => {
  const { asked } = serve({
    'GET /api/tickets/1/survey': { body: [{ ...one, state: 'not_sent', reason: 'window' }] },
    'POST /api/tickets/1/survey': { status: 409, body: { error: { code: 'conflict', message: 'The sender is blocked.' } } },
  });
  draw(<Surveys info={anInfo({ id: 1 })} />);
  expect(await screen.findByText(/takes nothing until the customer writes again/)).toBeTruthy();
  await userEvent.setup().click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(asked.some((call) => call.key.startsWith('POST'))).toBe(true));
});

it('is not there where nobody can be asked, and says when it could not be loaded', async () => {
  serve({ 'GET /api/tickets/1/survey': { body: [] }, 'GET /api/tickets/2/survey': { status: 500, body: {} } });
  draw(<Surveys info={anInfo({ id: 1, told: false })} />);
  await waitFor(() => expect(screen.queryByText('Survey')).toBeNull());
  draw(<Surveys info={anInfo({ id: 2 })} />);
  expect(await screen.findByRole('alert')).toBeTruthy();
});
