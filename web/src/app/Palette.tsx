import '@mantine/spotlight/styles.layer.css';
import { Spotlight, spotlight } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './Palette.module.css';
import { takePaletteWish } from './overlays';
import { PaletteBody } from './palette/Body';

/** Ctrl K: everything that can be done at this moment, and tickets and contacts by what is typed. */
export function Palette() {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');

  // It was loaded because somebody asked for it, so it opens as soon as it is here.
  useEffect(() => {
    takePaletteWish(() => spotlight.open());
  }, []);

  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      maxHeight={460}
      size={600}
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      yOffset="12vh"
      centered={false}
      classNames={{ action: classes['action'] ?? '', actionDescription: classes['about'] ?? '' }}
      // It has no title to be named by.
      attributes={{ content: { 'aria-label': t('palette.open') } }}
    >
      <Spotlight.Search leftSection={<IconSearch size={18} stroke={1.5} />} placeholder={t('palette.placeholder')} aria-label={t('palette.open')} maxLength={200} />
      <Spotlight.ActionsList>
        <PaletteBody query={query} />
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
