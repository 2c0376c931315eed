import { ActionIcon, Avatar, Button } from '@mantine/core';
import { IconArrowLeft, IconCheck, IconChevronDown, IconLayoutSidebarRight } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useHinted } from '../../actions/KeyHint';
import type { TicketInfo, TicketStatus } from '../../api/types';
import { useAbilities } from '../../session/abilities';
import { Answering } from '../../session/Answering';
import { ChannelMark } from '../../ui/ChannelMark';
import { DueMark } from '../../ui/due/DueMark';
import { EmotionMark } from '../../ui/emotion/EmotionMark';
import { Menu } from '../../ui/Menu';
import { Tooltip } from '../../ui/Tooltip';
import { lazyPart } from '../../ui/lazyPart';
import { HereMarks } from '../here/HereMarks';
import { customerOf, STATUSES } from '../model';
import classes from './Header.module.css';
import { TicketMenu } from './TicketMenu';

const SnoozeMenu = lazyPart(async () => (await import('./SnoozeMenu')).SnoozeMenu);
/** As wide as its sign, so that nothing moves when it comes. */
const ROOM = <span style={{ width: 28 }} />;

interface Props {
  info: TicketInfo;
  backTo: string | null;
  detailsOpen: boolean;
  onDetails: () => void;
  onStatus: (status: TicketStatus) => void;
}

export function StatusMenu({ status, onStatus }: { status: TicketStatus; onStatus: (status: TicketStatus) => void }) {
  const { t } = useTranslation();
  const label = t(`status.${status}`);
  const dot = <span className={classes['dot']} data-status={status} aria-hidden />;
  if (!useAbilities().answers) {
    return (
      <span className={classes['state']}>
        {dot} {label}
      </span>
    );
  }
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <Button
          variant="default"
          size="xs"
          leftSection={dot}
          rightSection={<IconChevronDown size={14} stroke={1.5} />}
          aria-label={t('conversation.status', { status: label })}
        >
          <span className={classes['word']}>{label}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {STATUSES.map((choice) => (
          <Menu.Item
            key={choice}
            leftSection={<span className={classes['dot']} data-status={choice} aria-hidden />}
            rightSection={choice === status ? <IconCheck size={16} stroke={1.5} /> : null}
            onClick={() => onStatus(choice)}
          >
            {t(`status.${choice}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Up to three faces, then how many more. */
function People({ info }: { info: TicketInfo }) {
  const { t } = useTranslation();
  const people = info.participants;
  if (people.length === 0) return null;
  const names = people.map((person) => person.name || person.username).join(', ');
  return (
    <Tooltip label={t('conversation.assignees', { names })}>
      <Avatar.Group spacing={6} role="img" aria-label={t('conversation.assignees', { names })} className={classes['people'] ?? ''}>
        {people.slice(0, 3).map((person) => (
          <Avatar
            key={person.username}
            src={person.photo === '' ? null : person.photo}
            name={person.name || person.username}
            color="gray"
            size={26}
            radius="xl"
          />
        ))}
        {people.length > 3 ? (
          <Avatar size={26} radius="xl">
            +{people.length - 3}
          </Avatar>
        ) : null}
      </Avatar.Group>
    </Tooltip>
  );
}

export function Header({ info, backTo, detailsOpen, onDetails, onStatus }: Props) {
  const { t } = useTranslation();
  const { search } = useLocation();
  const customer = customerOf(info);
  const details = useHinted(t('keys.details'), 'ticket.details');
  return (
    <header className={classes['header']}>
      {backTo === null ? null : (
        <ActionIcon component={Link} to={`${backTo}${search}`} aria-label={t('conversation.back')} className={classes['back'] ?? ''}>
          <IconArrowLeft size={18} stroke={1.5} />
        </ActionIcon>
      )}
      <ChannelMark channel={info.channel} account={info.channel_name} size={22} />
      <div className={classes['names']}>
        <h2 className={classes['title']}>{info.title || customer}</h2>
        <p className={classes['sub']}>
          <span>{customer}</span>
          <span className={classes['number']}>#{info.ticket_number}</span>
        </p>
      </div>
      <EmotionMark emotions={info.emotion} bare />
      <DueMark due={info.due} />
      <HereMarks ticketId={info.id} />
      <People info={info} />
      {info.merged_into == null ? (
        <>
          <Answering>
            <Suspense fallback={ROOM}>
              <SnoozeMenu info={info} />
            </Suspense>
          </Answering>
          <StatusMenu status={info.closed} onStatus={onStatus} />
        </>
      ) : null}
      <Answering>
        <TicketMenu info={info} />
      </Answering>
      <Tooltip label={details}>
        <ActionIcon onClick={onDetails} aria-label={t('keys.details')} aria-expanded={detailsOpen}>
          <IconLayoutSidebarRight size={18} stroke={1.5} />
        </ActionIcon>
      </Tooltip>
    </header>
  );
}
