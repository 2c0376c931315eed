import { screen } from '@testing-library/react';
import axe from 'axe-core';
import { expect, it } from 'vitest';
import { draw } from '../../tests/draw';
import { serveInteractions, SOME } from '../../tests/interactions';
import { InteractionsRoom } from './InteractionsRoom';

/** Colours and sizes need a browser; the frame of the workspace has the landmarks. */
async function violations(): Promise<string[]> {
  const { violations: found } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false }, region: { enabled: false } } });
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

it.each([
  ['in the choice of a contact', '/interactions', 'Contacts found'],
  ['in a timeline', '/interactions?contact=u7&channel=TELEGRAM', 'Interactions with Puan Mei'],
])('finds nothing %s', async (_where, path, list) => {
  serveInteractions(...SOME);
  draw(
    <main>
      <InteractionsRoom pathOf={({ ticket_number: number }) => `/ticket/${number}`} />
    </main>,
    path,
  );
  await screen.findByRole('list', { name: list });
  expect(await violations()).toEqual([]);
});
