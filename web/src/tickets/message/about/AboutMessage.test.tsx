import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aMessage } from '../../../../tests/builders';
import { draw } from '../../../../tests/draw';
import type { Message } from '../../../api/types';
import { NO_RULES } from '../../composer/rules';
import { MessageItem } from '../MessageItem';

const show = (message: Partial<Message>, letters = false) =>
  draw(
    <MessageItem
      message={aMessage(message)}
      previous={undefined}
      customer="Aisyah"
      rules={NO_RULES}
      letters={letters}
      startsUnread={false}
      onReply={() => undefined}
    />,
  );

it('tells who else got a mail, folded where they are many', async () => {
  const to = Array.from({ length: 6 }, (_none, at) => `p${at}@shop.example`);
  show({ extras: { to: to.join(', '), cc: 'boss@shop.example' } }, true);
  expect(await screen.findByText('Cc boss@shop.example')).toBeTruthy();
  expect(screen.queryByText(/p5@shop\.example/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '3 more' }));
  expect(screen.getByText(/p5@shop\.example/)).toBeTruthy();
});

it('unfolds what was cut off a mail', async () => {
  show({ message: 'First order: 3 chairs', extras: { 'full-text': 'First order: 3 chairs\n--\nSecond order: 4 tables' } }, true);
  const button = await screen.findByRole('button', { name: 'Show quoted text' });
  expect(screen.queryByText(/Second order/)).toBeNull();
  await userEvent.click(button);
  expect(screen.getByText(/Second order: 4 tables/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Hide quoted text' }).getAttribute('aria-expanded')).toBe('true');
});

it('tells of the advertisement that somebody came from, and loads nothing of it', async () => {
  show({
    message: 'Is this still available?',
    extras: { referral: 'https://ads.example/7', 'referral-type': 'ad', 'referral-headline': '<b>Red chair</b>', 'referral-media': 'https://x.example/a.png' },
  });
  expect(await screen.findByText('<b>Red chair</b>')).toBeTruthy();
  expect(screen.getByText('Came from an advertisement')).toBeTruthy();
  const link = screen.getByRole('link', { name: 'ads.example' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual(['https://ads.example/7', 'noopener noreferrer']);
  expect(document.querySelector('article img, article video, article iframe')).toBeNull();
});

it('shows the words that are answered above the answer', async () => {
  show({ message: 'this one is wrong', extras: { quote: 'many points', 'quote-from': 'Ben' } });
  const quote = await screen.findByText('many points');
  expect(screen.getByText('Ben')).toBeTruthy();
  expect(quote.compareDocumentPosition(screen.getByText('this one is wrong')) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

it('warns of a sender that could not be verified, with what each check said', async () => {
  show({ extras: { 'auth-spf': 'pass', 'auth-dkim': 'none', 'auth-dmarc': 'fail' } }, true);
  const sign = await screen.findByText('Sender could not be verified');
  expect(sign.closest('[aria-description]')?.getAttribute('aria-description')).toBe('SPF: pass, DKIM: none, DMARC: fail');
});

it('tells notes, forwards, groups, albums and where a message is at its provider', async () => {
  const extras = {
    'written-from': 'x@y.example', 'note:broken': 'It is not built correctly.', forwarded: 'many times', group: 'Shop', album: '9', link: 'https://p.example/1',
  };
  show({ extras });
  for (const words of ['Written from x@y.example', 'It is not built correctly.', 'Forwarded many times', 'Group: Shop', 'Part of an album']) {
    expect(await screen.findByText(words)).toBeTruthy();
  }
  expect(screen.getByRole('link', { name: 'Open at the provider' }).getAttribute('href')).toBe('https://p.example/1');
});

it('leaves a message without any of it as it is', () => {
  show({ message: 'Hello', extras: {} });
  expect(document.querySelector('[data-about]')).toBeNull();
});
