import { Autocomplete, ColorInput, Drawer, Modal, MultiSelect, NativeSelect, NumberInput, Select, TagsInput } from '@mantine/core';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aMerged, aMessage, anAgent, anInfo, aTicket, SESSION_ANSWER } from '../../tests/builders';
import { draw } from '../../tests/draw';
import { anAction, withKeys } from '../../tests/keys';
import { serve } from '../../tests/server';
import { useAgents } from '../api/agents';
import { useDepartments } from '../api/departments';
import { useLabels } from '../api/labels';
import { Bell } from '../notifications/Bell';
import { closePanel as closeNotices } from '../notifications/store';
import { OnlinePanel } from '../presence/OnlinePanel';
import { sessionFrom } from '../session/model';
import { useSession } from '../session/store';
import { NO_RULES } from '../tickets/composer/rules';
import { ContentMenu } from '../tickets/composer/ContentMenu';
import { SkillHead } from '../routing/people/SkillHead';
import { RowMenu } from '../supervisory/RowMenu';
import { SendButton } from '../tickets/composer/SendButton';
import type { ComposerState } from '../tickets/composer/useComposer';
import { WayMenu } from '../tickets/composer/WayMenu';
import { StatusMenu } from '../tickets/conversation/Header';
import { SnoozeMenu } from '../tickets/conversation/SnoozeMenu';
import { TicketMenu } from '../tickets/conversation/TicketMenu';
import { DepartmentMenu } from '../tickets/details/DepartmentMenu';
import { LabelMenu } from '../tickets/details/LabelMenu';
import { LanguageMenu } from '../tickets/details/LanguageMenu';
import { PeopleMenu } from '../tickets/details/PeopleMenu';
import { SeverityMenu } from '../tickets/details/SeverityMenu';
import { BulkChoices } from '../tickets/list/BulkChoices';
import { LabelFilter } from '../tickets/list/LabelFilter';
import { queryOf } from '../tickets/list/viewQuery';
import { MessageActions } from '../tickets/message/MessageActions';
import { ReactionPicker } from '../tickets/message/ReactionPicker';
import { ANY } from '../tickets/narrow';
import { TicketList } from '../tickets/TicketList';
import { Menu } from '../ui/Menu';
import { LanguageMenu as DeskLanguage } from '../ui/LanguageMenu';
import { ViewsMenu } from '../views/ViewsMenu';
import { AccountMenu } from './AccountMenu';
import { openPalette } from './overlays';
import { Palette } from './Palette';

const done = vi.fn();
const info = anInfo({ id: 1, label: '[2]', source_lang: 'ms', merged: [aMerged()] });
const rules = { ...NO_RULES, reactions: [], delete: true, edit: true, media: ['*/*'] };
const state = { blocked: null, send: vi.fn(), contents: [], text: 'x' } as unknown as ComposerState;
const label = (id: number, name: string) => ({ id, name, color: '#c03020', colorDark: '#ff8078', level: 1, sla: 30, deleted: false });

const ANSWER = 'The answer';

/** Where an answer is written. */
function Desk() {
  return <textarea aria-label={ANSWER} />;
}

withKeys(
  anAction('r', () => screen.getByLabelText(ANSWER).focus()),
  ...['e', 'i', 'j', 'k', 'x', 'o', 'n', '/', '?', 'Enter', 'g t', '#', 'Shift+j'].map((keys) => anAction(keys, () => void done(keys))),
);

interface Case {
  draw: () => ReactNode;
  /** How it is opened where that is not a click on the first button that says it opens something. */
  open?: () => Promise<void> | void;
}

const click = (role: string, name: string | RegExp) => async () => userEvent.setup().click(await screen.findByRole(role, { name }));

