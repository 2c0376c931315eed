import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { aView, SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { serve } from '../../tests/server';
import { applyEvent } from '../realtime/apply';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { closeDialog, useDialog } from '../ui/dialog';
import { dropDrafts } from '../ui/useDraft';
import { resetViews } from '../views/store';
import { ListViews } from './ListViews';

const URGENT = aView({ id: 1, name: 'Urgent', shared: true, narrow: { priorities: ['H'] } });
const LATE = aView({ id: 2, name: 'Late', status: 'pending', narrow: { labels: [7] } });
const SMS = aView({ id: 3, name: 'Texts', position: 2, version: 4, narrow: { channels: ['SMS'] } });

function Where() {
  return <output>{useLocation().search}</output>;
}

function open(path: string, routes: Parameters<typeof serve>[0] = {}, isAdmin = true) {
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin } });
  const core = serve({
    'GET /api/views': { body: [URGENT, LATE, SMS] },
    'GET /api/views/counts': { body: [{ id: 1, count: 99, countMore: true }, { id: 2, count: 4, countMore: false }] },
    'GET /api/ticket/load/-/open/ticket/0': { body: { data: [], count: 12, countMore: false, status: 'success' } },
    'GET /api/ticket/load/-/all/ticket/0': { body: { data: [], count: 12, countMore: false, status: 'success' } },
    'GET /api/ticket/load/-/pending/ticket/0': { body: { data: [], count: 12, countMore: false, status: 'success' } },
    ...routes,
  });
  draw(
    <>
      <ListViews narrow={false} />
      <Where />
    </>,
    path,
  );
  const asked = (key: string) => core.asked.filter((call) => call.key === key);
  return { user: userEvent.setup(), asked };
}

const item = (name: string | RegExp) => screen.findByRole('menuitem', { name });
const menu = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: /^Views/ }));
const refusal = (status: number, code: string, fields = {}) => ({ status, body: { error: { code, message: 'No.', fields } } });

beforeEach(() => {
  resetViews();
  dropDrafts();
  closeDialog();
});

describe('the menu of views', () => {
  it('has what everybody has, then the shared ones, then the own ones, each with its count', async () => {
    const { user } = open('/');
    await menu(user);
    await item('Urgent 99+');
    await waitFor(() =>
      expect(screen.getAllByRole('menuitem').map((one) => one.textContent)).toEqual([
        'Mine12', 'Unassigned12', 'Mentions12', 'Following12', 'Put aside12', 'SLA soon12', 'All12', 'Urgent99+', 'Late4', 'Texts', 'Save as view…',
        'Arrange views',
      ]),
    );
  });

  it.each<[string, RegExp, string]>([
    ['/?filter=closed&labels=3', /^Mine/, '?agents=agent1'],
    ['/', /^Unassigned/, '?agents=-'],
    ['/?labels=3', /^All/, ''],
    ['/?labels=3', /^Mentions/, '?filter=all&mentioned=1'],
    ['/?labels=3', /^Following/, '?filter=all&following=1'],
    ['/?labels=3', /^Put aside/, '?filter=pending&snoozed=1'],
    ['/?filter=closed&sort=oldest', /^SLA soon/, '?due=soon&sort=due'],
    ['/?labels=3&tab=all', /^Late/, '?filter=pending&labels=7'],
  ])('leads from %s by %s to %s', async (from, name, to) => {
    const { user } = open(from);
    await menu(user);
    await user.click(await item(name));
    expect(screen.getByRole('status').textContent).toBe(to);
  });

  it('marks the one the list shows, and the button says it', async () => {
    const { user } = open('/?labels=7&filter=pending');
    await user.click(await screen.findByRole('button', { name: 'Views: Late' }));
    expect((await item(/^Late/)).getAttribute('aria-current')).toBe('true');
    expect(screen.getAllByRole('menuitem').filter((one) => one.hasAttribute('aria-current'))).toHaveLength(1);
  });

  it('is used with the keyboard alone', async () => {
    const { user } = open('/?filter=spam');
    await user.tab();
    await user.keyboard('{Enter}');
    await waitFor(async () => expect(document.activeElement).toBe(await item(/^Mine/)));
    await user.keyboard('{ArrowDown}{Enter}');
    expect(screen.getByRole('status').textContent).toBe('?agents=-');
  });

  it('says that there is none yet, that they do not load, and asks again', async () => {
    let broken = true;
    const { user } = open('/', { 'GET /api/views': () => (broken ? refusal(500, 'internal') : { body: [] }) });
    await menu(user);
    broken = false;
    await user.click(await item('The views could not be loaded. Try again.'));
    expect(await screen.findByText(/save it as a view/)).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: 'Arrange views' })).toBeNull();
  });

  it('has the views of somebody else as soon as they are there', async () => {
    let views = [LATE];
    const { user } = open('/', { 'GET /api/views': () => ({ body: views }) });
    await menu(user);
    await item(/^Late/);
    views = [URGENT, LATE];
    act(() => applyEvent('viewsChanged', {}));
    expect(await item(/^Urgent/)).toBeTruthy();
  });
});

