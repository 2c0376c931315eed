import { describe, expect, it } from 'vitest';
import { aChannel, aMessage, anInfo } from '../../../tests/builders';
import { maxBytes } from './fileRules';
import { kindsFor } from './offers';
import { NO_RULES, rulesOf, textMax, windowOf } from './rules';
import { isRunningOut, timeLeft } from './timeLeft';

const HOUR = 3_600_000;

/** A channel nobody has heard of: everything the screens know of it is this. */
const pigeon = aChannel('PIGEON', {
  name: 'Carrier pigeon',
  group: 'birds',
  color: '#7A4B8F',
  send: {
    text_max: 120,
    caption_max: 20,
    media: ['image/*'],
    media_rules: [{ types: ['image/png'], max_bytes: 500 }],
    attachment_max_bytes: 900,
    attachments_max: 2,
    quick_replies_max: 3,
    location: true,
    window: { hours: 24, after: 'template' },
    templates: true,
  },
});

describe('the rules of a made-up channel', () => {
  const rules = rulesOf(anInfo(), pigeon);
  it('are its declaration, and nothing is offered that it does not name', () => {
    expect(rules).toMatchObject({ text_max: 120, quick_replies_max: 3, edit: false, react: false, html: false });
    expect(kindsFor(rules)).toEqual({ offered: ['quick_replies', 'location', 'template'], asWords: ['buttons', 'contact'] });
  });
  it('give way to what the server says of this ticket', () => {
    expect(rulesOf(anInfo({ send: { text_max: 60 } }), pigeon)).toMatchObject({ text_max: 60, location: true });
  });
  it('shorten a text beside a file, and a file of a special type', () => {
    expect([textMax(rules, false), textMax(rules, true)]).toEqual([120, 20]);
    expect([maxBytes('image/png', rules), maxBytes('image/jpeg', rules)]).toEqual([500, 900]);
    expect(textMax(NO_RULES, true)).toBeNull();
  });
});

describe('the messaging window', () => {
  const rules = rulesOf(anInfo(), pigeon);
  const heard = aMessage({ ts_ms: 10 * HOUR });
  it('counts from the last message of the customer', () => {
    const answer = aMessage({ id: 2, direction: 'out', ts_ms: 20 * HOUR });
    expect(windowOf(rules, anInfo(), [heard, answer], 30 * HOUR)).toEqual({ closesAt: 34 * HOUR, open: true, after: 'template' });
    expect(windowOf(rules, anInfo(), [heard], 34 * HOUR)?.open).toBe(false);
  });
  it('believes the server where the message is not at hand', () => {
    expect(windowOf(rules, anInfo({ window: { until: 40 * HOUR, after: 'template', open: true } }), [], 39 * HOUR)).toMatchObject({ open: true });
    expect(windowOf(rules, anInfo(), [], 0)).toMatchObject({ closesAt: null, open: false });
  });
  it('is not there where the channel has none', () => {
    expect(windowOf(NO_RULES, anInfo(), [heard], 99 * HOUR)).toBeNull();
  });
  it('says what is left, and when it is little', () => {
    expect(timeLeft(3 * HOUR + 60_000, 0)).toEqual({ hours: 3, minutes: 1 });
    expect(timeLeft(10, 0)).toEqual({ hours: 0, minutes: 1 });
    expect([isRunningOut(3 * HOUR, 0, 24), isRunningOut(5 * HOUR, 0, 24)]).toEqual([true, false]);
  });
});
