import type { ReactNode } from 'react';
import { SilentBoundary } from '../ui/SilentBoundary';
import { Banners } from './Banners';
import { OffersPlace } from './OffersPlace';
import { SettingsPlace } from './settings/SettingsPlace';
import classes from './Shell.module.css';
import { useActions } from './useActions';
import { useTitle } from './useTitle';

/** The frame of the mobile views: what must be known over any screen, and no panel. */
export function MobileFrame({ children }: { children: ReactNode }) {
  useTitle();
  useActions();
  return (
    <div className={classes['mobile']}>
      <Banners />
      <main className={classes['screen']}>{children}</main>
      <SilentBoundary>
        <SettingsPlace />
        <OffersPlace />
      </SilentBoundary>
    </div>
  );
}
