import { Button, Loader } from '@mantine/core';
import { IconHeadset } from '@tabler/icons-react';
import classes from './livechat.module.css';
import { takeVisitor, useQueue } from './queue';
import { useTexts } from './texts';
import { Waited } from './Waited';

/** Who waits, or is about to be taken. */
export function LivechatLine() {
  const { t } = useTexts();
  const count = useQueue((state) => state.count);
  const first = useQueue((state) => state.queue[0]);
  const busy = useQueue((state) => state.taking.has(''));
  const expected = useQueue((state) => state.expected[0]);

  if (expected !== undefined) {
    return (
      <div className={classes['banner']} role="status">
        <Loader size={14} />
        <span className={classes['bannerText']}>{t('joining', { name: expected.name })}</span>
      </div>
    );
  }
  if (count === 0) return null;
  return (
    <div className={classes['banner']} role="status">
      <IconHeadset size={16} stroke={1.5} aria-hidden />
      <span className={classes['bannerText']}>
        <strong>{t('incoming')}</strong>
        <span>{t('waiting', { count })}</span>
        {first ? <Waited since={first.waiting_since_ms} /> : null}
      </span>
      <Button size="compact-xs" loading={busy} onClick={() => void takeVisitor(null)}>
        {t('take_one')}
      </Button>
    </div>
  );
}
