import { useHotkeys } from '@mantine/hooks';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useKeys } from '../ui/keys';
import { Banners } from './Banners';
import { lazyPart } from './lazyScreen';
import { Nav } from './Nav';
import { useNavItems } from './nav';
import { openKeyMap, openPalette, useOverlays } from './overlays';
import classes from './Shell.module.css';
import { useTitle } from './useTitle';

const Palette = lazyPart(async () => (await import('./Palette')).Palette);
const KeyMap = lazyPart(async () => (await import('./KeyMap')).KeyMap);

/** The palette and the key map cost nothing until they are first asked for. */
function Overlays() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const items = useNavItems();
  const palette = useOverlays((state) => state.palette);
  const keyMap = useOverlays((state) => state.keyMap);
  useHotkeys([['mod+K', openPalette]], []);
  useKeys(
    t('palette.go'),
    items.map((item) => ({ keys: `g ${item.letter}`, label: t(item.label), run: () => void navigate(item.to) })),
  );
  useKeys(t('keys.everywhere'), [{ keys: '?', label: t('keys.title'), run: openKeyMap }]);
  return (
    <Suspense>
      {palette ? <Palette /> : null}
      {keyMap ? <KeyMap /> : null}
    </Suspense>
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
      <Nav />
      <div className={classes['main']}>
        <Banners />
        <div id="screen" className={classes['screen']} tabIndex={-1}>
          {children}
        </div>
      </div>
      <Overlays />
    </div>
  );
}
