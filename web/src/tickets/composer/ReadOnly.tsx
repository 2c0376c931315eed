import { IconEye } from '@tabler/icons-react';
import classes from './Composer.module.css';
import { useTexts } from './texts';

/** In the place of the composer, for people who change nothing. */
export function ReadOnly() {
  const { t } = useTexts();
  return (
    <div className={classes['composer']}>
      <div className={classes['closed']} role="status">
        <IconEye size={18} stroke={1.5} aria-hidden />
        <p>{t('read_only')}</p>
      </div>
    </div>
  );
}
