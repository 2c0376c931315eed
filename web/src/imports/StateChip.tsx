import { IconAlertTriangle, IconChecklist, IconCircleCheck, IconColumns3, IconPlayerPause, IconPlayerPlay, IconProgressCheck, type Icon } from '@tabler/icons-react';
import { Chip } from '../ui/SettingsList';
import classes from './imports.module.css';
import { useTexts } from './texts';
import type { ImportState } from './types';

const LOOKS: Readonly<Record<ImportState, { icon: Icon; tone?: 'good' | 'warn' | 'bad' }>> = {
  mapping: { icon: IconColumns3, tone: 'warn' },
  checking: { icon: IconProgressCheck },
  checked: { icon: IconChecklist, tone: 'warn' },
  running: { icon: IconPlayerPlay },
  done: { icon: IconCircleCheck, tone: 'good' },
  cancelled: { icon: IconPlayerPause, tone: 'warn' },
  failed: { icon: IconAlertTriangle, tone: 'bad' },
};

/** How far an import is: by word, shape and colour. What waits for an admin is amber. */
export function StateChip({ state }: { state: ImportState }) {
  const { t } = useTexts();
  const { icon: Mark, tone } = LOOKS[state];
  return (
    <Chip {...(tone === undefined ? {} : { tone })}>
      <span className={classes['state']}>
        <Mark size={13} stroke={1.75} aria-hidden />
        {t(`state.${state}`)}
      </span>
    </Chip>
  );
}
