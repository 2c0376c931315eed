import { expect, it } from 'vitest';
import type { JsonValue } from '../../../api/json';
import { aboutOf, webAddress, type About } from './about';

const of = (extras: JsonValue, message = 'Hello', type = 'text'): About[] => aboutOf({ extras, message, type });

it.each<[string, JsonValue, About[]]>([
  ['nothing', null, []],
  ['what nobody reads', { 'content-hash': 'ab', automatic: 'list', raw: '{}', contents: [] }, []],
  ['what is empty', { to: '', cc: ' , ', 'full-text': '', 'written-from': ' ', quote: '' }, []],
  ['what is no text', { group: { a: 1 }, forwarded: 12, quote: ['a'], 'note:odd': 4 }, []],
  ['recipients', { to: 'a@x.co, b@x.co', cc: 'c@x.co' }, [
    { kind: 'recipients', field: 'to', addresses: ['a@x.co', 'b@x.co'] },
    { kind: 'recipients', field: 'cc', addresses: ['c@x.co'] },
  ]],
  ['recipients of an answer', { to: [], cc: ['c@x.co', 4] }, [{ kind: 'recipients', field: 'cc', addresses: ['c@x.co'] }]],
  ['who wrote it', { 'written-from': 'x@y.co' }, [{ kind: 'line', say: 'written_from', value: 'x@y.co' }]],
  ['an answer of another program', { 'authored-by': 'business' }, [{ kind: 'line', say: 'another_program', value: '' }]],
  ['notes', { 'note:broken': 'It is broken.', 'note:too-large': 'One file is too large.', note: 'no' }, [
    { kind: 'note', text: 'It is broken.' },
    { kind: 'note', text: 'One file is too large.' },
  ]],
  ['a forward', { forwarded: 'once' }, [{ kind: 'line', say: 'forwarded', value: '' }]],
  ['a forward of many', { forwarded: 'many times' }, [{ kind: 'line', say: 'forwarded_many', value: '' }]],
  ['a forward from somebody', { forwarded: 'once', 'forwarded-from': 'News' }, [{ kind: 'line', say: 'forwarded_from', value: 'News' }]],
  ['a forward of many from somebody', { forwarded: 'many times', 'forwarded-from': 'News' }, [
    { kind: 'line', say: 'forwarded_many', value: '' },
    { kind: 'line', say: 'forwarded_from', value: 'News' },
  ]],
  ['a group and an album', { group: 'Shop', album: '99' }, [
    { kind: 'line', say: 'group', value: 'Shop' },
    { kind: 'line', say: 'album', value: '' },
  ]],
  ['a quote', { quote: 'many points', 'quote-from': 'Ben' }, [{ kind: 'quote', text: 'many points', from: 'Ben' }]],
  ['a link', { link: 'https://x.co/1' }, [{ kind: 'link', href: 'https://x.co/1' }]],
  ['a link of another kind', { link: 'javascript:alert(1)' }, []],
  ['an advertisement', {
    referral: 'https://ads.example/7', 'referral-type': 'ad', 'referral-headline': 'Red chair', 'referral-text': 'For 20 EUR', 'referral-media': 'https://x.co/a.png',
  }, [{ kind: 'referral', ad: true, headline: 'Red chair', text: 'For 20 EUR', href: 'https://ads.example/7' }]],
  ['a referral without an address', { referral: 'spring', 'referral-type': 'SHORTLINK' }, [
    { kind: 'referral', ad: false, headline: '', text: 'spring', href: null },
  ]],
  ['a picture alone', { 'referral-media': 'https://x.co/a.png' }, []],
  ['a sender that failed', { 'auth-spf': 'pass', 'auth-dkim': 'pass', 'auth-dmarc': 'FAIL (p=none)' }, [
    { kind: 'unverified', checks: 'SPF: pass, DKIM: pass, DMARC: fail' },
  ]],
  ['a sender that failed without a policy', { 'auth-spf': 'fail', 'auth-dkim': 'fail' }, [
    { kind: 'unverified', checks: 'SPF: fail, DKIM: fail, DMARC: none' },
  ]],
  ['a sender that failed in part', { 'auth-spf': 'fail', 'auth-dkim': 'pass', 'auth-dmarc': 'pass' }, []],
  ['a sender that passed', { 'auth-spf': 'pass', 'auth-dkim': 'pass', 'auth-dmarc': 'pass' }, []],
])('%s', (_what, extras, told) => {
  expect(of(extras)).toEqual(told);
});

it.each([
  ['only the rest below what is shown', 'Hello', 'Hello\n\n> Hi', '> Hi'],
  ['the whole where that begins otherwise', '[One sentence.]', 'Hello\n> Hi', 'Hello\n> Hi'],
  ['the whole where a word was cut', 'Hell', 'Hello\n> Hi', 'Hello\n> Hi'],
])('unfolds %s', (_what, message, full, text) => {
  expect(of({ 'full-text': full }, message)).toEqual([{ kind: 'whole', text }]);
});

it.each([
  ['that is the same', 'Hello', 'Hello \r\n', 'text', null],
  ['of a page, which folds its own', 'Hello', 'Hello\n> Hi', 'text/html', null],
  ['of a page elsewhere', 'Hello', 'Hello\n> Hi', 'text', '/page'],
])('has no text to unfold %s', (_what, message, full, type, html_url) => {
  expect(aboutOf({ extras: { 'full-text': full }, message, type, html_url })).toEqual([]);
});

it('cuts what is long and takes out what turns the direction of letters', () => {
  const [line, quote] = of({ quote: 'a'.repeat(5000), group: `\u202egnp\u0000 ${'b'.repeat(5000)}` });
  expect(line).toMatchObject({ kind: 'line', say: 'group' });
  const value = line?.kind === 'line' ? line.value : '';
  expect([value.slice(0, 4), value.length, value.at(-1)]).toEqual(['gnp ', 201, '…']);
  expect(quote?.kind === 'quote' ? quote.text.length : 0).toBe(601);
  expect(of(Object.fromEntries(Array.from({ length: 50 }, (_none, at) => [`note:${at}`, 'One.'])))).toHaveLength(10);
  expect(of({ to: Array.from({ length: 900 }, (_none, at) => `a${at}@x.co`).join(',') })[0]).toMatchObject({ addresses: { length: 100 } });
});

it.each([
  ['https://x.co/a b', 'https://x.co/a%20b'],
  ['http://x.co', 'http://x.co/'],
  [' https://x.co ', 'https://x.co/'],
  ['//x.co', null],
  ['x.co', null],
  ['data:text/html,a', null],
  ['JavaScript:alert(1)', null],
  ['https://shop.example@evil.example/', null],
  [`https://x.co/${'a'.repeat(3000)}`, null],
])('takes %s for a web address or not', (text, href) => {
  expect(webAddress(text)).toBe(href);
});
