import { Button, Loader } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOf, useAgents } from '../../api/agents';
import { api } from '../../api/client';
import { useDepartments } from '../../api/departments';
import { useLabels } from '../../api/labels';
import type { TicketInfo } from '../../api/types';
import { onEvent } from '../../realtime/apply';
import { fromUtcText, fullTime } from '../../ui/dates';
import { useDueTexts } from '../../ui/due/texts';
import { targetWords } from '../../ui/due/words';
import { languageName } from '../../ui/languages';
import { useTexts } from '../texts';
import { useTexts as useSlaTexts } from './sla/texts';
import classes from './History.module.css';

interface Step {
  id: number;
  at: number;
  by: string;
  kind: string;
  before: string;
  after: string;
  why: string;
}

const PAGE = 100;
/** What a clock of a service-level agreement did, by the names of its texts: before is its metric, after its policy, and why its target in minutes. */
const CLOCKS = new Map([['sla_warning', 'step.warning'], ['sla_breach', 'step.breach']]);
/** What somebody takes back later has words of its own for that. */
const ENDS = ['snooze', 'appointment', 'block', 'merge', 'merged', 'link', 'queue'];

/** A custom field as it was called then, and what stood in it. */
function told(value: string): { label: string; value: string } {
  const { label = '', value: words = '' } = JSON.parse(value) as { label?: string; value?: string };
  return { label, value: words };
}

/** What the codes and ids of a step are called. */
function useWords(): (kind: string, value: string) => string {
  const { t, i18n } = useTranslation();
  const texts = useTexts();
  const names = useAgents((state) => state.names);
  const labels = useLabels((state) => state.labels);
  const { departments } = useDepartments();
  return (kind, value) => {
    if (value === '' && kind === 'survey_answer') return texts.t('history.no_rating');
    if (value === '' || value === '[]') return texts.t('history.nothing');
    switch (kind) {
      case 'status':
        return t(`status.${value}`);
      case 'severity':
        return texts.t(`severity.${value}`);
      case 'routing':
      case 'participants':
        return value.split(',').map((username) => nameOf(username, names)).join(', ');
      case 'department':
        return departments.find((department) => String(department.id) === value)?.name ?? t('details.unknown_department');
      case 'labels':
        return (JSON.parse(value) as number[])
          .map((id) => labels.find((label) => label.id === id)?.name ?? t('tickets.removed_label'))
          .join(', ');
      case 'language':
        return languageName(value, i18n.language) || texts.t('language.unknown');
      case 'snooze':
      case 'appointment':
        return fullTime(fromUtcText(value));
      case 'sla':
        return labels.find((label) => String(label.id) === value)?.name ?? t('tickets.removed_label');
      case 'call':
        return texts.t(`history.call_${value}`);
      case 'survey':
        return texts.t(`history.survey_${value}`);
      case 'field':
        return told(value).value || texts.t('history.nothing');
      case 'survey_answer':
        return texts.t('history.rating', { rating: value });
      default:
        return value;
    }
  };
}

/** Every change of the ticket, the newest first; loaded when somebody asks for it. */
export function History({ info }: { info: TicketInfo }) {
  const { t } = useTexts();
  const sla = useSlaTexts();
  const due = useDueTexts();
  const [open, setOpen] = useState(false);
  const names = useAgents((state) => state.names);
  const word = useWords();
  const query = useInfiniteQuery({
    // Whatever changes the ticket also changes its time, and so asks anew.
    queryKey: ['history', info.id, info.ts, info.closed, info.severity, info.assignee, info.label, info.department_id, info.snoozed_until, info.due?.breached],
    queryFn: async ({ pageParam, signal }) =>
      (await api.get('/api/tickets/{id}/history', { path: { id: info.id }, query: pageParam === 0 ? undefined : { before: pageParam }, signal })).data,
    initialPageParam: 0,
    getNextPageParam: (page) => (page.length < PAGE ? undefined : page.at(-1)?.id),
    enabled: open,
  });
  const { refetch } = query;
  useEffect(() => {
    if (!open) return undefined;
    // A move between queues changes nothing of what the ticket says of itself.
    return onEvent('ticketRouted', ({ ticket_id }) => {
      if (ticket_id === info.id) void refetch();
    });
  }, [open, info.id, refetch]);
  const steps = query.data?.pages.flat() ?? [];
  const line = ({ kind, by, before, after, why }: Step) => {
    const values = { by: by === 'server' ? t('history.server') : nameOf(by, names), before: word(kind, before), after: word(kind, after) };
    const clock = CLOCKS.get(kind);
    if (clock !== undefined) return sla.t(clock, { metric: due.t(`metric.${before}`), policy: after });
    if (kind === 'routing') return t('history.routing', { ...values, queue: why });
    if (kind === 'queue' && before === '' && after !== '') return t('history.queue_first', values);
    if (kind === 'field') return t('history.field', { ...values, field: told(after).label });
    const over = after === '' && ENDS.includes(kind);
    if (kind === 'survey_answer' && before === '') return t('history.survey_answer_first', values);
    return t(over ? `history.${kind}_over` : `history.${kind}`, values);
  };
  const reason = ({ kind, why }: Step) => {
    if (CLOCKS.has(kind)) return sla.t('step.target', { time: targetWords(Number(why), due.t) });
    if (kind === 'survey') return t(`survey.why.${why}`);
    return kind === 'queue' ? t(`history.queue_${why}`) : why;
  };
  return (
    <section className={classes['history']} aria-label={t('history.title')}>
      <Button variant="subtle" size="compact-xs" onClick={() => setOpen(!open)} aria-expanded={open}>
        {t(open ? 'history.hide' : 'history.show')}
      </Button>
      {open && query.isPending ? <Loader size="xs" /> : null}
      {open && query.isError ? (
        <p role="alert">
          {t('history.failed')}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => void query.refetch()}>
            {t('history.retry')}
          </Button>
        </p>
      ) : null}
      {open && query.isSuccess && steps.length === 0 ? <p>{t('history.empty')}</p> : null}
      {open && steps.length > 0 ? (
        <ol>
          {steps.map((step) => (
            <li key={step.id}>
              <span>{line(step)}</span>
              <small>
                <time>{fullTime(step.at)}</time>
                {step.why === '' || step.kind === 'routing' ? null : ` · ${reason(step)}`}
              </small>
            </li>
          ))}
        </ol>
      ) : null}
      {open && query.hasNextPage ? (
        <Button variant="subtle" size="compact-xs" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('history.more')}
        </Button>
      ) : null}
    </section>
  );
}
