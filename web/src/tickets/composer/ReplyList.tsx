import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './ReplyList.module.css';
import type { ReplyPicker } from './useReplyPicker';

/** The field tells screen readers which of these is pointed at. */
export const REPLY_LIST = 'reply-list';

export function optionId(id: number): string {
  return `${REPLY_LIST}-${id}`;
}

/** Canned replies above the field, as long as a slash asks for them. */
export function ReplyList({ picker }: { picker: ReplyPicker }) {
  const { t } = useTranslation();
  const active = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // Newer browsers answer with a promise, which React would take for a cleanup.
    active.current?.scrollIntoView({ block: 'nearest' });
  }, [picker.active]);
  if (picker.replies.length === 0) return null;
  return (
    <div className={classes['place']}>
      <ul id={REPLY_LIST} role="listbox" aria-label={t('composer.replies')} className={classes['list']}>
        {picker.replies.map((reply, at) => (
          <li
            key={reply.id}
            id={optionId(reply.id)}
            ref={at === picker.active ? active : null}
            role="option"
            aria-selected={at === picker.active}
            className={classes['option']}
            onMouseMove={() => picker.point(at)}
            // The field keeps the caret.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => picker.pick(reply)}
          >
            <span className={classes['head']}>
              <strong>{reply.title}</strong>
              <span className={classes['shortcut']}>/{reply.shortcut}</span>
            </span>
            <span className={classes['text']}>{reply.text}</span>
          </li>
        ))}
      </ul>
      <p className={classes['keys']} aria-hidden>
        {t('composer.reply_keys')}
      </p>
    </div>
  );
}
