import { UnstyledButton } from '@mantine/core';
import { use } from 'react';
import { useTranslation } from 'react-i18next';
import { BOTS, useAgents } from '../../api/agents';
import type { Message } from '../../api/types';
import { openProfile, useColleagueCard } from '../profile/open';
import { botOf } from './bot';
import { Customer } from './customer';
import classes from './MessageItem.module.css';

/** Who wrote a message; it leads to what is known of that person, where anything is. */
export function Sender({ message, name }: { message: Message; name: string }) {
  const { t } = useTranslation();
  const openCard = useColleagueCard((state) => state.open);
  const customer = use(Customer);
  const colleague = useAgents((state) => state.names.has(message.sender)) || BOTS.includes(message.sender);
  let open: (() => void) | null = null;
  // A program of the channel has no profile.
  if (botOf(message) !== null) return <span className={classes['sender']}>{name}</span>;
  if (message.direction === 'out' || message.direction === 'note') {
    if (colleague && openCard !== null) open = () => openCard(message.sender);
  } else {
    // A conversation that was merged into this one has another customer.
    const contact = message.home_id === undefined || message.home_id === customer?.ticket ? (customer?.contact ?? null) : null;
    if (contact !== null) open = () => openProfile(contact);
  }
  if (open === null) return <span className={classes['sender']}>{name}</span>;
  return (
    <UnstyledButton className={classes['sender'] ?? ''} data-opens aria-label={t('details.profile', { name })} onClick={open}>
      {name}
    </UnstyledButton>
  );
}
