import { ActionIcon } from '@mantine/core';
import { IconArrowBackUp, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import type { LinkedTicket, MergedTicket, TicketInfo } from '../../api/types';
import { Answering } from '../../session/Answering';
import { ChannelMark } from '../../ui/ChannelMark';
import { useView } from '../../ui/useView';
import { undoMerge, unrelate } from '../merge';
import { useTexts } from '../texts';
import classes from './Details.module.css';
import own from './RelatedTickets.module.css';

function Line({ ticket, note, children }: { ticket: LinkedTicket | MergedTicket; note: string; children: ReactNode }) {
  // The list beside it stays the one it is.
  const { search } = useLocation();
  const view = useView();
  return (
    <li>
      <ChannelMark channel={ticket.channel} size={16} />
      <Link to={view(`/ticket/${ticket.ticket_number}${search}`)}>
        <span>
          #{ticket.ticket_number} {ticket.title}
        </span>
        <small>{note}</small>
      </Link>
      {children}
    </li>
  );
}

/** The tickets that were merged into this one, and those it is related to. */
export function RelatedTickets({ info }: { info: TicketInfo }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const { merged, links } = info;
  return (
    <>
      {merged.length === 0 ? null : (
        <section className={classes['section']} aria-label={t('merge.list')}>
          <h3>{t('merge.list')}</h3>
          <ul className={own['list']}>
            {merged.map((ticket) => (
              <Line key={ticket.id} ticket={ticket} note={ticket.name}>
                <Answering>
                  <ActionIcon
                    size="sm"
                    aria-label={t('merge.undo_of', { number: ticket.ticket_number })}
                    title={t('merge.undo_of', { number: ticket.ticket_number })}
                    onClick={() => undoMerge(ticket.id, ticket.ticket_number)}
                  >
                    <IconArrowBackUp size={15} stroke={1.5} />
                  </ActionIcon>
                </Answering>
              </Line>
            ))}
          </ul>
        </section>
      )}
      {links.length === 0 ? null : (
        <section className={classes['section']} aria-label={t('link.list')}>
          <h3>{t('link.list')}</h3>
          <ul className={own['list']}>
            {links.map((ticket) => (
              <Line key={ticket.id} ticket={ticket} note={`${common(`status.${ticket.closed}`)} · ${ticket.name}`}>
                <Answering>
                  <ActionIcon
                    size="sm"
                    aria-label={t('link.remove', { number: ticket.ticket_number })}
                    title={t('link.remove', { number: ticket.ticket_number })}
                    onClick={() => void unrelate(info, ticket)}
                  >
                    <IconX size={15} stroke={1.5} />
                  </ActionIcon>
                </Answering>
              </Line>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
