import { Modal, TagsInput } from '@mantine/core';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, type ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aMessage, anInfo, SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { anAction, withKeys } from '../../tests/keys';
import { serve } from '../../tests/server';
import { useFields } from '../api/fields';
import { useMacros } from '../api/macros';
import { CustomStatuses } from '../presence/CustomStatuses';
import { EntryDialog } from '../entry/EntryDialog';
import { openByHand } from '../entry/openFor';
import { SearchPanel } from '../search/SearchPanel';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { ExtensionDialog } from '../tickets/calls/ExtensionDialog';
import { Composer } from '../tickets/composer/Composer';
import { NO_RULES } from '../tickets/composer/rules';
import { TimeDialog } from '../tickets/composer/TimeDialog';
import { MacroDialog } from '../tickets/conversation/MacroDialog';
import { Fields } from '../tickets/details/Fields';
import { EditForm } from '../tickets/message/EditForm';
import { NoteForm } from '../tickets/message/NoteForm';
import { isEnter, keepComposing } from '../ui/enter';

const rules = { ...NO_RULES, text_max: 100, html: false, attachments_max: 1, attachment_max_bytes: 100, media: ['image/*'], typing: false, read: false };
const done = vi.fn();

/** The key that chooses a word, as most browsers tell of it and as Safari does, after the word has ended. */
const ORDERS: Record<string, (field: Element, key: string) => void> = {
  'within the word': (field, key) => {
    fireEvent.compositionStart(field);
    fireEvent.keyDown(field, { key, code: key, keyCode: 229, isComposing: true });
    fireEvent.compositionEnd(field);
  },
  'after the word': (field, key) => {
    fireEvent.compositionStart(field);
    fireEvent.compositionEnd(field);
    fireEvent.keyDown(field, { key, code: key, keyCode: 229, isComposing: false });
  },
};

function press(field: Element, more: object = {}) {
  fireEvent.keyDown(field, { key: 'Enter', code: 'Enter', keyCode: 13, ...more });
}

interface Place {
  draw: () => ReactNode;
  field: () => Promise<HTMLElement>;
  text?: string;
  held?: object;
}

const box = async (name: string) => (await screen.findAllByLabelText(name))[0] as HTMLElement;

function Bound() {
  return <div data-testid="row" />;
}

withKeys(anAction('Enter', () => void done()));

const PLACES: Record<string, Place> = {
  'an answer': { draw: () => <Composer ref={createRef()} info={anInfo({ send: rules })} onStatus={() => Promise.resolve()} />, field: () => box('Your answer'), text: '你好' },
  'a message being changed': { draw: () => <EditForm message={aMessage({ id: 2, message: 'a' })} rules={rules} onDone={vi.fn()} />, field: () => screen.findByRole('textbox'), text: '你好' },
  'a note': { draw: () => <NoteForm message={aMessage({ id: 2 })} onDone={vi.fn()} />, field: () => screen.findByRole('textbox'), text: '你好' },
  'a field of a ticket': { draw: () => <Fields info={anInfo({ id: 1 })} />, field: () => screen.findByRole('textbox', { name: 'Order' }), text: '你好' },
  'a search': { draw: () => <SearchPanel pathOf={() => '/'} onOpen={vi.fn()} />, field: () => screen.findByRole('textbox'), text: '你好' },
  'a macro': { draw: () => <MacroDialog info={anInfo({ id: 1 })} onClose={vi.fn()} />, field: () => box('Find a macro'), text: '你好' },
  'an extension': { draw: () => <ExtensionDialog title="T" label="L" action="A" value="12" onClose={vi.fn()} onChoose={() => {
      done();
      return Promise.resolve(null);
    }} />, field: () => box('L') },
  'a moment': { draw: () => <TimeDialog title="T" label="L" action="A" onClose={vi.fn()} onChoose={() => void done()} />, field: () => box('L') },
  'the name of a status': { draw: () => <CustomStatuses />, field: () => screen.findByDisplayValue('Training'), text: '你好' },
  'a ticket entered by hand': { draw: () => <EntryDialog onOpen={vi.fn()} Message={() => null} />, field: async () => (await screen.findAllByLabelText(/^Message/))[0] as HTMLElement, text: '你好', held: { ctrlKey: true } },
  'a key of the page': { draw: () => <Bound />, field: () => screen.findByTestId('row') },
};

