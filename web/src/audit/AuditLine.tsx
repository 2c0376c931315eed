import { fullTime } from '../ui/dates';
import classes from './audit.module.css';
import { changesOf, type AuditEntry } from './model';
import { useTexts } from './texts';

/** One entry: who did what to what, and what is different since. */
export function AuditLine({ entry }: { entry: AuditEntry }) {
  const { t } = useTexts();
  const changes = changesOf(entry);
  return (
    <li className={classes['line']}>
      <time className={classes['time']} dateTime={new Date(entry.at).toISOString()}>
        {fullTime(entry.at)}
      </time>
      <div className={classes['what']}>
        <p>
          <b>{t(`action.${entry.action}`)}</b> {entry.subject === '' ? null : <span>{entry.subject}</span>}
        </p>
        <p className={classes['who']}>
          {entry.address === '' ? entry.actor : t('by', { who: entry.actor, address: entry.address })}
        </p>
        {changes.length === 0 ? null : (
          <ul className={classes['changes']}>
            {changes.map(({ name, from, to }) => (
              <li key={name}>
                {t(`change.${name}`, { defaultValue: name })}: {from === null ? null : `${from === '' ? '–' : from} → `}
                {to === '' ? '–' : to}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  );
}
