import { ActionIcon, Skeleton, UnstyledButton } from '@mantine/core';
import { IconUsers, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { UserStatus } from '../api/types';
import { useMe } from '../session/store';
import { EmptyPlace } from '../ui/EmptyPlace';
import { isComposing } from '../ui/enter';
import { ErrorPlace } from '../ui/ErrorPlace';
import { Avatar } from '../ui/Avatar';
import { LastActive } from './LastActive';
import { toneOf } from './model';
import { loadOnline, useOnline } from './online';
import { closePanel } from './open';
import classes from './presence.module.css';
import { StatusDot } from './StatusDot';
import { useStatusName, useTexts } from './texts';
import { useFocused } from './useFocused';

const EVERY_MS = 60_000;
/** What opens the panel; a click there is not one outside of it. */
const OPENER = '[data-opens-online]';

/** Asks when the panel opens, and once a minute as long as the person is in this window. */
function useAsking(): void {
  const focused = useFocused();
  useEffect(() => {
    void loadOnline();
  }, []);
  useEffect(() => {
    if (!focused) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const plan = () => {
      const due = useOnline.getState().askedAt + EVERY_MS - Date.now();
      timer = setTimeout(() => {
        void loadOnline();
        plan();
      }, Math.max(0, due));
    };
    plan();
    return () => clearTimeout(timer);
  }, [focused]);
}

/** Closes on Esc and on a click anywhere else, and gives the focus back. */
function useLeaving() {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isComposing(event)) return;
      event.stopPropagation();
      closePanel();
    };
    const pointed = ({ target }: PointerEvent) => {
      if (!(target instanceof Element) || panel.current?.contains(target) || target.closest(OPENER) !== null) return;
      closePanel();
    };
    document.addEventListener('keydown', pressed, true);
    document.addEventListener('pointerdown', pointed, true);
    return () => {
      document.removeEventListener('keydown', pressed, true);
      document.removeEventListener('pointerdown', pointed, true);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return panel;
}

function Row({ user, onProfile }: { user: UserStatus; onProfile: (username: string) => void }) {
  const { t } = useTexts();
  const me = useMe();
  const { nameOf } = useStatusName();
  return (
    <li className={classes['row']}>
      <UnstyledButton className={classes['person']} onClick={() => onProfile(user.username)}>
        <Avatar username={user.username} name={user.name} size={36} />
        <span className={classes['lines']}>
          <span className={classes['line']}>
            <span className={classes['name']}>{user.name}</span>
            {user.username === me.username ? <span className={classes['you']}>{t('you')}</span> : null}
          </span>
          <span className={classes['line']}>
            <StatusDot status={user.status} size={9} />
            <span className={classes['meta']} title={user.automatic ? t('automatically') : user.reason}>
              {nameOf(user)} · <LastActive user={user} />
            </span>
          </span>
        </span>
      </UnstyledButton>
    </li>
  );
}

function Body({ onProfile }: { onProfile: (username: string) => void }) {
  const { t } = useTexts();
  const { phase, problem, users } = useOnline();
  if (problem !== null && phase === 'failed') {
    return <ErrorPlace compact problem={problem} title={t('users_failed')} onRetry={() => void loadOnline()} />;
  }
  if (phase !== 'ready') {
    return (
      <div className={classes['waiting']} role="status" aria-label={t('loading')}>
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} height={36} radius="sm" />
        ))}
      </div>
    );
  }
  if (users.length === 0) return <EmptyPlace compact icon={<IconUsers size={20} stroke={1.5} />} title={t('nobody')} text={t('nobody_text')} />;
  return (
    <ul className={classes['rows']}>
      {users.map((user) => (
        <Row key={user.username} user={user} onProfile={onProfile} />
      ))}
    </ul>
  );
}

/** Who is there, in a panel of 300 by 400 beside the navigation. */
export function OnlinePanel({ onProfile }: { onProfile: (username: string) => void }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const there = useOnline((state) => state.users.filter((user) => toneOf(user.status) !== 'offline').length);
  const ready = useOnline((state) => state.phase === 'ready');
  const panel = useLeaving();
  useAsking();
  return (
    <section ref={panel} className={classes['panel']} role="dialog" aria-label={t('users')} tabIndex={-1}>
      <header className={classes['head']}>
        <h2 className={classes['title']}>{t('users')}</h2>
        {ready ? <span className={classes['dim']}>{t('there', { count: there })}</span> : null}
        <ActionIcon className={classes['close'] ?? ''} onClick={closePanel} aria-label={common('action.close')}>
          <IconX size={16} stroke={1.5} />
        </ActionIcon>
      </header>
      <div className={classes['body']}>
        <Body onProfile={onProfile} />
      </div>
    </section>
  );
}
