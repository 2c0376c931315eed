import { Skeleton } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { isRinging, type Call } from '../api/ongoingCalls';
import { ErrorPlace, useAgain } from '../ui/ErrorPlace';
import { useLate } from '../ui/useLate';
import { BoardSection, NothingHere } from './BoardSection';
import { BoardTable, type Column } from './BoardTable';
import { refreshCalls, useCallsNow, watchCalls } from './ongoing';
import { Running } from './Running';
import { useTexts } from './texts';

interface Props {
  callPath: (ticketNumber: number) => string;
}

function CallTable({ calls, callPath }: Props & { calls: readonly Call[] }) {
  const { t } = useTexts();
  const numberOf = (call: Call) => call.number || t('call.withheld');
  const columns: Column<Call>[] = [
    {
      key: 'caller',
      label: t('call.caller'),
      cell: (call) => (
        <>
          <Link to={callPath(call.ticket_number)}>{call.name || numberOf(call)}</Link> <small>#{call.ticket_number}</small>
        </>
      ),
    },
    { key: 'number', label: t('call.number'), cell: numberOf },
    { key: 'agent', label: t('call.agent'), cell: ({ assignee }) => (assignee === null ? t('call.nobody') : assignee.name || assignee.username) },
    { key: 'state', label: t('call.state'), cell: (call) => t(isRinging(call) ? `call.ringing_${call.direction}` : 'call.talking') },
    // How long it rings or, once somebody took it, how long they talk.
    { key: 'lasts', label: t('call.lasts'), numeric: true, cell: ({ answered_at, ts }) => <Running since={answered_at ?? ts} /> },
  ];
  return <BoardTable caption={t('call.title')} columns={columns} rows={calls} keyOf={({ id }) => id} />;
}

function Inside({ callPath }: Props) {
  const { t } = useTexts();
  const calls = useCallsNow((state) => state.calls);
  const problem = useCallsNow((state) => state.problem);
  const late = useLate(calls === null && problem === null);
  useAgain(calls === null ? null : problem, refreshCalls);
  if (problem?.code === 'forbidden') return <NothingHere title={t('call.refused')} text={t('call.refused_text')} />;
  if (calls === null && problem !== null) return <ErrorPlace compact problem={problem} title={t('call.failed')} onRetry={refreshCalls} />;
  if (calls === null) {
    return late ? (
      <div role="status" aria-label={t('call.loading')}>
        <Skeleton height={88} radius="md" />
      </div>
    ) : null;
  }
  if (calls.length === 0) return <NothingHere title={t('call.empty')} text={t('call.empty_text')} />;
  return <CallTable calls={calls} callPath={callPath} />;
}

/** The calls that ring or in which people talk, each with the way to its conversation. */
export function CallsNow({ callPath }: Props) {
  const { t } = useTexts();
  const shown = useCallsNow((state) => state.calls?.length ?? 0);
  const count = useCallsNow((state) => state.count);
  useEffect(watchCalls, []);
  return (
    <BoardSection title={t('call.title')} isReadApart {...(shown === 0 ? {} : { count: shown < count ? t('chat.some', { shown, count }) : String(shown) })}>
      <Inside callPath={callPath} />
    </BoardSection>
  );
}
