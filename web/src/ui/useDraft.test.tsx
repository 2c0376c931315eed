import { Checkbox, TextInput } from '@mantine/core';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { draw } from '../../tests/draw';
import { Problem } from '../api/problem';
import { useDialog } from './dialog';
import { dropDrafts, useDraft } from './useDraft';

function Form() {
  const { draft, faults, form, change, send } = useDraft('one', { first: '', second: '' });
  const field = (name: 'first' | 'second') => (
    <input
      aria-label={name}
      aria-invalid={name in faults}
      value={draft[name]}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <form ref={form}>
      {field('first')}
      {field('second')}
      <button type="button" onClick={() => void send(() => Promise.resolve(1), { first: 'No.', second: 'No.' })}>
        Send
      </button>
    </form>
  );
}

beforeEach(() => {
  dropDrafts();
  localStorage.clear();
});

it('shows the first field that is wrong after sending, and leaves whoever types where they are', async () => {
  draw(<Form />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('first')));
  await user.type(screen.getByLabelText('second'), 'abc');
  expect(screen.getByLabelText<HTMLInputElement>('second').value).toBe('abc');
  expect(document.activeElement).toBe(screen.getByLabelText('second'));
});

function Letter({ onLeft }: { onLeft: () => void }) {
  const { draft, dirty, busy, faults, failure, form, input, change, send, leave, reset } = useDraft('letter', { title: '', lines: ['a', 'b'], urgent: false }, 'mei');
  const refuse = () => Promise.reject(new Problem('invalid', 422, 'no', { title: 'Too short.', 'lines.1': 'Not this.' }));
  return (
    <form ref={form}>
      <TextInput label="Title" {...input('title')} />
      <Checkbox label="Urgent" {...input('urgent', { type: 'checkbox' })} />
      <button type="button" onClick={() => change({ lines: [...draft.lines, 'c'] })}>
        More
      </button>
      <button type="button" disabled={busy} onClick={() => void send(refuse)}>
        Send
      </button>
      <button type="button" onClick={() => void send(() => Promise.resolve(1))}>
        Keep
      </button>
      <button type="button" onClick={() => leave(onLeft)}>
        Leave
      </button>
      <button type="button" onClick={reset}>
        Undo
      </button>
      <output>{JSON.stringify({ draft, dirty, faults, failed: failure !== null })}</output>
    </form>
  );
}

const shown = () => JSON.parse(screen.getByRole('status').textContent) as unknown;
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('puts what the server refuses beside its field until that one changes, with all that is in it', async () => {
  draw(<Letter onLeft={() => undefined} />);
  await press('Send');
  expect(await screen.findByText('Too short.')).toBeTruthy();
  expect(shown()).toMatchObject({ faults: { title: 'Too short.', 'lines.1': 'Not this.' }, failed: true });
  await userEvent.click(screen.getByLabelText('Urgent'));
  expect(shown()).toMatchObject({ draft: { urgent: true }, faults: { title: 'Too short.', 'lines.1': 'Not this.' } });
  await userEvent.type(screen.getByLabelText('Title'), 'Hi');
  expect(shown()).toMatchObject({ draft: { title: 'Hi' }, faults: { 'lines.1': 'Not this.' } });
  await press('More');
  expect(shown()).toMatchObject({ draft: { lines: ['a', 'b', 'c'] }, faults: {} });
});

it('keeps what was typed over closing and a reload, until it is sent or taken back', async () => {
  const first = draw(<Letter onLeft={() => undefined} />);
  await userEvent.type(screen.getByLabelText('Title'), 'Hi');
  first.unmount();
  dropDrafts();
  draw(<Letter onLeft={() => undefined} />);
  expect(shown()).toMatchObject({ draft: { title: 'Hi' }, dirty: true });
  await press('Undo');
  expect(shown()).toMatchObject({ draft: { title: '', lines: ['a', 'b'] }, dirty: false, failed: false });
  expect(localStorage).toHaveLength(0);
  await userEvent.type(screen.getByLabelText('Title'), 'Ho');
  expect(localStorage).toHaveLength(1);
  await press('Keep');
  await waitFor(() => expect(localStorage).toHaveLength(0));
});

it('asks before what was typed is lost, and only then', async () => {
  const onLeft = vi.fn();
  draw(<Letter onLeft={onLeft} />);
  await press('Leave');
  expect(onLeft).toHaveBeenCalledOnce();
  await userEvent.type(screen.getByLabelText('Title'), 'Hi');
  await press('Leave');
  expect(onLeft).toHaveBeenCalledOnce();
  useDialog.getState().dialog?.confirm?.run();
  expect(onLeft).toHaveBeenCalledTimes(2);
});
