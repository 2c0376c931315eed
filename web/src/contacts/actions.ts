import { IconArrowsJoin, IconSearch } from '@tabler/icons-react';
import { register } from '../actions/registry';
import type { Action, ActionContext } from '../actions/types';

const base = { scope: 'contact', many: false } as const;
const listed = ({ contacts }: ActionContext) => contacts !== null;

/** What is done with contacts. */
const ACTIONS: readonly Action[] = [
  { ...base, id: 'contact.next', label: 'actions:contact.next', keys: ['j'], repeats: true, available: listed, run: ({ contacts }) => contacts?.move(1) },
  { ...base, id: 'contact.previous', label: 'actions:contact.previous', keys: ['k'], repeats: true, available: listed, run: ({ contacts }) => contacts?.move(-1) },
  { ...base, id: 'contact.find', label: 'actions:contact.find', keys: ['f'], icon: IconSearch, available: listed, run: ({ contacts }) => contacts?.find() },
  {
    ...base,
    id: 'contact.merge',
    label: 'actions:contact.merge',
    keys: ['y'],
    icon: IconArrowsJoin,
    available: ({ contact }) => contact !== null,
    run: ({ contact }) => contact?.merge(),
  },
];

register(ACTIONS);
