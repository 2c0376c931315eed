import { TextInput } from '@mantine/core';
import { IconTags } from '@tabler/icons-react';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { api } from '../api/client';
import type { BusinessCalendar } from '../api/types';
import { applyEvent } from '../realtime/apply';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { useDialog } from '../ui/dialog';
import { SettingsListRow } from '../ui/SettingsList';
import * as toast from '../ui/toast';
import { dropDrafts } from '../ui/useDraft';
import { AdminsOnly } from './AdminsOnly';
import { SearchInput } from './SectionHead';
import { SettingsForm } from './SettingsForm';
import { SettingsRows } from './SettingsRows';
import { SettingsSection } from './SettingsSection';
import { useSettingsChange } from './useSettingsChange';
import { useSettingsForm } from './useSettingsForm';
import { useSettingsQuery, useSettingsStore } from './useSettingsList';
import { sectionWords } from './words';

const EVENTS = ['hoursChanged'] as const;
const words = sectionWords((key) => key, 'of.');
const aCalendar = (id: number, name: string): BusinessCalendar => ({ id, name, zone: 'UTC', weekly: [], default: false, open: false, next_opening: null });

function Form({ known, onDone }: { known: BusinessCalendar | null; onDone: () => void }) {
  const form = useSettingsForm({
    name: 'test',
    known,
    initial: { name: known?.name ?? '', tags: known === null ? [] : ['one'] },
    required: { name: 'Give it a name.', tags: 'Give it a tag.' },
    save: ({ name }) => api.post('/api/hours', { json: { name, zone: 'UTC', weekly: [], default: false } }),
    saved: 'Kept.',
    done: onDone,
  });
  return (
    <SettingsForm form={form} title={known?.name ?? 'A new one'} words={{ save: 'Save', cancel: 'Cancel' }} onLeave={onDone}>
      <TextInput label="Name" {...form.input('name')} />
      <p>{form.faults['tags']}</p>
      <button type="button" onClick={() => form.change({ tags: ['one'] })}>
        Tag
      </button>
    </SettingsForm>
  );
}

function Section({ waits = false, search }: { waits?: boolean; search?: string }) {
  const list = useSettingsQuery({ key: 'test-hours', read: (options) => api.get('/api/hours', options), events: EVENTS });
  const { busy, change } = useSettingsChange(list.reload, waits ? 'That did not work.' : undefined);
  return (
    <SettingsSection<BusinessCalendar>
      name="test"
      icon={IconTags}
      words={words}
      list={list}
      formWaits={waits}
      search={search === undefined ? undefined : <SearchInput label="Find" value={search} onChange={() => undefined} />}
      form={(known, done) => <Form known={known} onDone={done} />}
    >
      {(items, open) => (
        <SettingsRows items={items} ordered label="All">
          {(item, at) => (
            <SettingsListRow
              name={item.name}
              meta={`${at}${busy ? ' busy' : ''}`}
              onOpen={() => open(item)}
              remove={{
                label: `Delete ${item.name}`,
                title: 'Sure?',
                text: '',
                confirm: 'Yes',
                run: () => change(() => api.delete('/api/hours/{id}', { path: { id: item.id } })),
              }}
            />
          )}
        </SettingsRows>
      )}
    </SettingsSection>
  );
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const confirm = () => act(() => useDialog.getState().dialog?.confirm?.run());
const admin = (isAdmin: boolean) => {
  const { session } = useSession.getState();
  useSession.setState({ phase: 'in', session: session === null ? null : { ...session, isAdmin } });
};

beforeEach(() => {
  dropDrafts();
  useSession.setState({ phase: 'in', session: sessionFrom(SESSION_ANSWER) });
  admin(true);
});

it('asks nothing for those who are no admins, and says so', () => {
  admin(false);
  const { asked } = serve({});
  const first = draw(<Section />);
  expect(screen.getByText('no_permission')).toBeTruthy();
  applyEvent('hoursChanged', {});
  first.unmount();
  draw(<AdminsOnly t={(key) => key}>inside</AdminsOnly>);
  expect(screen.getByText('no_permission_text')).toBeTruthy();
  expect(screen.queryByText('inside')).toBeNull();
  expect(asked).toEqual([]);
});

it('waits, says why there is nothing to see, and tries again', async () => {
  let status = 500;
  serve({ 'GET /api/hours': () => ({ status, body: status === 200 ? [] : {} }) });
  draw(<Section />);
  expect(screen.getByRole('status', { name: 'of.loading' })).toBeTruthy();
  expect(await screen.findByText('of.load_failed')).toBeTruthy();
  status = 200;
  await press(/again/i);
  expect(await screen.findByText('of.empty')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'of.add' })).toBeTruthy();
});