const WRITES = /^(POST|PUT|PATCH)|search\/data/;

beforeEach(() => {
  localStorage.clear();
  done.mockClear();
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
  useFields.setState({ phase: 'ready', problem: null, fields: [{ id: 1, kind: 'text', label: 'Order', help: '', required: false, choices: [], archived: false }] });
  useMacros.setState({ phase: 'idle', problem: null, macros: [] });
  openByHand();
});

function serveAll() {
  return serve({
    'GET /api/tickets/1/fields': { body: { data: [] } },
    'PUT /api/tickets/1/fields/1': { body: { data: { field_id: 1, value: 'x', by: 'a', at: 1 } } },
    'GET /api/macros': { body: [{ id: 5, name: '你好', departments: [], then: [], runs: 0, last_run_at: null }] },
    'GET /api/customstatus/get': { body: [{ id: 4, status_code: 'TRAINING', alternate: 'Training', removed: false }] },
    'GET /api/contacts/list': { body: { data: [], total: 0, more: false } },
    'GET /api/department2/-': { body: [] },
    'GET /api/label/get': { body: [] },
    'GET /api/agent/-': { body: [] },
  });
}

describe.each(Object.entries(PLACES))('%s', (name, place) => {
  it.each(Object.entries(ORDERS))('leaves the Enter %s to the input method', async (_, compose) => {
    const { asked } = serveAll();
    draw(place.draw());
    const field = await place.field();
    if (place.text !== undefined) fireEvent.change(field, { target: { value: place.text } });
    field.focus();
    const count = () => asked.filter(({ key }) => WRITES.test(key)).length + done.mock.calls.length;
    // A ticket without a name is refused beside its field, with nothing asked.
    const acted = () => count() > 0 || (name === 'a ticket entered by hand' && screen.queryByText('Enter a name.') !== null);
    await act(async () => {
      compose(field, 'Enter');
      await Promise.resolve();
    });
    expect(acted()).toBe(false);
    if (name === 'the name of a status') expect(document.activeElement).toBe(field);
    press(field, place.held);
    await waitFor(() => expect(acted()).toBe(true));
  });
});

describe('what the library draws', () => {
  beforeEach(() => keepComposing());

  it.each(Object.entries(ORDERS))('adds no half word to a list of words: %s', async (_, compose) => {
    const onChange = vi.fn();
    draw(<TagsInput label="To" onChange={onChange} />);
    const field = screen.getByRole('combobox', { name: 'To' });
    await userEvent.setup().type(field, 'ni hao');
    compose(field, 'Enter');
    expect(onChange).not.toHaveBeenCalled();
    press(field);
    expect(onChange).toHaveBeenCalledWith(['ni hao']);
  });

  it.each(Object.entries(ORDERS))('closes no dialog with the Escape that drops a word: %s', (_, compose) => {
    const onClose = vi.fn();
    draw(
      <Modal opened onClose={onClose}>
        <input aria-label="Word" />
      </Modal>,
    );
    compose(screen.getByLabelText('Word'), 'Escape');
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.keyDown(screen.getByLabelText('Word'), { key: 'Escape', keyCode: 27 });
    expect(onClose).toHaveBeenCalled();
  });

  it.each(Object.entries(ORDERS))('goes nowhere from the palette: %s', async (_, compose) => {
    const onClick = vi.fn();
    draw(<Spotlight actions={[{ id: 'a', label: 'Tickets', onClick }]} searchProps={{ 'aria-label': 'Go' }} highlightQuery />);
    act(() => spotlight.open());
    const field = await screen.findByLabelText('Go');
    fireEvent.keyDown(field, { key: 'ArrowDown', code: 'ArrowDown', keyCode: 40 });
    compose(field, 'Enter');
    expect(onClick).not.toHaveBeenCalled();
    act(() => spotlight.close());
  });
});

it('takes an Enter with other keys as an Enter', () => {
  const event = (init: object) => new KeyboardEvent('keydown', init);
  expect(isEnter(event({ key: 'Enter', ctrlKey: true }))).toBe(true);
  expect(isEnter(event({ key: 'Enter', isComposing: true }))).toBe(false);
  expect(isEnter(event({ key: 'Enter', keyCode: 229 }))).toBe(false);
  expect(isEnter(event({ key: 'a' }))).toBe(false);
});
