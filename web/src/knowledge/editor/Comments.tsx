import { fullTime } from '../../ui/dates';
import { nameOfLanguage } from '../model';
import { useTexts } from '../texts';
import type { ArticleComment } from '../types';
import classes from './editor.module.css';

/** What readers wrote when they were asked whether the article helped. */
export function Comments({ comments }: { comments: readonly ArticleComment[] }) {
  const { t } = useTexts();
  if (comments.length === 0) return null;
  return (
    <section aria-label={t('comments')}>
      <h2 className={classes['commentsTitle']}>{t('comments')}</h2>
      <ul className={classes['comments']}>
        {comments.map(({ language, helpful, comment, at }, index) => (
          // Comments have no id, and never change places among themselves.
          <li key={index}>
            <p lang={language} dir="auto">
              {comment}
            </p>
            <span className={classes['dim']}>
              {t(helpful ? 'comment_yes' : 'comment_no')} · {nameOfLanguage(language)} · {fullTime(at)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
