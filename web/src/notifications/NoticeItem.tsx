import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useNavigate } from 'react-router';
import { toastError } from '../ui/toast';
import { fullTime } from '../ui/dates';
import { wordsOf } from './kinds';
import { ageOf, canView, pathOf, type Notice } from './model';
import { NoticeMark } from './NoticeMark';
import classes from './notifications.module.css';
import { closePanel, removeNotice } from './store';
import { useTexts } from './texts';

/** How long ago, in words. */
function useAge(notice: Notice, now: number): string {
  const { t } = useTexts();
  const age = ageOf(now / 1000 - notice.ts);
  return age === null ? t('now') : t(`ago.${age.unit}`, { count: age.count });
}

export function NoticeItem({ notice, now }: { notice: Notice; now: number }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const age = useAge(notice, now);
  const { title, body } = wordsOf(notice, t);
  const path = pathOf(notice);

  function open(): void {
    if (path === null) return;
    closePanel();
    void navigate(path);
  }

  async function remove(): Promise<void> {
    try {
      await removeNotice(notice.id);
    } catch {
      toastError(t('remove_failed'));
    }
  }

  const text = (
    <>
      {notice.category === 'trade' ? <strong className={classes['itemTitle']}>{title}</strong> : null}
      <span className={classes['body']}>{body}</span>
    </>
  );
  return (
    <li className={classes['item']} data-notice={notice.id} data-unseen={!notice.seen || undefined}>
      <NoticeMark notice={notice} />
      <div className={classes['text']}>
        {path === null ? (
          <div className={classes['plain']}>{text}</div>
        ) : (
          <button type="button" className={classes['open']} onClick={open}>
            {text}
          </button>
        )}
        <div className={classes['meta']}>
          <time dateTime={new Date(notice.ts * 1000).toISOString()} title={fullTime(notice.ts * 1000)}>
            {age}
          </time>
          {notice.seen ? null : <span className={classes['new']}>{t('new')}</span>}
          {canView(notice) ? (
            <Button size="compact-xs" variant="default" aria-label={t('view_one', { text: body })} onClick={open}>
              {t('view')}
            </Button>
          ) : null}
        </div>
      </div>
      <ActionIcon size="sm" aria-label={t('close_one', { text: body })} onClick={() => void remove()}>
        <IconX size={14} stroke={1.5} />
      </ActionIcon>
    </li>
  );
}