/** Each file that draws a menu or a bubble of the workspace's own. */
const MENUS: Record<string, Case> = {
  'ui/LanguageMenu': { draw: () => <DeskLanguage /> },
  'app/AccountMenu': { draw: () => <AccountMenu wide /> },
  'notifications/Bell': { draw: () => <Bell wide panel={<button type="button">Inside</button>} /> },
  'tickets/composer/WayMenu': { draw: () => <WayMenu way={info} ways={[info, anInfo({ id: 2 })]} onWay={vi.fn()} /> },
  'tickets/composer/ContentMenu': { draw: () => <ContentMenu rules={rules} onPick={vi.fn()} /> },
  'tickets/composer/SendButton': { draw: () => <SendButton state={state} /> },
  'tickets/list/LabelFilter': { draw: () => <LabelFilter narrow={false} /> },
  'tickets/list/BulkChoices': { draw: () => <BulkChoices narrow={false} start={vi.fn()} all={null} /> },
  'tickets/message/ReactionPicker': { draw: () => <ReactionPicker message={aMessage({ id: 2 })} allowed={[]} /> },
  'tickets/message/MessageActions': {
    draw: () => <MessageActions message={aMessage({ id: 2 })} sender="A" rules={rules} onReply={vi.fn()} onEdit={vi.fn()} onNote={vi.fn()} />,
    open: click('button', /More/),
  },
  'tickets/conversation/TicketMenu': { draw: () => <TicketMenu info={info} /> },
  'tickets/conversation/Header': { draw: () => <StatusMenu status={0} onStatus={vi.fn()} /> },
  'tickets/conversation/SnoozeMenu': { draw: () => <SnoozeMenu info={info} /> },
  'tickets/TicketList': { draw: () => <TicketList selected="1001" />, open: click('button', /Open/) },
  'routing/people/SkillHead': {
    draw: () => (
      <table>
        <thead>
          <tr>
            <SkillHead skill={{ id: 1, name: 'Lamps', agents: 0, queues: 0 }} busy={false} column={1} isStop onRename={vi.fn()} onDelete={vi.fn()} />
          </tr>
        </thead>
      </table>
    ),
  },
  'supervisory/RowMenu': { draw: () => <RowMenu label="Actions"><Menu.Item>Watch</Menu.Item></RowMenu> },
  'views/ViewsMenu': { draw: () => <ViewsMenu narrow={false} door={{ status: 'open', query: queryOf(ANY), fleeting: false, shows: () => false, go: vi.fn() }} /> },
  'tickets/details/PeopleMenu': { draw: () => <PeopleMenu info={info} /> },
  'tickets/details/DepartmentMenu': { draw: () => <DepartmentMenu info={info} /> },
  'tickets/details/LanguageMenu': { draw: () => <LanguageMenu info={info} /> },
  'tickets/details/LabelMenu': { draw: () => <LabelMenu info={info} /> },
  'tickets/details/SeverityMenu': { draw: () => <SeverityMenu info={info} /> },
};

const focus = (role: string) => async () => {
  const field = await screen.findByRole(role, { name: 'Field' });
  await userEvent.setup().click(field);
};

/** Each part of the library that floats over the page or takes the keys while it has the focus. */
const PARTS: Record<string, Case> = {
  Select: { draw: () => <Select label="Field" data={['One', 'Two']} />, open: focus('combobox') },
  MultiSelect: { draw: () => <MultiSelect label="Field" data={['One', 'Two']} searchable />, open: focus('combobox') },
  TagsInput: { draw: () => <TagsInput label="Field" data={['One', 'Two']} />, open: focus('combobox') },
  Autocomplete: { draw: () => <Autocomplete label="Field" data={['One', 'Two']} />, open: focus('combobox') },
  NativeSelect: { draw: () => <NativeSelect label="Field" data={['One', 'Two']} />, open: focus('combobox') },
  NumberInput: { draw: () => <NumberInput label="Field" />, open: focus('textbox') },
  ColorInput: { draw: () => <ColorInput label="Field" swatches={['#ff0000', '#00ff00']} />, open: focus('textbox') },
  Modal: { draw: () => <Modal opened onClose={vi.fn()} title="Over"><button type="button">Inside</button></Modal>, open: click('button', 'Inside') },
  Drawer: { draw: () => <Drawer opened onClose={vi.fn()} title="Over"><button type="button">Inside</button></Drawer>, open: click('button', 'Inside') },
  Spotlight: {
    draw: () => <Palette />,
    open: async () => {
      act(() => openPalette());
      (await screen.findByPlaceholderText(/./)).focus();
    },
  },
  OnlinePanel: { draw: () => <OnlinePanel onProfile={vi.fn()} />, open: async () => expect(await screen.findByRole('dialog')).toBeTruthy() },
};

