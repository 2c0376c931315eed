import { Button, Progress } from '@mantine/core';
import { useId } from 'react';
import { useTexts } from '../texts';
import classes from './replay.module.css';

interface Props {
  /** In percent. */
  progress: number;
  isStopping: boolean;
  onStop: () => void;
}

/** A replay that is being made: how far it is, and the way to stop it. */
export function ReplayProgress({ progress, isStopping, onStop }: Props) {
  const { t } = useTexts();
  const id = useId();
  const told = progress - (progress % 10);
  return (
    <div className={classes['part']}>
      <Progress value={progress} size={8} aria-label={t('replay.progress')} />
      <p className={classes['line']}>
        <span>{t('replay.leave')}</span>
        <span className={classes['dim']}>{t('replay.percent', { percent: progress })}</span>
      </p>
      {/* Screen readers read each tenth, not each second. */}
      <p className="pb-unseen" role="status">
        {told === 0 ? '' : t('replay.progress_said', { percent: told })}
      </p>
      <div className={classes['buttons']}>
        <Button size="xs" variant="default" loading={isStopping} aria-describedby={id} onClick={onStop}>
          {t('replay.stop')}
        </Button>
        <span id={id} className={classes['dim']}>
          {t('replay.stop_hint')}
        </span>
      </div>
    </div>
  );
}
