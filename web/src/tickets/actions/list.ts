import {
  IconArrowDown,
  IconArrowUp,
  IconCheckbox,
  IconChecks,
  IconExternalLink,
  IconMailOpened,
  IconSquareX,
} from '@tabler/icons-react';
import type { Action, ActionContext } from '../../actions/types';
import { choose, clearChosen, isRunning, toggleChosen, useSelection } from '../list/selection';
import { openTicketPopup } from '../popup';
import { change } from './change';
import { hasTarget } from './target';

const listed = ({ list }: ActionContext) => list !== null && (list.moves ?? list.rows.length > 0);
const chooses = (context: ActionContext) => listed(context) && context.list?.chooses !== false;
const pointed = ({ list }: ActionContext) => list?.row !== undefined;
const base = { scope: 'list', many: false } as const;

/** Moving through the list, and choosing in it. */
export const LIST_ACTIONS: readonly Action[] = [
  { ...base, id: 'list.next', label: 'translation:keys.next', icon: IconArrowDown, keys: ['j'], repeats: true, available: listed, run: ({ list }) => list?.move(1) },
  { ...base, id: 'list.previous', label: 'translation:keys.previous', icon: IconArrowUp, keys: ['k'], repeats: true, available: listed, run: ({ list }) => list?.move(-1) },
  { ...base, id: 'list.open', label: 'translation:keys.open', keys: ['Enter'], available: pointed, run: ({ list }) => list?.open() },
  {
    ...base,
    id: 'list.choose',
    label: 'translation:keys.pick',
    icon: IconCheckbox,
    keys: ['x'],
    available: (context) => pointed(context) && chooses(context),
    run: ({ list }) => {
      if (list?.row !== undefined) toggleChosen(list.row.id);
    },
  },
  {
    ...base,
    id: 'list.extend_next',
    label: 'actions:list.extend_next',
    keys: ['Shift+j', 'Shift+ArrowDown'],
    many: true,
    repeats: true,
    available: chooses,
    run: ({ list }) => list?.extend(1),
  },
  {
    ...base,
    id: 'list.extend_previous',
    label: 'actions:list.extend_previous',
    keys: ['Shift+k', 'Shift+ArrowUp'],
    many: true,
    repeats: true,
    available: chooses,
    run: ({ list }) => list?.extend(-1),
  },
  {
    ...base,
    id: 'list.choose_all',
    label: 'translation:tickets.pick_all',
    icon: IconChecks,
    keys: ['* a'],
    many: true,
    available: (context) => chooses(context) && !isRunning(),
    run: ({ list }) => choose((list?.rows ?? []).map(({ id }) => id)),
  },
  {
    ...base,
    id: 'list.choose_none',
    label: 'actions:list.choose_none',
    icon: IconSquareX,
    keys: ['* n'],
    many: true,
    available: () => useSelection.getState().chosen.size > 0,
    run: clearChosen,
  },
  {
    ...base,
    id: 'list.window',
    label: 'translation:keys.window',
    icon: IconExternalLink,
    keys: ['o'],
    available: ({ list, ticket }) => list?.row !== undefined || (ticket !== null && ticket.back !== null),
    run: ({ list, ticket }) => {
      const row = list?.row ?? ticket?.info;
      if (row !== undefined) openTicketPopup(row);
    },
  },
  {
    ...base,
    id: 'list.read',
    label: 'ticket_list:bulk_read',
    icon: IconMailOpened,
    keys: ['Shift+i'],
    many: true,
    available: (context) => hasTarget(context),
    run: (context) => change(context, { kind: 'read' }),
  },
];
