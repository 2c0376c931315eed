import { Button, Group, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asProblem } from '../../api/problem';
import { fullTime } from '../../ui/dates';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { Chip } from '../../ui/SettingsList';
import { Waiting } from '../../ui/Waiting';
import { useRevision, useRevisions } from '../queries';
import { useTexts } from '../texts';
import type { Translation } from '../types';
import type { ArticleText } from './TextPane';
import classes from './editor.module.css';

interface Props {
  id: number;
  stored: Translation;
  /** Something is typed that restoring would replace. */
  dirty: boolean;
  onClose: () => void;
  onRestore: (text: ArticleText) => Promise<void>;
}

/** Every saved text of one language, the newest first; an older one becomes the newest again. */
export function Revisions({ id, stored, dirty, onClose, onRestore }: Props) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const { language } = stored;
  const list = useRevisions(id, language);
  const [chosen, setChosen] = useState<number | null>(null);
  const text = useRevision(id, language, chosen);
  const [busy, setBusy] = useState(false);

  async function restore(old: ArticleText): Promise<void> {
    setBusy(true);
    await onRestore({ title: old.title, body: old.body });
    setBusy(false);
  }

  return (
    <Modal opened onClose={onClose} size={760} title={t('revisions')} closeButtonProps={{ 'aria-label': common('action.close') }}>
      {list.data === undefined ? (
        list.error === null ? (
          <Waiting label={t('loading')} />
        ) : (
          <ErrorPlace compact problem={asProblem(list.error)} title={t('revisions_failed')} onRetry={() => void list.refetch()} />
        )
      ) : (
        <div className={classes['revisions']}>
          <ul className={classes['revisionList']}>
            {list.data.map(({ revision, title, at, by }) => (
              <li key={revision}>
                <button type="button" className={classes['revision']} aria-pressed={revision === chosen} onClick={() => setChosen(revision)}>
                  <span>
                    {t('revision', { number: revision })} {revision === stored.published_revision ? <Chip tone="good">{t('standing.published')}</Chip> : null}
                  </span>
                  <span className={classes['dim']}>{title}</span>
                  <span className={classes['dim']}>
                    {fullTime(at)}
                    {by === null ? null : ` · ${by.name || by.username}`}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <section className={classes['revisionText']} aria-label={t('revision_text')} tabIndex={0}>
            {chosen === null ? (
              <p className={classes['dim']}>{t('revision_pick')}</p>
            ) : text.data !== undefined ? (
              <>
                <h3 lang={language}>{text.data.title}</h3>
                <p className={classes['markdown']} lang={language} dir="auto">
                  {text.data.body}
                </p>
              </>
            ) : text.error === null ? (
              <Waiting label={t('loading')} />
            ) : (
              <ErrorPlace compact problem={asProblem(text.error)} onRetry={() => void text.refetch()} />
            )}
          </section>
        </div>
      )}
      <Group justify="flex-end" gap="xs" mt="md">
        {dirty ? <p className={classes['dim']}>{t('restore_dirty')}</p> : null}
        <Button variant="default" size="xs" onClick={onClose}>
          {common('action.close')}
        </Button>
        <Button size="xs" loading={busy} disabled={text.data === undefined || chosen === null || chosen === stored.revision} onClick={() => text.data !== undefined && void restore(text.data)}>
          {t('restore')}
        </Button>
      </Group>
    </Modal>
  );
}
