import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Ticket } from '../api/types';
import { rowDate } from '../ui/dates';
import { useNow } from '../ui/useNow';
import { useView } from '../ui/useView';
import { useCollapsed } from './collapsed';
import classes from './livechat.module.css';
import { pathOf, type Group, type LiveTicket } from './model';
import { useLivechats } from './store';
import { useTexts } from './texts';

interface Props {
  group: Group;
  selected: string | undefined;
  /** Opens a chat in a window of its own. */
  onPopup: (chat: LiveTicket) => void;
}

/** A session with one chat is that chat; with several it can be folded. */
export function ChatGroup({ group, selected, onPopup }: Props) {
  const { t } = useTexts();
  const [collapsed, toggle] = useCollapsed(group.session_id);
  const [only] = group.livechats;
  if (group.livechats.length === 1 && only) {
    return <ChatRow chat={only} name={group.session_name} isSelected={String(only.ticket_number) === selected} onPopup={onPopup} />;
  }
  return (
    <section aria-label={group.session_name}>
      <button type="button" className={classes['group']} aria-expanded={!collapsed} onClick={toggle}>
        {collapsed ? <IconChevronRight size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />}
        <span className={classes['groupName']}>{group.session_name || t('visitor')}</span>
        <span className={classes['dim']}>{t('group', { count: group.livechats.length })}</span>
      </button>
      {collapsed
        ? null
        : group.livechats.map((chat) => (
            <ChatRow key={chat.id} chat={chat} name={chat.title || chat.name} isSelected={String(chat.ticket_number) === selected} onPopup={onPopup} />
          ))}
    </section>
  );
}

interface RowProps {
  chat: LiveTicket;
  name: string;
  isSelected: boolean;
  onPopup: (chat: LiveTicket) => void;
}

function ChatRow({ chat, name, isSelected, onPopup }: RowProps) {
  const { t } = useTexts();
  const shared = useTranslation().t;
  const now = useNow();
  const view = useView();
  const ended = useLivechats((state) => state.ended.has(chat.id));
  const unread = isUnread(chat);
  return (
    <Link
      to={view(pathOf(chat))}
      onClick={(event) => {
        if (!event.altKey) return;
        // The browser would save the address as a file.
        event.preventDefault();
        onPopup(chat);
      }}
      data-chat={chat.id}
      className={classes['row']}
      data-selected={isSelected || undefined}
      data-unread={unread || undefined}
      aria-current={isSelected ? 'true' : undefined}
    >
      <span className={classes['line']}>
        <span className={classes['dot']} aria-hidden />
        <span className={classes['name']}>
          {name || chat.name || t('visitor')}
          {unread ? <span className="pb-unseen"> ({shared('tickets.unread')})</span> : null}
        </span>
        {ended ? <span className={classes['tag']}>{t('ended')}</span> : null}
        <time className={classes['time']} dateTime={new Date(chat.ts * 1000).toISOString()}>
          {rowDate(chat.ts * 1000, now, shared('tickets.yesterday'))}
        </time>
      </span>
      <span className={classes['line']}>
        <span className={classes['snippet']}>{chat.snippet}</span>
        {chat.unread > 0 ? <span className={classes['count']}>{chat.unread}</span> : null}
      </span>
    </Link>
  );
}

function isUnread(chat: Ticket): boolean {
  return !chat.read || chat.unread > 0;
}
