import type { ReactNode } from 'react';
import { SilentBoundary } from '../ui/SilentBoundary';
import { Banners } from './Banners';
import { IncomingPlace } from './IncomingPlace';
import { OffersPlace } from './OffersPlace';
import { SettingsPlace } from './settings/SettingsPlace';
import classes from './Shell.module.css';
import { lazyPart } from './lazyScreen';
import { parts } from './parts';
import { useActions } from './useActions';
import { useTitle } from './useTitle';

const Arrival = lazyPart(parts.arrival);

/** The frame of the mobile views: what must be known over any screen, and no panel. */
export function MobileFrame({ children }: { children: ReactNode }) {
  useTitle();
  useActions();
  return (
    <div className={classes['mobile']}>
      <Banners />
      <main data-region="screen" className={classes['screen']}>{children}</main>
      <IncomingPlace />
      <SilentBoundary>
        <Arrival />
        <SettingsPlace />
        <OffersPlace />
      </SilentBoundary>
    </div>
  );
}
