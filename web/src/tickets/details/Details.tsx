import { ActionIcon, Anchor, Avatar } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf, useAgents } from '../../api/agents';
import type { Message, TicketInfo, TicketStatus } from '../../api/types';
import { useChannelName } from '../../ui/useChannelName';
import { fromUtcText, fullTime } from '../../ui/dates';
import { lazyPart } from '../../ui/lazyPart';
import { StatusMenu } from '../conversation/Header';
import { customerOf } from '../model';
import { WriteButton } from '../start/WriteButton';
import { useTexts } from '../texts';
import { useReason } from '../useReason';
import { DepartmentMenu } from './DepartmentMenu';
import { Fields } from './Fields';
import { History } from './History';
import { Known } from './Known';
import { LabelMenu } from './LabelMenu';
import { PeopleMenu } from './PeopleMenu';
import { RelatedTickets } from './RelatedTickets';
import { Routing } from './routing/Routing';
import { SeverityMenu } from './SeverityMenu';
import { Sla } from './sla/Sla';
import { Surveys } from './Surveys';
import classes from './Details.module.css';

const LanguageMenu = lazyPart(async () => (await import('./LanguageMenu')).LanguageMenu);
const Appointment = lazyPart(async () => (await import('./Appointment')).Appointment);
const EmotionList = lazyPart(async () => (await import('../../ui/emotion/EmotionList')).EmotionList);
const Trace = lazyPart(async () => (await import('./Trace')).Trace);

export interface DetailsProps {
  info: TicketInfo;
  /** The message whose way is being looked at, for admins. */
  traced: Message | null;
  onCloseTrace: () => void;
  onClose: () => void;
  /** Shows what is known of the customer. */
  onProfile: (contact: number) => void;
  onStatus: (status: TicketStatus) => void;
}

function Property({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes['property']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Who the customer is, what the ticket says of itself, and how a message travelled. */
export function Details({ info, traced, onCloseTrace, onClose, onProfile, onStatus }: DetailsProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  const name = info.contact?.name || customerOf(info);
  const contact = info.contact?.id ?? null;
  const channel = useChannelName(info);
  const identities = info.contact?.identities ?? [];
  const names = useAgents((state) => state.names);
  const reason = useReason();
  const readers = info.reader.map((username) => nameOf(username, names)).join(', ');
  return (
    <div className={classes['details']}>
      <header className={classes['head']}>
        <h2>{t('details.title')}</h2>
        <ActionIcon onClick={onClose} aria-label={t('action.close')}>
          <IconX size={16} stroke={1.5} />
        </ActionIcon>
      </header>

      {traced === null ? null : (
        <Suspense>
          <Trace key={traced.id} message={traced} onClose={onCloseTrace} />
        </Suspense>
      )}

      <section className={classes['section']} aria-label={t('details.contact')}>
        <div className={classes['person']}>
          <Avatar name={name} color="gray" size={40} radius="xl" />
          <div>
            {contact === null ? (
              <strong>{name}</strong>
            ) : (
              <Anchor component="button" type="button" c="inherit" fw={700} ta="start" aria-label={t('details.profile', { name })} onClick={() => onProfile(contact)}>
                {name}
              </Anchor>
            )}
            {info.email !== '' || info.phone !== '' ? <span>{info.email || info.phone}</span> : null}
          </div>
        </div>
        {identities.length === 0 ? null : (
          <ul className={classes['identities']}>
            {identities.map((identity) => (
              <Known key={`${identity.account} ${identity.external_id}`} identity={identity} info={info} />
            ))}
          </ul>
        )}
        {contact === null ? null : (
          <div className={classes['write']}>
            <WriteButton name={name} />
          </div>
        )}
      </section>

      <section className={classes['section']} aria-label={t('details.properties')}>
        <h3>{t('details.properties')}</h3>
        <dl>
          <Property label={t('details.status')}>
            {info.merged_into == null ? <StatusMenu status={info.closed} onStatus={onStatus} /> : t(`status.${info.closed}`)}
          </Property>
          <Property label={t('details.number')}>#{info.ticket_number}</Property>
          <Property label={t('details.channel')}>{channel}</Property>
          <Property label={t('details.assignees')}>
            <PeopleMenu info={info} />
          </Property>
          <Property label={t('details.labels')}>
            <LabelMenu info={info} />
          </Property>
          <Property label={t('details.department')}>
            <DepartmentMenu info={info} />
          </Property>
          <Property label={t('details.severity')}>
            <SeverityMenu info={info} />
          </Property>
          <Property label={texts.t('language.label')}>
            <Suspense>
              <LanguageMenu key={info.id} info={info} />
            </Suspense>
          </Property>
          <Property label={texts.t('appointment.label')}>
            <Suspense>
              <Appointment key={info.id} info={info} />
            </Suspense>
          </Property>
          {Object.keys(info.emotion).length === 0 ? null : (
            <Property label={texts.t('emotions')}>
              <Suspense>
                <EmotionList newest={info.emotion} counts={info.emotion_2} />
              </Suspense>
            </Property>
          )}
          <Property label={t('tickets.received')}>{fullTime(fromUtcText(info.created_at))}</Property>
          <Property label={t('tickets.updated')}>{fullTime(info.ts * 1000)}</Property>
          {info.why ? <Property label={t('details.why')}>{reason(info.why)}</Property> : null}
          {readers === '' ? null : <Property label={t('details.readers')}>{readers}</Property>}
        </dl>
      </section>
      <Fields info={info} />
      <Sla info={info} />
      <Routing info={info} />
      <Surveys info={info} />
      <RelatedTickets info={info} />
      <History info={info} />
    </div>
  );
}
