import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { fullTime } from '../ui/dates';
import type { UsageError } from './model';
import classes from './diagnostics.module.css';
import { useTexts } from './texts';

/** The last things that went wrong; an input that was kept is one step away. */
export function ErrorRows({ errors }: { errors: readonly UsageError[] }) {
  const { t } = useTexts();
  return (
    <section aria-label={t('errors.title')}>
      <h3 className={classes['heading']}>{t('errors.title')}</h3>
      {errors.length === 0 ? <p className={classes['dim']}>{t('errors.none')}</p> : null}
      <ul className={classes['errors']}>
        {errors.map((error, at) => (
          <li key={`${error.at} ${at}`}>
            <p className={classes['message']}>{error.message}</p>
            <p className={classes['meta']}>
              <time dateTime={new Date(error.at).toISOString()}>{fullTime(error.at)}</time>
              <code>{error.call}</code>
              <code>{error.code}</code>
              {error.input_id === null ? null : (
                <Anchor component={Link} to={quarantinePath(error)} size="xs">
                  {t('errors.input', { id: error.input_id })}
                </Anchor>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function quarantinePath(error: UsageError): string {
  return error.channel_id ? `/channels/${error.channel_id}?tab=quarantine` : '/channels';
}
