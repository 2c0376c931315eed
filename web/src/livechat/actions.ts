import { IconLink, IconMessageOff, IconTicket, IconUserPlus } from '@tabler/icons-react';
import { register } from '../actions/registry';
import type { Action } from '../actions/types';
import { useQueue } from './queue';
import './texts';

const base = { scope: 'chat', many: false } as const;

/** What is done with live chats. */
const ACTIONS: readonly Action[] = [
  {
    ...base,
    id: 'chat.take',
    label: 'livechat:take_one',
    keys: ['q'],
    icon: IconUserPlus,
    available: ({ chats }) => chats !== null && useQueue.getState().count > 0,
    run: ({ chats }) => chats?.take(),
  },
  { ...base, id: 'chat.link', label: 'livechat:link.new', keys: ['+'], icon: IconLink, available: ({ chats }) => chats !== null, run: ({ chats }) => chats?.link() },
  {
    ...base,
    id: 'chat.convert',
    label: 'livechat:convert',
    keys: ['Shift+h'],
    icon: IconTicket,
    available: ({ chat }) => chat !== null,
    run: ({ chat }) => chat?.convert(),
  },
  {
    ...base,
    id: 'chat.end',
    label: 'livechat:end',
    keys: ['Shift+d'],
    icon: IconMessageOff,
    danger: true,
    available: ({ chat }) => chat !== null && chat.end !== null,
    run: ({ chat }) => chat?.end?.(),
  },
];

register(ACTIONS);