describe('a new view', () => {
  async function begin(path: string, routes: Parameters<typeof serve>[0], isAdmin = true) {
    const { user, asked } = open(path, routes, isAdmin);
    await menu(user);
    await user.click(await item('Save as view…'));
    const dialog = within(await screen.findByRole('dialog'));
    return { user, asked, dialog };
  }

  it('keeps what the list shows, for everybody where an admin says so', async () => {
    const { user, asked, dialog } = await begin('/?filter=closed&agents=anna', { 'POST /api/views': ({ body }) => ({ status: 201, body: { ...URGENT, ...(body as object) } }) });
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await menu(user);
    await user.click(await item('Save as view…'));
    await user.type(await screen.findByLabelText('Name'), ' Anna, done ');
    await user.click(screen.getByLabelText('For everybody'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [sent] = asked('POST /api/views');
    expect(sent?.body).toMatchObject({ name: 'Anna, done', shared: true, status: 'closed', query: { agent: 'anna', labelFilter: '' } });
  });

  it('is nobody else\'s where somebody is no admin', async () => {
    const { dialog } = await begin('/', {}, false);
    expect(dialog.getByLabelText('Name')).toBeTruthy();
    expect(dialog.queryByLabelText('For everybody')).toBeNull();
  });

  it('says that days by name are kept as dates', async () => {
    const { dialog } = await begin('/?received=today', {});
    expect(dialog.getByText(/kept as the dates/)).toBeTruthy();
  });

  it('has what is wrong with its name at its name', async () => {
    const { user, asked, dialog } = await begin('/', { 'POST /api/views': refusal(422, 'invalid', { name: 'A name has 1 to 60 characters.' }) });
    await user.type(dialog.getByLabelText('Name'), ' ');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText('Give it a name.')).toBeTruthy();
    expect(asked('POST /api/views')).toEqual([]);
    await user.type(dialog.getByLabelText('Name'), 'x');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    await dialog.findByText('A name has 1 to 60 characters.');
    expect(dialog.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
  });

  it.each([
    [403, 'forbidden', 'Only admins keep views for everybody.'],
    [409, 'conflict', 'There are as many views as there may be. Delete one first.'],
  ])('tells a refusal %i in words', async (status, code, words) => {
    const { user, dialog } = await begin('/', { 'POST /api/views': refusal(status, code) });
    await user.type(dialog.getByLabelText('Name'), 'Mine too');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(words);
  });
});

describe('the views there are', () => {
  async function begin(routes: Parameters<typeof serve>[0], isAdmin = true, path = '/') {
    const { user, asked } = open(path, routes, isAdmin);
    await menu(user);
    await user.click(await item('Arrange views'));
    await screen.findByRole('list', { name: 'My views' });
    return { user, asked };
  }

  it('get another name and keep their filter, or take over that of the list', async () => {
    const { user, asked } = await begin({ 'PUT /api/views/3': { body: SMS } }, true, '/?filter=all&agents=-');
    await user.click(screen.getByRole('button', { name: 'Change Texts' }));
    await user.type(screen.getByLabelText('Name'), '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Change Texts' }));
    await user.click(screen.getByLabelText('Take over what the list shows now'));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('list', { name: 'My views' });
    const [named, replaced] = asked('PUT /api/views/3').map(({ body }) => body);
    expect(named).toMatchObject({ name: 'Texts!', version: 4, status: 'open', query: { channelFilter: 'SMS' } });
    expect(replaced).toMatchObject({ name: 'Texts', version: 4, status: 'all', query: { channelFilter: '', agent: '-' } });
  });

  it('that somebody else changed meanwhile are told, and saved over only when it is said again', async () => {
    let version = 4;
    const { user, asked } = await begin({
      'GET /api/views': () => ({ body: [LATE, { ...SMS, version }] }),
      'PUT /api/views/3': ({ body }) => {
        version = 5;
        return (body as { version: number }).version === 5 ? { body: SMS } : refusal(409, 'overtaken');
      },
    });
    await user.click(screen.getByRole('button', { name: 'Change Texts' }));
    await user.type(screen.getByLabelText('Name'), '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Somebody else changed this view');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Texts!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByRole('list', { name: 'My views' });
    expect(asked('PUT /api/views/3').map(({ body }) => body)).toMatchObject([{ version: 4 }, { version: 5 }]);
  });

  it('move up and down within their kind', async () => {
    const { user, asked } = await begin({ 'PUT /api/views/order': { body: { result: 'success' } } });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move Late up' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move Urgent down' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Move Texts up' }));
    await waitFor(() => expect(asked('PUT /api/views/order').map(({ body }) => body)).toEqual([{ ids: [3, 2], shared: false }]));
  });

  it('go only after a question', async () => {
    const { user, asked } = await begin({ 'DELETE /api/views/2': { body: { result: 'success' } } });
    await user.click(screen.getByRole('button', { name: 'Delete Late' }));
    expect(asked('DELETE /api/views/2')).toEqual([]);
    const { dialog } = useDialog.getState();
    expect(dialog).toMatchObject({ title: 'Delete Late?', confirm: { danger: true } });
    act(() => dialog?.confirm?.run());
    await waitFor(() => expect(asked('DELETE /api/views/2')).toHaveLength(1));
  });

  it('are only looked at where they are everybody\'s and somebody is no admin', async () => {
    await begin({}, false);
    const shared = within(screen.getByRole('list', { name: 'For everybody' }));
    expect(shared.getByText('Urgent')).toBeTruthy();
    expect(shared.queryAllByRole('button')).toEqual([]);
    expect(screen.getByRole('button', { name: 'Change Late' })).toBeTruthy();
  });
});
