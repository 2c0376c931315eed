import { Button, Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconHeadset } from '@tabler/icons-react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import classes from './livechat.module.css';
import { takeVisitor, useQueue } from './queue';
import { useTexts } from './texts';
import { Waited } from './Waited';
import { watchLivechat } from './watch';

/** A visitor taken anywhere leads to the chat, once that has begun. */
function useGoThere(): void {
  const begun = useQueue((state) => state.begun);
  const navigate = useNavigate();
  useEffect(() => {
    if (begun === null) return;
    useQueue.setState({ begun: null });
    void navigate(`/livechat/${encodeURIComponent(begun)}`);
  }, [begun, navigate]);
}

/** Where the queue itself is on screen the banner would only say it twice. */
function useQueueOnScreen(): boolean {
  const { pathname } = useLocation();
  const wide = useMediaQuery('(min-width: 1024px)', true, { getInitialValueInEffect: false });
  return pathname === '/livechat' || (wide && pathname.startsWith('/livechat/'));
}

/** The banner over every screen while visitors wait, with 'Take one'. */
export function LivechatBanner() {
  const t = useTexts();
  const count = useQueue((state) => state.count);
  const first = useQueue((state) => state.queue[0]);
  const busy = useQueue((state) => state.taking.has(''));
  const expected = useQueue((state) => state.expected[0]);
  const onScreen = useQueueOnScreen();
  useEffect(watchLivechat, []);
  useGoThere();

  if (onScreen) return null;
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