it('lists what there is, opens it, and reads it again when others change it', async () => {
  let all = [aCalendar(1, 'Office')];
  serve({ 'GET /api/hours': () => ({ body: all }) });
  draw(<Section search="" />);
  expect((await screen.findByRole('list', { name: 'All' })).tagName).toBe('OL');
  expect(screen.getByText('of.about')).toBeTruthy();
  expect(screen.getByRole('searchbox', { name: 'Find' })).toBeTruthy();
  all = [...all, aCalendar(2, 'Shop')];
  applyEvent('hoursChanged', {});
  expect(await screen.findByText('Shop')).toBeTruthy();
  await press(/^Office/);
  expect(screen.getByRole('heading', { name: 'Office' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Office');
});

it('checks what is typed, sends it once, and puts a refusal beside its field', async () => {
  let refuses = true;
  const core = serve({
    'GET /api/hours': { body: [] },
    'POST /api/hours': () =>
      refuses ? { status: 422, body: { error: { code: 'invalid', message: 'No.', fields: { name: 'Taken.' } } } } : { status: 201, body: aCalendar(1, 'Office') },
  });
  const posts = () => core.asked.filter(({ key }) => key.startsWith('POST')).length;
  draw(<Section />);
  await userEvent.click(await screen.findByRole('button', { name: 'of.add' }));
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
  expect(save.disabled).toBe(true);
  await userEvent.type(screen.getByLabelText('Name'), ' ');
  await press('Save');
  expect(screen.getByText('Give it a name.')).toBeTruthy();
  expect(screen.getByText('Give it a tag.')).toBeTruthy();
  expect(posts()).toBe(0);
  await press('Tag');
  await userEvent.type(screen.getByLabelText('Name'), 'Office');
  await press('Save');
  expect(await screen.findByText('Taken.')).toBeTruthy();
  refuses = false;
  await press('Save');
  expect(await screen.findByText('of.empty')).toBeTruthy();
  expect(posts()).toBe(2);
  expect(core.asked.filter(({ key }) => key === 'GET /api/hours')).toHaveLength(2);
});

it('asks before a form is left that was typed into, and has it again after a look elsewhere', async () => {
  serve({ 'GET /api/hours': { body: [] } });
  const first = draw(<Section />);
  await userEvent.click(await screen.findByRole('button', { name: 'of.add' }));
  await userEvent.type(screen.getByLabelText('Name'), 'Off');
  first.unmount();
  draw(<Section />);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Off');
  await press('Cancel');
  expect(screen.getByLabelText('Name')).toBeTruthy();
  confirm();
  expect(await screen.findByText('of.empty')).toBeTruthy();
});

it('has a form wait for the list where it needs it', async () => {
  serve({ 'GET /api/hours': { body: [] } });
  const first = draw(<Section waits />);
  await userEvent.click(await screen.findByRole('button', { name: 'of.add' }));
  first.unmount();
  draw(<Section waits />);
  expect(screen.getByRole('status', { name: 'of.loading' })).toBeTruthy();
  expect(await screen.findByLabelText('Name')).toBeTruthy();
});

it('asks before it deletes, says when that is refused, and reads the list again', async () => {
  const said = vi.spyOn(toast, 'toastError');
  const core = serve({ 'GET /api/hours': { body: [aCalendar(1, 'Office')] }, 'DELETE /api/hours/1': { status: 409, body: {} } });
  draw(<Section waits />);
  await userEvent.click(await screen.findByRole('button', { name: 'Delete Office' }));
  expect(core.asked).toHaveLength(1);
  confirm();
  await waitFor(() => expect(core.asked.map(({ key }) => key)).toEqual(['GET /api/hours', 'DELETE /api/hours/1', 'GET /api/hours']));
  expect(said).toHaveBeenCalledWith('That did not work.');
});

it('loads what lies in a store, for everybody where it is not for admins alone', async () => {
  const load = vi.fn(() => Promise.resolve());
  const need = vi.fn();
  function Store({ everybody }: { everybody: boolean }) {
    const list = useSettingsStore({ phase: 'ready', problem: null, load }, ['a'], everybody ? { everybody } : { need });
    return <p>{JSON.stringify({ allowed: list.allowed, data: list.data })}</p>;
  }
  admin(false);
  draw(<Store everybody />);
  expect(screen.getByText('{"allowed":true,"data":["a"]}')).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
  admin(true);
  draw(<Store everybody={false} />);
  await waitFor(() => expect(need).toHaveBeenCalledOnce());
  expect(load).toHaveBeenCalledOnce();
});
