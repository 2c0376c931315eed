import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { useVariant, WHOLE_DESK } from '../../api/variant';
import { useSession } from '../../session/store';
import { ContactPage } from './ContactPage';
import { PricingPage } from './PricingPage';

afterEach(() => useVariant.setState({ variant: WHOLE_DESK }));

it('shows the plans to strangers, none of them as theirs', () => {
  useSession.setState({ phase: 'out', session: null });
  draw(<PricingPage />);
  expect(screen.getAllByRole('heading', { level: 3 }).map((name) => name.textContent)).toEqual(['Starter', 'Basic', 'Pro', 'Enterprise']);
  expect(screen.queryByText('Your plan')).toBeNull();
  expect(screen.getByRole('link', { name: 'Contact' }).getAttribute('href')).toBe('/contact');
});

it('leads to the form that is configured', () => {
  useVariant.setState({ variant: { ...WHOLE_DESK, contact_form: 'a-form' } });
  draw(<ContactPage />);
  expect(screen.getByRole('link', { name: 'Write a message' }).getAttribute('href')).toBe('/new_ticket/a-form');
});

const OPEN = { 'GET /api/contact': { body: { available: true, message_max: 10_000 } } };

async function fill() {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Your name'), 'Mei');
  await user.type(screen.getByLabelText('Email address'), 'mei@customer.example');
  await user.type(screen.getByLabelText('Message'), 'Hello');
  return user;
}
const send = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Send message' }));

it('keeps a message for the operator and says its number', async () => {
  let lost = true;
  const { asked } = serve({
    ...OPEN,
    'POST /api/contact': () => {
      if (!lost) return { status: 201, body: { result: 'success', ticket_number: 12 } };
      lost = false;
      return new Error('the line broke');
    },
  });
  draw(<ContactPage />);
  const user = await fill();
  await send(user);
  expect(await screen.findByRole('alert')).toBeTruthy();
  await send(user);
  expect((await screen.findByRole('status')).textContent).toContain('the number 12');
  const bodies = asked.filter(({ key }) => key.startsWith('POST')).map(({ body }) => body as Record<string, string>);
  expect(bodies[0]).toMatchObject({ name: 'Mei', email: 'mei@customer.example', message: 'Hello', website: '' });
  expect(bodies[1]?.['queue_id'], 'a second press is the same message').toBe(bodies[0]?.['queue_id']);
});

it('asks for what is missing, puts refusals under their fields and keeps what was typed', async () => {
  serve({ ...OPEN, 'POST /api/contact': { status: 422, body: { error: { code: 'invalid', fields: { email: 'Wrong.' } } } } });
  draw(<ContactPage />);
  await screen.findByLabelText('Your name');
  await send(userEvent.setup());
  expect(screen.getByText('Enter your email address.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Your name'));
  await send(await fill());
  expect(await screen.findByText('This is not an email address.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Message').value).toBe('Hello');
});

it('says so where nobody takes messages', async () => {
  serve({ 'GET /api/contact': { body: { available: false, message_max: 10_000 } } });
  draw(<ContactPage />);
  expect(await screen.findByText(/take no messages here/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Send message' })).toBeNull();
});
