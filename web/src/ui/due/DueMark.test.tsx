import { act, screen } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draw } from '../../../tests/draw';
import { setLanguage } from '../../i18n/i18n';
import { Countdown } from './Countdown';
import { DueMark } from './DueMark';
import { isDueSoon, isOverdue, type TicketDue } from './moment';
import './texts';
import { shortSpan, spanWords, targetWords } from './words';

const NOW = 1_700_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const due = (over: Partial<TicketDue> = {}): TicketDue => ({
  metric: 'first_reply',
  at: NOW + 12 * MINUTE,
  warn_at: NOW + 6 * MINUTE,
  state: 'running',
  remaining_ms: null,
  breached: false,
  ...over,
});
const t = i18next.getFixedT('en', 'due');

// Languages are loaded with the true clock.
beforeEach(() => void vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

describe('a countdown', () => {
  it.each<[string, Partial<TicketDue>, string, string]>([
    ['calm', {}, '12m', 'First reply due in 12 minutes'],
    ['warned', { warn_at: NOW }, '12m', 'First reply due in 12 minutes'],
    ['overdue', { at: NOW - 25 * MINUTE, breached: true }, '-25m', 'First reply overdue by 25 minutes'],
    ['overdue', { at: NOW, breached: true }, '-1m', 'First reply overdue by 1 minute'],
    ['calm', { metric: 'resolution', at: NOW + 3.5 * HOUR, warn_at: null }, '3h', 'Resolution due in 3 hours'],
    ['calm', { metric: 'update', at: NOW + 50 * HOUR, warn_at: NOW + HOUR }, '2d', 'Update due in 2 days'],
    ['paused', { metric: 'resolution', at: null, warn_at: null, state: 'paused', remaining_ms: 2 * HOUR }, '2h', 'Resolution paused, 2 hours left'],
    ['paused', { metric: 'next_reply', at: null, state: 'paused', remaining_ms: -HOUR, breached: true }, '-1h', 'Next reply paused, overdue by 1 hour'],
  ])('is %s: %j', (urgency, over, text, name) => {
    draw(<Countdown due={due(over)} />);
    const mark = screen.getByRole('img', { name });
    expect([mark.dataset['due'], mark.textContent]).toEqual([urgency, text]);
  });

  it('has another icon for each urgency', () => {
    for (const over of [{}, { warn_at: NOW }, { at: NOW - MINUTE }, { at: null, state: 'paused', remaining_ms: MINUTE } as const]) draw(<Countdown due={due(over)} />);
    const icons = [...document.querySelectorAll('[data-due] svg')].map((icon) => icon.getAttribute('class'));
    expect(new Set(icons).size).toBe(4);
  });

  it('goes on by itself, through the warning, until it is overdue', () => {
    draw(<Countdown due={due()} />);
    const mark = () => screen.getByRole('img');
    act(() => void vi.advanceTimersByTime(5 * MINUTE));
    expect([mark().dataset['due'], mark().textContent]).toEqual(['calm', '7m']);
    act(() => void vi.advanceTimersByTime(MINUTE));
    expect([mark().dataset['due'], mark().textContent]).toEqual(['warned', '6m']);
    act(() => void vi.advanceTimersByTime(8 * MINUTE));
    expect(mark().getAttribute('aria-label')).toBe('First reply overdue by 2 minutes');
  });

  it('is not there where nothing is due, or nobody can say when', async () => {
    draw(<DueMark due={null} />);
    draw(<DueMark due={due({ at: null, warn_at: null })} />);
    draw(<DueMark due={due({ metric: 'update' })} />);
    // The one that can be said comes with its code; the others have none to show.
    expect((await screen.findByRole('img')).getAttribute('aria-label')).toBe('Update due in 12 minutes');
  });

  it.each([
    ['ms', '12 min', 'Balasan pertama perlu dibuat dalam 12 minit'],
    ['zh', '12分', /^首次回复将在12\s?分钟后到期$/],
  ] as const)('reads in %s', async (language, text, name) => {
    await act(() => setLanguage(language));
    draw(<Countdown due={due()} />);
    expect(screen.getByRole('img', { name }).textContent).toBe(text);
    await act(() => setLanguage('en'));
  });
});

it.each([
  [30_000, '1m', '1 minute'],
  [59.5 * MINUTE, '1h', '1 hour'],
  [47.9 * HOUR, '47h', '47 hours'],
  [48 * HOUR, '2d', '2 days'],
  [-30_000, '-1m', '1 minute'],
  [-25.5 * MINUTE, '-25m', '25 minutes'],
  [11.2 * MINUTE, '12m', '12 minutes'],
])('says %i milliseconds as %s and %s', (ms, short, words) => {
  expect([shortSpan(ms, t), spanWords(ms, 'en')]).toEqual([short, words]);
});

it.each([
  [45, '45 min'],
  [60, '1 h'],
  [90, '1 h 30 min'],
  [2880, '48 h'],
  [0, '0 min'],
])('says a target of %i minutes as %s', (minutes, words) => expect(targetWords(minutes, t)).toBe(words));

it.each<[string, TicketDue | null, boolean, boolean]>([
  ['nothing', null, false, false],
  ['paused', due({ state: 'paused', at: null, remaining_ms: 1 }), false, false],
  ['in four hours', due({ at: NOW + 4 * HOUR }), true, false],
  ['later', due({ at: NOW + 4 * HOUR + 1 }), false, false],
  ['over', due({ at: NOW - HOUR }), true, true],
])('tells what is soon and what is overdue: %s', (_what, of, soon, over) => {
  expect([isDueSoon(of, NOW), isOverdue(of, NOW)]).toEqual([soon, over]);
});
