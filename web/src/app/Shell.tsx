import { useMantineColorScheme } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useEntry } from '../entry/open';
import { usePicker } from '../actions/picker';
import { useScope } from '../actions/live';
import { openCard, useWindows } from '../presence/open';
import { useCards } from '../notifications/cards';
import { offerCards } from '../tickets/profile/open';
import { SilentBoundary } from '../ui/SilentBoundary';
import { Banners } from './Banners';
import { useDebugKeys } from './debugKeys';
import { lazyPart } from './lazyScreen';
import { Nav } from './Nav';
import { useNavItems } from './nav';
import { OffersPlace } from './OffersPlace';
import { useOverlays } from './overlays';
import { parts } from './parts';
import { paths } from './paths';
import { SettingsPlace } from './settings/SettingsPlace';
import classes from './Shell.module.css';
import { useActions } from './useActions';
import { useTitle } from './useTitle';

const Arrival = lazyPart(parts.arrival);
const EntryDialog = lazyPart(parts.entry);
const Palette = lazyPart(parts.palette);
const KeyMap = lazyPart(parts.keyMap);
const Picker = lazyPart(parts.picker);
const AboutDialog = lazyPart(parts.about);
const SearchOverlay = lazyPart(parts.search);
const UpgradeDialog = lazyPart(parts.upgrade);
const StatusDialog = lazyPart(parts.status);
const PersonCard = lazyPart(parts.person);
const NoticeCards = lazyPart(parts.noticeCards);

/** The palette and the key map cost nothing until they are first asked for. */
function Overlays() {
  const navigate = useNavigate();
  const items = useNavItems();
  const palette = useOverlays((state) => state.palette);
  const keyMap = useOverlays((state) => state.keyMap);
  const about = useOverlays((state) => state.about);
  const search = useOverlays((state) => state.search);
  const upgrade = useOverlays((state) => state.upgrade);
  const asked = usePicker((state) => state.question !== null);
  const entry = useEntry((state) => state.window !== 'never');
  const crash = useOverlays((state) => state.crash);
  const picker = useWindows((state) => state.picker !== 'never');
  const card = useWindows((state) => state.card !== null);
  const [carded, setCarded] = useState(card);
  if (card && !carded) setCarded(true);
  const cards = useCards((state) => state.cards.length > 0 || state.opening !== null);
  useEffect(() => offerCards(openCard), []);
  useDebugKeys();
  const { setColorScheme } = useMantineColorScheme();
  useActions();
  useScope('desk', { navigate: (path) => void navigate(path), setScheme: setColorScheme, places: items.map(({ to }) => to) });
  if (crash !== null) throw crash;
  return (
    <SilentBoundary>
      {palette ? <Palette /> : null}
      {entry ? <EntryDialog onOpen={(number) => void navigate(paths.ticket(String(number)))} /> : null}
      {about === 'never' ? null : <AboutDialog />}
      {search === 'never' ? null : <SearchOverlay />}
      {upgrade === 'never' ? null : <UpgradeDialog />}
      {keyMap ? <KeyMap /> : null}
      {asked ? <Picker /> : null}
      <SettingsPlace />
      {picker ? <StatusDialog /> : null}
      {carded ? <PersonCard /> : null}
      {cards ? <NoticeCards /> : null}
      <OffersPlace />
    </SilentBoundary>
  );
}

/** The frame of every logged-in screen: navigation, banners, and the screen itself. */
export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  useTitle();
  return (
    <div className={classes['shell']}>
      <a href="#screen" className={classes['skip']}>
        {t('shell.skip')}
      </a>
      <SilentBoundary>
        <Arrival skips />
      </SilentBoundary>
      <Nav />
      <div className={classes['main']}>
        <Banners />
        <main id="screen" data-region="screen" className={classes['screen']} tabIndex={-1}>
          {children}
        </main>
      </div>
      <Overlays />
    </div>
  );
}
