import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Banners } from './Banners';
import { KeyMap } from './KeyMap';
import { Nav } from './Nav';
import { Palette } from './Palette';
import classes from './Shell.module.css';
import { useTitle } from './useTitle';

/** The frame of every logged-in screen: navigation, banners, and the screen itself. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  useTitle();
  return (
    <div className={classes['shell']}>
      <a href="#screen" className={classes['skip']}>
        {t('shell.skip')}
      </a>
      <Nav />
      <div className={classes['main']}>
        <Banners />
        <div id="screen" className={classes['screen']} tabIndex={-1}>
          {children}
        </div>
      </div>
      <Palette />
      <KeyMap />
    </div>
  );
}
