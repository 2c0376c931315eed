import { IconAlertTriangle, IconCircleCheck, IconProgressCheck, type Icon } from '@tabler/icons-react';
import { Chip } from '../../ui/SettingsList';
import { useTexts } from '../texts';
import type { RoutingReplay } from './model';
import classes from './replay.module.css';

const LOOKS: Readonly<Record<RoutingReplay['state'], { icon: Icon; tone?: 'good' | 'bad' }>> = {
  running: { icon: IconProgressCheck },
  done: { icon: IconCircleCheck, tone: 'good' },
  failed: { icon: IconAlertTriangle, tone: 'bad' },
};

/** How far a replay is: by word, shape and colour. */
export function StateChip({ replay: { state, progress } }: { replay: Pick<RoutingReplay, 'state' | 'progress'> }) {
  const { t } = useTexts();
  const { icon: Mark, tone } = LOOKS[state];
  return (
    <Chip {...(tone === undefined ? {} : { tone })}>
      <span className={classes['state']}>
        <Mark size={13} stroke={1.75} aria-hidden />
        {t(`replay.state.${state}`, { percent: progress })}
      </span>
    </Chip>
  );
}
