import { expect, it } from 'vitest';
import { quotedTail, wantsPictures } from './quotes';

function page(html: string): HTMLElement {
  const body = document.createElement('div');
  body.innerHTML = html;
  document.body.append(body);
  return body;
}

it('finds the earlier mail that an answer ends with', () => {
  expect(quotedTail(page('<p>Thanks!</p><blockquote>Before <blockquote>and before that</blockquote></blockquote>'))?.textContent).toBe(
    'Before and before that',
  );
});

it.each([
  ['a mail without one', '<p>Hello</p>'],
  ['a mail that is nothing else', '<blockquote>Only this</blockquote>'],
  ['words below it', '<p>See</p><blockquote>this</blockquote><p>and answer.</p>'],
])('folds nothing in %s', (_what, html) => {
  expect(quotedTail(page(html))).toBeNull();
});

it.each([
  ['<img src="https://shop.example/pixel.gif">', true],
  ["<img width=1 src='//shop.example/pixel.gif'>", true],
  ['<img src="/api/attachments/4?c=1">', false],
  ['<img src="data:image/png;base64,AA==">', false],
  ['<p>https://shop.example</p>', false],
])('knows whether %s comes from elsewhere', (html, elsewhere) => {
  expect(wantsPictures(html)).toBe(elsewhere);
});
