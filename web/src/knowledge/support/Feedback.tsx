import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../api/client';
import { asProblem } from '../../api/problem';
import { problemText } from '../../ui/ErrorPlace';
import { COMMENT_MAX } from '../model';
import { useTexts } from '../texts';
import classes from './support.module.css';

/** Whether the article helped; who says no may say why. */
export function Feedback({ id, language, client }: { id: number; language: string; client: string | null }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const [asks, setAsks] = useState(false);
  const [comment, setComment] = useState('');
  const [busy, setBusy] = useState(false);
  const [done, setDone] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function send(helpful: boolean): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await api.post('/api/support/kb/{language}/{id}/feedback', {
        path: { language, id },
        query: { client: client ?? undefined },
        json: { helpful, comment: helpful ? '' : comment.trim() },
      });
      setDone(true);
    } catch (thrown) {
      setFailure(problemText(asProblem(thrown), common));
    }
    setBusy(false);
  }

  if (done) {
    return (
      <p className={classes['feedback']} role="status">
        {t('thanks')}
      </p>
    );
  }
  return (
    <section className={classes['feedback']} aria-label={t('helpful')}>
      <p>{t('helpful')}</p>
      <Button size="xs" variant="default" disabled={busy} onClick={() => void send(true)}>
        {t('yes')}
      </Button>
      <Button size="xs" variant="default" disabled={busy} aria-expanded={asks} onClick={() => setAsks(true)}>
        {t('no')}
      </Button>
      {asks ? (
        <form
          className={classes['why']}
          onSubmit={(event) => {
            event.preventDefault();
            void send(false);
          }}
        >
          <Textarea label={t('why')} autoFocus autosize minRows={2} maxLength={COMMENT_MAX} value={comment} onChange={(event) => setComment(event.currentTarget.value)} />
          <Button type="submit" size="xs" loading={busy}>
            {t('send')}
          </Button>
        </form>
      ) : null}
      {failure === null ? null : (
        <p role="alert" className={classes['failure']}>
          {failure}
        </p>
      )}
    </section>
  );
}
