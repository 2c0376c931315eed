import { Button, Progress } from '@mantine/core';
import { useId } from 'react';
import { Figures } from './Figures';
import classes from './imports.module.css';
import { numberText, percentOf } from './model';
import { useTexts } from './texts';
import type { Import } from './types';

interface Props {
  one: Import;
  isCancelling: boolean;
  onCancel: () => void;
}

/** A check or import under way: how far it is, what became of the rows so far, and the way to stop it. */
export function RunProgress({ one, isCancelling, onCancel }: Props) {
  const { t, language } = useTexts();
  const id = useId();
  const percent = percentOf(one);
  const told = percent - (percent % 10);
  return (
    <div className={classes['part']}>
      <Progress value={percent} size={8} aria-label={t(`progress.${one.state}`)} />
      <p className={classes['line']}>
        <span>{t('progress.rows', { count: one.rows, done: numberText(one.done, language), shown: numberText(one.rows, language) })}</span>
        <span className={classes['dim']}>{t('percent', { percent })}</span>
      </p>
      {/* Screen readers read each tenth, not each second. */}
      <p className="pb-unseen" role="status">
        {told === 0 ? '' : t(`progress.said_${one.state}`, { percent: told })}
      </p>
      <Figures of={one} />
      <p className={classes['about']}>{t('progress.leave')}</p>
      <div className={classes['buttons']}>
        <Button size="xs" variant="default" loading={isCancelling} aria-describedby={id} onClick={onCancel}>
          {t('progress.cancel')}
        </Button>
        <span id={id} className={classes['dim']}>
          {t(`progress.cancel_${one.state}`)}
        </span>
      </div>
    </div>
  );
}
