import { describe, expect, it } from 'vitest';
import type { Message } from '../../api/types';
import { botOf, sideOf } from './bot';

const said = (direction: 'in' | 'out', message: string, extras: Record<string, unknown>) =>
  ({ direction, message, extras }) as unknown as Message;

describe("a bot's words", () => {
  it('stand on our side under its name, and not in the bubble of the customer', () => {
    const words = said('in', '[Robin] 我这就请同事来。\n[handed over]', { bot: 'rule', automatic: true });
    expect(botOf(words)).toEqual({ name: 'Robin', text: '我这就请同事来。\n[handed over]' });
    expect(sideOf(words)).toBe('out');
    expect(botOf(said('in', 'No name', { bot: 'miss' }))).toEqual({ name: '', text: 'No name' });
  });

  it('are those that the channel says, and none of the customer or an agent', () => {
    expect(sideOf(said('in', '[Robin] I am no bot', {}))).toBe('in');
    expect(botOf(said('out', '[Robin] Hello', { bot: 'rule' }))).toBeNull();
  });
});
