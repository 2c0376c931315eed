import { Anchor, Button } from '@mantine/core';
import { IconHistory, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useHints } from '../../actions/live';
import { fullTime } from '../../ui/dates';
import kept from '../../ui/settingsList.module.css';
import { isLive, standingOf, supportPath } from '../model';
import { useTexts } from '../texts';
import type { Article, Translation } from '../types';

interface Props {
  article: Article;
  stored: Translation | null;
  dirty: boolean;
  busy: boolean;
  failure: string | null;
  /** Null where one cannot at this moment. */
  onPublish: (() => void) | null;
  onArchive: (() => void) | null;
  onRevisions: (() => void) | null;
  onRemove: () => void;
}

/** What is done with the text: the draft, what readers see, and the way back. */
export function EditorFoot({ article, stored, dirty, busy, failure, onPublish, onArchive, onRevisions, onRemove }: Props) {
  const { t } = useTexts();
  const keys = useHints((state) => state.keys);
  const isPublished = stored !== null && standingOf(stored) === 'published';
  return (
    <>
      {stored === null ? null : (
        <p className={kept['meta']}>
          {t('revision', { number: stored.revision })} · {fullTime(stored.updated_at)}
          {stored.published_revision === null || !isLive(stored) ? null : (
            <>
              {' · '}
              <Anchor component={Link} to={`${supportPath('kb', stored.language)}/${article.id}`} size="xs" underline="always">
                {t('read', { number: stored.published_revision })}
              </Anchor>
            </>
          )}
        </p>
      )}
      <div className={kept['foot']}>
        {failure === null ? null : (
          <p role="alert" className={kept['failure']}>
            {failure}
          </p>
        )}
        <Button variant="subtle" color="red" size="xs" disabled={busy} leftSection={<IconTrash size={14} stroke={1.5} />} onClick={onRemove}>
          {t('remove')}
        </Button>
        <span className={kept['space']} />
        {onRevisions === null ? null : (
          <Button variant="subtle" color="gray" size="xs" leftSection={<IconHistory size={14} stroke={1.5} />} onClick={onRevisions}>
            {t('revisions')}
          </Button>
        )}
        {onArchive === null ? null : (
          <Button variant="default" size="xs" disabled={busy} onClick={onArchive}>
            {t('archive')}
          </Button>
        )}
        <Button type="submit" variant="default" size="xs" loading={busy} disabled={!dirty} title={keys['knowledge.save']}>
          {t('save')}
        </Button>
        <Button size="xs" disabled={busy || onPublish === null || (isPublished && !dirty) || (stored === null && !dirty)} title={keys['knowledge.publish']} onClick={() => onPublish?.()}>
          {t('publish')}
        </Button>
      </div>
    </>
  );
}
