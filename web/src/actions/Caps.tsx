import { Kbd } from '@mantine/core';
import { Fragment } from 'react';
import classes from './Shortcuts.module.css';
import { capsOf } from './press';
import { useTexts } from './texts';

function Press({ press }: { press: string }) {
  return capsOf(press).map((cap) => (
    <Kbd key={cap} size="sm">
      {cap}
    </Kbd>
  ));
}

/** One key as it is on the keyboard, or two after one another. */
export function Caps({ keys }: { keys: string }) {
  const { t } = useTexts();
  return (
    <span className={classes['caps']}>
      {keys.split(' ').map((press, at) => (
        <Fragment key={at}>
          {at === 0 ? null : <span className={classes['between']}>{t('map.then')}</span>}
          <Press press={press} />
        </Fragment>
      ))}
    </span>
  );
}

/** All keys of an action. */
export function AllCaps({ keys }: { keys: readonly string[] }) {
  const { t } = useTexts();
  if (keys.length === 0) return <span className={classes['between']}>{t('map.unset')}</span>;
  return keys.map((one, at) => (
    <Fragment key={one}>
      {at === 0 ? null : <span className={classes['between']}>{t('map.or')}</span>}
      <Caps keys={one} />
    </Fragment>
  ));
}
