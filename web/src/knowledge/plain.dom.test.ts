import { expect, it } from 'vitest';
import { plainText } from './plain';

const plain = (html: string) => plainText(html, 'https://desk.test');

it('keeps paragraphs, headings and lines', () => {
  expect(plain('<h2 id="h-a">Refunds</h2><p>We send\n it <strong>back</strong>.<br>Soon.</p>')).toBe('Refunds\n\nWe send it back.\nSoon.');
});

it('writes lists, also those within others', () => {
  expect(plain('<ul><li>One</li><li>Two<ol start="3"><li>Deep</li></ol></li></ul>')).toBe('- One\n- Two\n  3. Deep');
});

it('puts the address of a link behind its words, and of this desk in full', () => {
  expect(plain('<p>See <a href="https://shop.test">the shop</a>, <a href="/support/kb/en/2">this</a> and <a href="https://a.test">https://a.test</a>.</p>')).toBe(
    'See the shop (https://shop.test), this (https://desk.test/support/kb/en/2) and https://a.test.',
  );
  expect(plain('<p><a href="#h-a">Above</a> <a href="mailto:a@shop.test">a@shop.test</a></p>')).toBe('Above a@shop.test');
});

it('quotes, keeps code as it is, and puts the cells of a row side by side', () => {
  expect(plain('<blockquote><p>One</p><p>Two</p></blockquote>')).toBe('> One\n>\n> Two');
  expect(plain('<pre><code>a\n  b\n</code></pre>')).toBe('a\n  b');
  expect(plain('<table><tbody><tr><td>A</td><td>B</td></tr><tr><td>C</td><td>D</td></tr></tbody></table>')).toBe('A | B\nC | D');
});

it('takes no script and no style for words', () => {
  expect(plain('<p>A</p><style>p{}</style><script>alert(1)</script>')).toBe('A');
});