/** Drawn by a part above, or in another room with the same part: no keys of a ticket are bound beside it. */
const ELSEWHERE = [
  'actions/ActionItems',
  'app/AccountItems',
  'ui/FloatingWindows',
  'views/ViewItems',
  'tickets/composer/ContentItems',
  'tickets/composer/SendMenu',
  'app/PhotoReminder',
  'channels/parts/Quarantine',
  'ui/FigureHelp',
  'supervisory/Agents',
  'supervisory/Chats',
];
/** What floats and takes no key: it is read only. */
const SILENT = ['Tooltip', 'FloatingIndicator'];
const FLOATS = /^(Menu|Popover|HoverCard|Tooltip|Drawer|Modal|Dialog|Spotlight|Autocomplete|Combobox|Menubar|ActionBar|Tour)$|(Select|Input|Picker|Indicator|Combobox|Spotlight|Cascader)$/;
const PLAIN = ['TextInput', 'PasswordInput', 'FileInput', 'Input'];

beforeEach(() => {
  localStorage.clear();
  done.mockClear();
  closeNotices();
  useSession.setState({ phase: 'in', session: { ...sessionFrom(SESSION_ANSWER), isAdmin: true } });
  useLabels.getState().take([label(2, 'Urgent'), label(1, 'Later')]);
  useAgents.setState({ agents: Array.from({ length: 10 }, (_, at) => anAgent({ id: at, username: `agent${at}`, name: `Agent ${at}` })) });
  useDepartments.setState({ phase: 'ready', departments: [] });
  serve({
    'GET /api/ticket/load/-/open/ticket/0': { body: { data: [aTicket()], count: 1 } },
    'GET /api/online_status/users': { body: [] },
  });
});

const answer = () => screen.getByLabelText<HTMLTextAreaElement>(ANSWER);

async function walk({ draw: part, open }: Case): Promise<void> {
  draw(
    <>
      <Desk />
      {part()}
    </>,
  );
  const user = userEvent.setup();
  if (open === undefined) {
    const button = await waitFor(() => {
      const found = document.querySelector<HTMLElement>('[aria-haspopup]');
      if (found === null) throw new Error('Nothing here says that it opens something.');
      return found;
    });
    await user.click(button);
    await waitFor(() => expect(button.getAttribute('aria-expanded')).toBe('true'));
  } else await open();
  const before = document.activeElement;
  await user.keyboard('urgentjkxo');
  expect(done).not.toHaveBeenCalled();
  if (before !== null && before !== document.body) expect(document.activeElement === document.body).toBe(false);
  // The focus may be nowhere while a menu is open: the first key closes it and does nothing else.
  if (open === undefined) fireEvent.keyDown(document.body, { key: 'e' });
  expect(done).not.toHaveBeenCalled();
  expect(answer().value).toBe('');
  expect(document.activeElement).not.toBe(answer());
  // Single keys are for the page again once nothing is open.
  if (before instanceof HTMLElement) before.blur();
  cleanup();
  closeNotices();
  draw(<Desk />);
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(done.mock.calls).toEqual([['e']]);
}

describe('single keys', () => {
  it.each(Object.entries(MENUS))('are left to the open menu of %s', (_, one) => walk(one));
  it.each(Object.entries(PARTS))('are left to an open %s', (_, one) => walk(one));
});

describe('the walk', () => {
  const sources = Object.entries(import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })).filter(([path]) => !path.includes('.test.'));

  it('goes past every menu and bubble there is', () => {
    const drawn = sources.filter(([, text]) => /<(Menu|Popover)\b/.test(text)).map(([path]) => path.replace(/^\.\.?\/|\.tsx$/g, ''));
    const named = drawn.map((path) => (path.includes('/') ? path : `app/${path}`));
    expect(named.filter((path) => !(path in MENUS) && !ELSEWHERE.includes(path))).toEqual([]);
  });

  it('goes past every part of the library that floats', () => {
    const parts = new Set(
      sources.flatMap(([, text]) =>
        [...text.matchAll(/import \{([^}]*)\} from '@mantine\/(?:core|spotlight)'/g)].flatMap(([, names = '']) => names.split(',').map((name) => name.trim().split(' as ')[0] ?? '')),
      ),
    );
    const floating = [...parts].filter((name) => FLOATS.test(name) && !PLAIN.includes(name) && !SILENT.includes(name));
    expect(floating.filter((name) => !(name in PARTS) && name !== 'Menu' && name !== 'Popover')).toEqual([]);
    expect(floating).toContain('MultiSelect');
  });
});

it('goes to what is typed in a menu', async () => {
  draw(<LabelMenu info={info} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Change labels' }));
  await screen.findByRole('menuitemcheckbox', { name: 'Later', hidden: true });
  await user.keyboard('urg');
  expect(document.activeElement?.textContent).toBe('Urgent');
});
