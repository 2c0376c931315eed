import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { draw } from '../../../tests/draw';
import { serve } from '../../../tests/server';
import { ExtensionDialog } from './ExtensionDialog';

const LIST = 'GET /api/extension/get';
const PEOPLE = [
  { extension: '101', name: 'Mei' },
  { extension: '102', name: 'Anna' },
  { extension: '101', name: 'Ben' },
];
const chosen = vi.fn<(extension: string) => void>();
const closed = vi.fn();

function open(answer: Parameters<typeof serve>[0][string], value = '') {
  const { asked } = serve({ [LIST]: answer });
  draw(
    <ExtensionDialog
      title="Transfer"
      label="Extension"
      action="Do it"
      value={value}
      onClose={closed}
      onChoose={(extension) => {
        chosen(extension);
        return Promise.resolve(null);
      }}
    />,
  );
  return { asked, user: userEvent.setup() };
}

const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Extension' });
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const shown = (options: string[]) => waitFor(() => expect(offered()).toEqual(options));

beforeEach(() => {
  chosen.mockClear();
  closed.mockClear();
});

it('offers the extensions of the desk with their names, each once', async () => {
  const { asked, user } = open({ body: PEOPLE });
  await user.click(await field());
  await shown(['101 – Mei', '102 – Anna']);
  expect(asked).toHaveLength(1);
  await user.click(screen.getByRole('option', { name: '102 – Anna' }));
  expect((await field()).value).toBe('102');
  await user.click(screen.getByRole('button', { name: 'Do it' }));
  expect(chosen.mock.calls).toEqual([['102']]);
});

it('finds one by a part of its name, and takes it by the keys before it acts', async () => {
  const { user } = open({ body: PEOPLE });
  await user.click(await field());
  await shown(['101 – Mei', '102 – Anna']);
  await user.type(await field(), 'ann');
  await shown(['102 – Anna']);
  await user.keyboard('{ArrowDown}{Enter}');
  expect((await field()).value).toBe('102');
  expect(chosen).not.toHaveBeenCalled();
  await user.keyboard('{Enter}');
  expect(chosen.mock.calls).toEqual([['102']]);
});

it('takes any other number, as not every telephone was used by somebody', async () => {
  const { user } = open({ body: PEOPLE });
  await user.click(await field());
  await shown(['101 – Mei', '102 – Anna']);
  await user.type(await field(), '199');
  await shown([]);
  await user.keyboard('{Enter}');
  expect(chosen.mock.calls).toEqual([['199']]);
});

it.each([
  ['a refusal', { status: 403, body: { error: { code: 'forbidden', message: 'No.' } } }],
  ['a failure', { status: 500, body: { error: { code: 'internal', message: 'Broken.' } } }],
  ['no answer yet', () => new Promise<never>(() => undefined)],
])('says nothing of %s, and takes what is typed', async (_, answer) => {
  const { user } = open(answer);
  await user.type(await field(), '103');
  expect([offered(), screen.queryByRole('alert')]).toEqual([[], null]);
  await user.keyboard('{Enter}');
  expect(chosen.mock.calls).toEqual([['103']]);
});

it('closes by the first Escape where nothing is offered', async () => {
  const { user } = open({ body: [] }, '102');
  await user.click(await field());
  await user.keyboard('{Escape}');
  expect(closed).toHaveBeenCalledTimes(1);
});
