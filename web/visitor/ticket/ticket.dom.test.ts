import { describe, expect, it } from 'vitest';
import { readRoute } from '../route';
import { readSent } from './api';
import { forget, keep, keyFor, readKept } from './kept';
import { NOTHING, sizeText, wrongs, type FormRules } from './model';
import { TEXTS } from './texts';

const rules: FormRules = { title: '', intro: '', required: ['email'], messageMax: 10, filesMax: 5, fileMaxBytes: 1000 };
const good = { ...NOTHING, name: 'Mei', email: 'mei@shop.example', message: 'Hi' };

describe('the form', () => {
  it('says everything that is wrong at once', () => {
    expect(wrongs(good, 0, rules)).toEqual({});
    expect(wrongs(NOTHING, 0, rules)).toEqual({ name: 'empty', email: 'empty', message: 'empty' });
    expect(wrongs({ ...good, email: 'mei' }, 0, rules)).toEqual({ email: 'badEmail' });
    expect(wrongs({ ...good, phone: '12' }, 0, rules)).toEqual({ phone: 'badPhone' });
    expect(wrongs({ ...good, message: 'x'.repeat(11) }, 0, rules)).toEqual({ message: 'tooLong' });
  });

  it('asks for one way to answer, and for a file where that is needed', () => {
    const free = { ...rules, required: [] };
    expect(wrongs({ ...good, email: '' }, 0, free)).toEqual({ email: 'reach' });
    expect(wrongs({ ...good, email: '', phone: '+60 12-345 6789' }, 0, free)).toEqual({});
    expect(wrongs(good, 0, { ...rules, required: ['file'] })).toEqual({ file: 'needFile' });
  });

  it('is found by its address', () => {
    expect(readRoute('/new_ticket/a%2Fb')).toEqual({ page: 'new_ticket', token: 'a/b' });
    expect(readRoute('/new_ticket/')).toEqual({ page: 'unknown' });
    expect(readRoute('/register/livechat/x')).toEqual({ page: 'register', token: 'x' });
  });

  it('keeps the words for this tab, and the word for a sending as long as nothing changes', () => {
    const tried = keyFor(null, good, []);
    keep('abc', { values: good, tried });
    expect(readKept('abc')).toEqual({ values: good, tried });
    expect(keyFor(tried, good, []).key).toBe(tried.key);
    expect(keyFor(tried, { ...good, message: 'Ho' }, []).key).not.toBe(tried.key);
    forget('abc');
    expect(readKept('abc').values).toEqual(NOTHING);
  });

  it('understands every answer', () => {
    expect(readSent(201, { ticket_number: 12 }, 0)).toEqual({ kind: 'sent', number: 12 });
    expect(readSent(422, { error: { fields: { email: 'No.' } } }, 0)).toEqual({ kind: 'wrong', fields: ['email'] });
    expect(readSent(429, null, 90)).toEqual({ kind: 'tooOften', seconds: 90 });
    expect([403, 404, 413, 500].map((status) => readSent(status, null, 0).kind)).toEqual(['closed', 'unknown', 'tooLarge', 'failed']);
  });

  it('speaks three languages with the same places to fill', () => {
    const places = (texts: object) => Object.entries(texts).map(([key, text]) => [key, String(text).match(/\{\w+\}/g)?.sort().join() ?? '']);
    expect(places(TEXTS['ms'] ?? {})).toEqual(places(TEXTS['en'] ?? {}));
    expect(places(TEXTS['zh'] ?? {})).toEqual(places(TEXTS['en'] ?? {}));
    expect(sizeText(20 * 1_048_576)).toBe('20 MB');
  });
});
