import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useProduct } from '../../api/variant';
import { useSession } from '../../session/store';
import { BrandMark } from '../../ui/BrandMark';
import { VERSION } from '../version';
import { Shell } from '../Shell';
import classes from './pages.module.css';

export function Screen() {
  const { t } = useTranslation();
  const product = useProduct();
  const inside = useSession((state) => state.phase === 'in');
  const page = (
    <div className={classes['centre']}>
      <BrandMark size={44} />
      <h1 className={classes['title']}>{product}</h1>
      <p className={classes['dim']}>{t('about.maker', { product })}</p>
      <p className={classes['dim']}>{t('about.version', { version: VERSION })}</p>
      <div className={classes['buttons']}>
        <Button variant="default" size="xs" component={Link} to="/">
          {t('not_found.home')}
        </Button>
      </div>
    </div>
  );
  return inside ? <Shell>{page}</Shell> : <main className={classes['whole']}>{page}</main>;
}
