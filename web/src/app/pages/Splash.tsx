import { useTranslation } from 'react-i18next';
import { useVariant } from '../../api/variant';
import { useSession } from '../../session/store';
import { BrandMark } from '../../ui/BrandMark';
import { useLate } from '../../ui/useLate';
import classes from './pages.module.css';

export function Splash() {
  const { t } = useTranslation();
  const late = useLate(true, 400);
  const known = useVariant((state) => state.settled);
  const trouble = useSession((state) => state.trouble);
  return (
    <main className={classes['centre']} aria-busy>
      {late && known ? <BrandMark size={40} /> : null}
      <p role="status" className={classes['dim']}>
        {trouble ? t('banner.retrying') : ''}
      </p>
    </main>
  );
}
