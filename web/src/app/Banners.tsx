import { Button } from '@mantine/core';
import { IconRefresh, IconWifiOff } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnnouncements } from '../announcements/store';
import { useOwn } from '../presence/store';
import { useBrowser } from '../notifications/browser';
import { realtime, useConnection } from '../realtime/connection';
import { useSession } from '../session/store';
import { SilentBoundary } from '../ui/SilentBoundary';
import classes from './Banners.module.css';
import { lazyPart } from './lazyScreen';
import { parts } from './parts';

const AwayBanner = lazyPart(parts.away);
const AnnouncementBanner = lazyPart(parts.announcements);
const PlanBanner = lazyPart(parts.planBanner);
const LivechatBanner = lazyPart(parts.livechatBanner);

function Banner({ icon, text, action, tone }: { icon: ReactNode; text: string; action: ReactNode; tone: 'warn' | 'info' }) {
  return (
    <div className={classes['banner']} data-tone={tone} role="status">
      {icon}
      <span className={classes['text']}>{text}</span>
      {action}
    </div>
  );
}

/** The first connection takes a moment; the banner waits for it before it complains. */
function useDisconnected(): 'no' | 'lost' | 'off' {
  const phase = useConnection((state) => state.phase);
  const [overdue, setOverdue] = useState(false);
  const [everLive, setEverLive] = useState(phase === 'live');
  if (phase === 'live' && !everLive) setEverLive(true);
  useEffect(() => {
    if (phase !== 'connecting' && phase !== 'idle') return undefined;
    const timer = setTimeout(() => setOverdue(true), 1500);
    return () => {
      clearTimeout(timer);
      setOverdue(false);
    };
  }, [phase]);
  if (phase === 'live') return 'no';
  if (phase === 'off') return 'off';
  if (phase === 'waiting' || everLive) return 'lost';
  return overdue ? 'lost' : 'no';
}

const BrowserBanner = lazyPart(parts.noticeBanner);

export function Banners() {
  const { t } = useTranslation();
  const disconnected = useDisconnected();
  const away = useOwn((state) => state.own !== null && state.own.status !== 'ONLINE');
  const asking = useBrowser((state) => state.permission === 'default' && !state.disabled);
  const announced = useAnnouncements((state) => state.announcements.length > 0);
  const outdated = useSession((state) => state.outdated);
  const ended = useSession((state) => state.session?.planEnded === true);
  return (
    <>
      {disconnected === 'no' ? null : (
        <Banner
          tone="warn"
          icon={<IconWifiOff size={16} stroke={1.5} aria-hidden />}
          text={t(disconnected === 'off' ? 'banner.disconnected' : 'banner.no_connection')}
          action={
            <Button
              size="compact-xs"
              variant="default"
              onClick={() => (disconnected === 'off' ? realtime.start() : realtime.reconnectNow())}
            >
              {t('banner.reconnect')}
            </Button>
          }
        />
      )}
      {outdated ? (
        <Banner
          tone="info"
          icon={<IconRefresh size={16} stroke={1.5} aria-hidden />}
          text={t('banner.new_version')}
          action={
            <Button size="compact-xs" variant="default" onClick={() => window.location.reload()}>
              {t('banner.refresh')}
            </Button>
          }
        />
      ) : null}
      <SilentBoundary>{ended ? <PlanBanner /> : null}</SilentBoundary>
      <SilentBoundary>{away ? <AwayBanner /> : null}</SilentBoundary>
      {asking ? (
        <SilentBoundary>
          <BrowserBanner />
        </SilentBoundary>
      ) : null}
      <SilentBoundary>{announced ? <AnnouncementBanner /> : null}</SilentBoundary>
      <SilentBoundary>
        <LivechatBanner />
      </SilentBoundary>
    </>
  );
}
