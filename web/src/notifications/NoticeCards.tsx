import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { dropCard, openNotice, useCards } from './cards';
import { wordsOf } from './kinds';
import { canView, type Notice } from './model';
import { NoticeMark } from './NoticeMark';
import classes from './notifications.module.css';
import { useTexts } from './texts';

function Card({ notice }: { notice: Notice }) {
  const { t } = useTexts();
  const { title, body } = wordsOf(notice, t);
  return (
    <li className={classes['card']} data-card={notice.id}>
      <NoticeMark notice={notice} />
      <div className={classes['text']}>
        <strong className={classes['itemTitle']}>{title}</strong>
        <p className={classes['cardBody']}>{body}</p>
        <div className={classes['actions']}>
          {canView(notice) ? (
            <Button size="compact-xs" onClick={() => openNotice(notice)}>
              {t('view')}
            </Button>
          ) : null}
          <Button size="compact-xs" variant="default" onClick={() => dropCard(notice.id)}>
            {t('close')}
          </Button>
        </div>
      </div>
      <ActionIcon size="sm" aria-label={t('close_one', { text: title })} onClick={() => dropCard(notice.id)}>
        <IconX size={14} stroke={1.5} />
      </ActionIcon>
    </li>
  );
}

/** What has just come, over the screen until somebody closes or views it. */
export function NoticeCards() {
  const { t } = useTexts();
  const { cards, opening } = useCards();
  const navigate = useNavigate();
  useEffect(() => {
    if (opening === null) return;
    useCards.setState({ opening: null });
    void navigate(opening);
  }, [opening, navigate]);
  return (
    <section aria-label={t('cards')} aria-live="polite">
      {cards.length === 0 ? null : (
        <ul className={classes['cards']}>
          {cards.map((notice) => (
            <Card key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
    </section>
  );
}
