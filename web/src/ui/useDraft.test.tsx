import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../tests/draw';
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

beforeEach(dropDrafts);

it('shows the first field that is wrong after sending, and leaves whoever types where they are', async () => {
  draw(<Form />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('first')));
  await user.type(screen.getByLabelText('second'), 'abc');
  expect(screen.getByLabelText<HTMLInputElement>('second').value).toBe('abc');
  expect(document.activeElement).toBe(screen.getByLabelText('second'));
});
