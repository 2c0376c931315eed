import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { draw, drawRoutes } from '../../tests/draw';
import { ArticleBody } from './ArticleBody';

it('draws what an article may hold, with headings below that of the page', () => {
  const { container } = draw(<ArticleBody language="ms" html='<h1 id="h-a">A</h1><p>B <em>c</em></p><ol start="3"><li>D</li></ol><pre><code>e</code></pre><hr>' />);
  expect(screen.getByRole('heading', { level: 2, name: 'A' }).id).toBe('article-h-a');
  expect(container.querySelector('[lang="ms"]')?.textContent).toContain('B c');
  expect(container.querySelector('ol')?.start).toBe(3);
  expect(container.querySelector('pre')?.tabIndex).toBe(0);
});

it('draws a table without the blanks between its parts', () => {
  draw(<ArticleBody language="en" html={'<table>\n<thead>\n<tr>\n<th>A</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<td>B</td>\n</tr>\n</tbody>\n</table>'} />);
  expect(screen.getAllByRole('row')).toHaveLength(2);
});

it('lets nothing through that runs, styles or leads where nobody expects it', () => {
  const { container } = draw(
    <ArticleBody
      language="en"
      html='<p style="color:red" onclick="x()" class="shell">A</p><script>window.ran = true</script><style>body{display:none}</style><iframe src="/x"></iframe><form><input><button>B</button></form><img src="x" onerror="x()"><a href="javascript:alert(1)">C</a><a href="//evil.test">D</a><svg onload="x()"><text>E</text></svg>'
    />,
  );
  const body = container.querySelector('[lang]');
  expect(body?.querySelectorAll('script,style,iframe,form,input,button,img,svg,a,[style*="red"],[onclick],.shell')).toHaveLength(0);
  expect(body?.textContent).toBe('ABCDE');
});

it('keeps links of this desk inside it, and opens others apart', async () => {
  const { router } = drawRoutes(
    [{ path: '*', element: <ArticleBody language="en" html='<p><a href="/support/kb/en/2">Two</a> <a href="#h-b">B</a> <a href="https://shop.test">Shop</a></p>' anchorPath={(id) => `/here/${id}`} /> }],
    '/',
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('link', { name: 'B' }));
  expect(router.state.location.pathname).toBe('/here/h-b');
  await user.click(screen.getByRole('link', { name: 'Two' }));
  expect(router.state.location.pathname).toBe('/support/kb/en/2');
  expect(screen.getByRole('link', { name: 'Shop' }).getAttribute('rel')).toBe('noopener noreferrer');
});
