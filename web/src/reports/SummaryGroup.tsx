import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { ENTERED, useChannel } from '../api/plugins';
import { shownUtc } from './days';
import type { ReportGroup, ReportRow, ReportType } from './model';
import classes from './reports.module.css';
import { ReportTable, type Column } from './ReportTable';
import { useTexts } from './texts';

/** Where a conversation opens. */
export type ConversationPath = (row: ReportRow) => string;

interface Props {
  type: ReportType;
  group: ReportGroup;
  conversationPath: ConversationPath;
}

const STATUS_CODES = [0, 1, 2, 3];

function ChannelName({ channel }: { channel: string }) {
  const { t } = useTranslation();
  const declared = useChannel(channel);
  return channel === ENTERED ? t('channel_entered') : (declared?.name ?? channel);
}

/** A day does not break at its hyphens; the time may stand below it. */
function Moment({ text }: { text: string }) {
  const [day, time = ''] = shownUtc(text).split(' ');
  return (
    <span>
      <span className={classes['dayOf']}>{day}</span> {time}
    </span>
  );
}

/** The columns of one type, with the names that reports have for them. */
function useColumns(type: ReportType, conversationPath: ConversationPath): Column<ReportRow>[] {
  const { t } = useTexts();
  const orNone = (text: string | null) => (text === null || text === '' ? t('none') : text);
  const column = (key: string, cell: Column<ReportRow>['cell']): Column<ReportRow> => ({ key, label: t(`column.${key}`), cell });
  const worded = (key: string, text: (row: ReportRow) => string | null) => column(key, (row) => orNone(text(row)));
  const free = (key: string, text: (row: ReportRow) => string | null) => ({ ...worded(key, text), isFree: true });
  return [
    column('number', (row) => <Link to={conversationPath(row)}>{row.ticket_number}</Link>),
    free('title', ({ title }) => title),
    column('channel', ({ channel }) => <ChannelName channel={channel} />),
    worded('label', ({ label_names }) => label_names.join(', ')),
    column('status', ({ closed }) => t(`status.${STATUS_CODES.includes(closed) ? closed : 'unknown'}`)),
    worded('assignee', ({ assignee_names }) => assignee_names.join(', ')),
    worded('department', ({ department }) => department),
    column('created', ({ created_at }) => <Moment text={created_at} />),
    column('updated', ({ updated_at }) => <Moment text={updated_at} />),
    column('sla', ({ sla }) => (sla === '' ? t('none') : <span data-sla={sla}>{t(`sla.${sla}`)}</span>)),
    ...(type === 'ticket'
      ? []
      : [worded('rating', ({ rating }) => (rating === null ? null : String(rating))), free('reason', ({ reason }) => reason)]),
  ];
}

/** What was opened on one day. */
export function SummaryGroup({ type, group, conversationPath }: Props) {
  const { t } = useTexts();
  const columns = useColumns(type, conversationPath);
  return (
    <section className={classes['section']} aria-label={group.heading}>
      <div className={classes['head']}>
        <h2>{group.heading}</h2>
        <span className={classes['count']}>{group.rows.length}</span>
      </div>
      <ReportTable isWide caption={t('summary.caption', { type: t(`type.${type}`), day: group.heading })} columns={columns} rows={group.rows} keyOf={({ id }) => id} />
    </section>
  );
}
