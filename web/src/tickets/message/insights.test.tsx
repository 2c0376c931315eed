import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { aMessage } from '../../../tests/builders';
import { draw } from '../../../tests/draw';
import { loadTicketTexts } from '../texts';
import { hasInsights } from './insights';
import { Insights } from './Insights';
import { insightsOf } from './insightsOf';

beforeEach(loadTicketTexts);

it('finds nothing where all of it is empty', () => {
  const none = aMessage({ aiqon_results: null, anchor: '', traits: {}, alternative: [] });
  expect([hasInsights(none), insightsOf(none)]).toEqual([false, []]);
});

it('leaves what a helper told when somebody asked to the room of the helpers', () => {
  const told = { value: 'detractor', scores: [], helper: 'Local', ts: 1 };
  expect(insightsOf(aMessage({ advocacy: told, anchor: 'delivery' })).map(({ key }) => key)).toEqual(['anchor']);
  const { container } = draw(<Insights message={aMessage({ advocacy: told })} />);
  expect(container.querySelector('button')).toBeNull();
});

it('tells words and data under their keys, folded at first', async () => {
  const message = aMessage({ anchor: 'delivery', aiqon_results: { intent: 'refund' }, traits: '{"openness":0.8}', keywin: 3 });
  expect(hasInsights(message)).toBe(true);
  draw(<Insights message={message} />);
  const fold = screen.getByRole('button', { name: 'Insights' });
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(fold);
  const heads = await screen.findAllByRole('heading', { level: 4, hidden: true });
  expect(heads.map((head) => head.textContent)).toEqual(['aiqon_results', 'anchor', 'keywin', 'traits']);
  expect(screen.getByText('delivery')).toBeTruthy();
  expect(screen.getByText(/"intent": "refund"/)).toBeTruthy();
  expect(screen.getByText(/"openness": 0.8/)).toBeTruthy();
});

it.each([
  ['words', 'Asked for a refund last week', 'Asked for a refund last week'],
  ['data', { order: 'A-17' }, /"order": "A-17"/],
])('tells the context of a message, in %s', async (_as, context, shown) => {
  const message = aMessage({ context });
  expect(hasInsights(message)).toBe(true);
  draw(<Insights message={message} />);
  await userEvent.click(screen.getByRole('button', { name: 'Insights' }));
  expect(await screen.findByRole('heading', { name: 'context', level: 4, hidden: true })).toBeTruthy();
  expect(screen.getByText(shown)).toBeTruthy();
});
