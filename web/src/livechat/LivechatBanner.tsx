import { useMediaQuery } from '@mantine/hooks';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { lazyPart } from '../ui/lazyPart';
import { SilentBoundary } from '../ui/SilentBoundary';
import { useView } from '../ui/useView';
import { useQueue } from './queue';
import { watchLivechat } from './watch';

const LivechatLine = lazyPart(async () => (await import('./LivechatLine')).LivechatLine);

/** A visitor taken anywhere leads to the chat, once that has begun. */
function useGoThere(): void {
  const begun = useQueue((state) => state.begun);
  const navigate = useNavigate();
  const view = useView();
  useEffect(() => {
    if (begun === null) return;
    useQueue.setState({ begun: null });
    void navigate(view(`/livechat/${encodeURIComponent(begun)}`));
  }, [begun, navigate, view]);
}

/** Where the queue itself is on screen the banner would only say it twice. */
function useQueueOnScreen(): boolean {
  const { pathname } = useLocation();
  const list = useView()('/livechat');
  const wide = useMediaQuery('(min-width: 1024px)', true, { getInitialValueInEffect: false });
  return pathname === list || (wide && pathname.startsWith(`${list}/`));
}

/** The banner over every screen while visitors wait, with 'Take one'. */
export function LivechatBanner() {
  const needed = useQueue((state) => state.count > 0 || state.expected.length > 0);
  const onScreen = useQueueOnScreen();
  useEffect(watchLivechat, []);
  useGoThere();
  if (onScreen || !needed) return null;
  return (
    <SilentBoundary>
      <LivechatLine />
    </SilentBoundary>
  );
}
