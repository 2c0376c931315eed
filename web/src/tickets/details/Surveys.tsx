import { Button } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import type { components } from '../../api/openapi.gen';
import { asProblem } from '../../api/problem';
import type { TicketInfo } from '../../api/types';
import { onEvent, onReload } from '../../realtime/apply';
import { useAbilities } from '../../session/abilities';
import { fullTime } from '../../ui/dates';
import { problemText } from '../../ui/ErrorPlace';
import { toastError, toastSuccess } from '../../ui/toast';
import { useTexts } from '../texts';
import { IN_MEMORY } from './memory';
import classes from './Details.module.css';
import own from './Surveys.module.css';

type Invitation = components['schemas']['SurveyInvitation'];

/** What the customer was asked about this ticket, and what they answered. */
export function Surveys({ info }: { info: TicketInfo }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const { answers } = useAbilities();
  const [busy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['ticket-surveys', info.id],
    queryFn: ({ signal }) => api.get('/api/tickets/{id}/survey', { path: { id: info.id }, signal }),
    ...IN_MEMORY,
  });
  useEffect(() => {
    const ends = [
      onEvent('surveyChanged', ({ ticket_id }) => {
        if (ticket_id === info.id) void refetch();
      }),
      onReload(() => void refetch()),
    ];
    return () => ends.forEach((end) => end());
  }, [info.id, refetch]);

  async function send(): Promise<void> {
    setBusy(true);
    try {
      await api.post('/api/tickets/{id}/survey', { path: { id: info.id } });
      toastSuccess(t('survey.sent_it'));
    } catch (thrown) {
      toastError(`${t('survey.send_failed')}: ${problemText(asProblem(thrown), common)}`);
    }
    setBusy(false);
    void refetch();
  }

  // Where nothing was asked and nothing can be, there is nothing to see.
  const reached = answers && info.told && info.merged_into == null;
  if (data !== undefined && data.length === 0 && !reached) return null;
  return (
    <section className={classes['section']} aria-label={t('survey.title')}>
      <h3>{t('survey.title')}</h3>
      {error === null ? null : (
        <p role="alert" className={own['failed']}>
          {t('survey.load_failed')}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => void refetch()}>
            {t('survey.retry')}
          </Button>
        </p>
      )}
      {data === undefined || data.length === 0 ? null : (
        <ul className={own['list']}>
          {data.map((one) => (
            <One key={one.id} one={one} />
          ))}
        </ul>
      )}
      {data === undefined || !reached ? null : (
        <Button variant="subtle" size="compact-xs" loading={busy} onClick={() => void send()}>
          {t(data.length === 0 ? 'survey.send' : 'survey.send_again')}
        </Button>
      )}
    </section>
  );
}

function One({ one }: { one: Invitation }) {
  const { t } = useTexts();
  const answered = one.answered_at ?? null;
  return (
    <li>
      <span className={own['name']}>{one.survey}</span>
      {one.rating == null ? null : <Stars rating={one.rating} />}
      {one.comment === '' ? null : <q className={own['comment']}>{one.comment}</q>}
      {one.answers.length < 2 ? null : (
        <details>
          <summary>{t('survey.all')}</summary>
          <dl>
            {one.answers.map((answer, at) => (
              <div key={at}>
                <dt>{answer.question}</dt>
                <dd>{answer.kind === 'rating' ? t('survey.rating', { rating: answer.answer }) : answer.answer}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      <small>
        {answered === null ? <Standing one={one} /> : t('survey.answered', { at: fullTime(answered) })}
        {answered === null || one.changed_at === answered ? null : ` · ${t('survey.changed', { at: fullTime(one.changed_at ?? answered) })}`}
      </small>
    </li>
  );
}

function Standing({ one }: { one: Invitation }) {
  const { t } = useTexts();
  const [opened] = useState(() => Date.now());
  if (one.state === 'planned') return t('survey.planned', { at: fullTime(one.created_at) });
  if (one.state === 'sent') {
    const over = (one.expires_at ?? 0) <= opened;
    return t(over ? 'survey.expired' : 'survey.sent', { at: fullTime(one.sent_at ?? one.created_at) });
  }
  const why = one.reason === 'refused' && one.detail !== '' ? one.detail : t(`survey.why.${one.reason}`);
  return `${t('survey.not_sent', { at: fullTime(one.created_at) })}: ${why}`;
}

function Stars({ rating }: { rating: number }) {
  const { t } = useTexts();
  return (
    <span className={own['stars']} role="img" aria-label={t('survey.rating', { rating })}>
      {[1, 2, 3, 4, 5].map((star) =>
        star <= rating ? <IconStarFilled key={star} size={16} /> : <IconStar key={star} size={16} stroke={1.5} />,
      )}
    </span>
  );
}
