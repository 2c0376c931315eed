import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../session/store';
import { Shell } from '../Shell';
import classes from './pages.module.css';

export function Screen() {
  const { t } = useTranslation();
  const inside = useSession((state) => state.phase === 'in');
  const page = (
    <div className={classes['centre']}>
      <p className={classes['code']}>{t('not_found.title')}</p>
      <h1 className={classes['title']}>{t('not_found.text')}</h1>
      <div className={classes['buttons']}>
        <Button variant="default" size="xs" component={Link} to="/">
          {t('not_found.home')}
        </Button>
      </div>
    </div>
  );
  return inside ? <Shell>{page}</Shell> : <main className={classes['whole']}>{page}</main>;
}
