import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { aMessage } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { useAgents } from '../../api/agents';
import type { Message } from '../../api/types';
import { offerCards, useProfile } from '../profile/open';
import { Customer } from './customer';
import { Sender } from './Sender';

const openCard = vi.fn();

beforeEach(() => {
  openCard.mockClear();
  offerCards(openCard);
  useAgents.setState({ names: new Map([['agent2', 'Mei']]) });
  useProfile.setState({ contact: null });
});

const show = (message: Partial<Message>, contact: number | null = 5) =>
  draw(
    <Customer value={{ ticket: 1, contact }}>
      <Sender message={aMessage(message)} name="Somebody" />
    </Customer>,
  );
const press = () => userEvent.setup().click(screen.getByRole('button', { name: 'Profile of Somebody' }));

it("opens a colleague's card", async () => {
  show({ direction: 'out', sender: 'agent2' });
  await press();
  expect(openCard).toHaveBeenCalledWith('agent2');
});

it.each(['bot', 'chatbot', 'translatebot'])('opens the card of %s', async (sender) => {
  show({ direction: 'out', sender });
  await press();
  expect(openCard).toHaveBeenCalledWith(sender);
});

it("opens the customer's profile", async () => {
  show({});
  await press();
  expect(useProfile.getState().contact).toBe(5);
});

it.each<[string, Partial<Message>, (number | null)?]>([
  ['a rule', { direction: 'out', sender: 'server' }],
  ['a customer nobody knows', {}, null],
  ['the customer of a merged ticket', { home_id: 9 }],
])('%s is only a name', (_who, message, contact) => {
  show(message, contact);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByText('Somebody')).toBeTruthy();
});

it('leaves the name where no card can be shown', () => {
  offerCards(openCard)();
  show({ direction: 'out', sender: 'agent2' });
  expect(screen.queryByRole('button')).toBeNull();
});
