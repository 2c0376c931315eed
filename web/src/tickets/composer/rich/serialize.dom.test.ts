import { DOMParser as DocumentParser } from '@tiptap/pm/model';
import { describe, expect, it } from 'vitest';
import { cleanBody } from './clean';
import { outgoingHtml } from './html';
import { bodyOf, docOf, richTextOfHtml } from './parse';
import { SCHEMA } from './schema';
import { serialize } from './serialize';

const kept = (html: string) => serialize(docOf({ text: '', html }));
const pasted = (html: string) => richTextOfHtml(html);
const lines = (html: string) => pasted(html).text.split('\n');

describe('what is kept', () => {
  it.each(['', 'One', 'One\n\nTwo\n', '  two  blanks ', '- no list <b>', 'a\u00a0b'])('of plain text is that text: %j', (text) => {
    expect(serialize(docOf({ text, html: null }))).toEqual({ text, html: null });
  });

  it.each([
    ['<p>A <strong>b</strong> <em>c</em> <u>d</u> <s>e</s> <code>f</code></p>', 'A b c d e f'],
    ['<ul><li><p>one</p><ul><li><p>two</p></li></ul></li><li><p>three</p></li></ul>', '- one\n  - two\n- three'],
    ['<ol start="3"><li><p>one</p></li><li><p>two</p></li></ol>', '3. one\n4. two'],
    ['<blockquote><p>one</p><p>two</p></blockquote><p>three</p>', '> one\n> two\nthree'],
    ['<pre><code>a  b\n  &lt;c></code></pre>', 'a  b\n  <c>'],
    ['<p><a href="https://shop.example/?a=1&amp;b=2">our shop</a></p>', 'our shop (https://shop.example/?a=1&b=2)'],
    ['<p><strong>a&nbsp; b</strong><br>c</p>', 'a  b\nc'],
  ])('of %s is the same, and as text %j', (html, text) => {
    expect(kept(html)).toEqual({ text, html });
  });

  it('is text where nothing is formatted', () => {
    const plain = '<p>See <a href="https://shop.example/">https://shop.example</a> or <a href="mailto:a@b.co">a@b.co</a></p>';
    expect(kept(plain)).toEqual({ text: 'See https://shop.example or a@b.co', html: null });
    expect(kept('<ul><li><p></p></li></ul>')).toEqual({ text: '', html: null });
  });

  it('takes no address that runs something', () => {
    expect(kept('<p><a href="javascript:alert(1)">x</a> <a href="data:text/html,x">y</a></p>')).toEqual({ text: 'x y', html: null });
  });
});

it.each([
  ['<p>Hello</p><p></p><p>Mei, <strong>thanks</strong></p>', '<p>Hello<br><br>Mei, <strong>thanks</strong></p>'],
  ['<p></p><p>a</p><ul><li><p>b</p><p>c</p></li><li><p>d</p><ul><li><p>e</p></li></ul></li></ul><p></p><p></p>', '<p>a</p><ul><li>b<br>c\n</li><li>d\n<ul><li>e\n</li></ul></li></ul>'],
  ['<p></p><blockquote><p>q</p></blockquote><p>a</p>', '<blockquote><p>q</p></blockquote><p>a</p>'],
  ['<pre><code>x</code></pre><p>a</p>', '<pre><code>x</code></pre>\n<p>a</p>'],
])('%s leaves the desk as mail programs show it', (html, sent) => {
  expect(outgoingHtml(html)).toBe(sent);
  // Called back, it says the same.
  expect(richTextOfHtml(sent).text.trim()).toBe(kept(html).text.trim());
});

describe('what is pasted', () => {
  it('loses scripts, styles, pictures, frames and forms', () => {
    const html =
      '<style>p{color:red}</style><p class="x" style="color:red" onclick="run()">One <span style="font-weight:bold">two</span><img src="https://track.example/1.gif"><script>run()</script></p><iframe src="https://a.example"></iframe><form><input value="x"><button>Go</button></form>';
    expect(pasted(html)).toEqual({ text: 'One two', html: '<p>One <strong>two</strong></p>' });
  });

  it('makes lists of those of Word', () => {
    const item = (level: number, sign: string, text: string) =>
      `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span></span><![endif]>${text}<o:p></o:p></p>`;
    const html = `<html><head><style>p.MsoNormal{margin:0}</style></head><body><!--StartFragment--><p class=MsoNormal>Dear <b>Mei</b><o:p></o:p></p>${item(1, '·', 'lamp')}${item(2, 'o', 'bulb')}${item(1, '·', 'desk')}<p class=MsoNormal>and<o:p></o:p></p>${item(1, '1.', 'first')}${item(1, '2.', 'second')}<p class=MsoNormal><o:p>&nbsp;</o:p></p><!--EndFragment--></body></html>`;
    expect(pasted(html).html).toBe(
      '<p>Dear <strong>Mei</strong></p><ul><li><p>lamp</p><ul><li><p>bulb</p></li></ul></li><li><p>desk</p></li></ul><p>and</p><ol><li><p>first</p></li><li><p>second</p></li></ol><p></p>',
    );
  });

  it('keeps the lines of pages and mails', () => {
    expect(lines('<p>One</p>\n<p>Two<br>three</p>')).toEqual(['One', '', 'Two', 'three']);
    expect(lines('<div>One</div><div><br></div><div>Two</div>')).toEqual(['One', '', 'Two']);
    expect(lines('<h1>Title</h1><p>Text</p>')).toEqual(['Title', 'Text']);
    expect(lines('<p class="MsoNormal">One</p><p class="MsoNormal">Two</p>')).toEqual(['One', 'Two']);
    expect(lines('<table><tr><th>Lamp</th><th>Price</th></tr><tr><td><p>Small</p></td><td>12&nbsp;€</td></tr></table>')).toEqual(['Lamp Price', 'Small 12 €']);
    expect(lines('<table><tr><td><table><tr><td><p>In a page</p></td></tr></table></td></tr></table>')).toEqual(['In a page']);
  });

  it('is text where Google writes a bold that is none', () => {
    expect(pasted('<b style="font-weight:normal" id="docs-internal-guid-1"><p>One</p></b>').html).toBeNull();
  });

  it('is cleaned in a moment, as much as is cleaned at all', () => {
    const html = `<p class=MsoNormal style='margin:0cm;font-size:11.0pt'><span style='mso-bidi-font-weight:bold'>Some words of a page<o:p></o:p></span></p>`.repeat(1_400);
    expect(html.length).toBeGreaterThan(180_000);
    const start = performance.now();
    DocumentParser.fromSchema(SCHEMA).parse(cleanBody(bodyOf(html)));
    // jsdom takes several times what a browser does.
    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
