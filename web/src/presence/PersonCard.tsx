import { Avatar, Modal, Tabs } from '@mantine/core';
import { Fragment, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BOTS } from '../api/agents';
import { api } from '../api/client';
import { CardList, useWork, type LinePath } from './CardList';
import own from './card.module.css';
import { LastActive } from './LastActive';
import { loadOnline, useOnline } from './online';
import { closeCard, useWindows } from './open';
import classes from './presence.module.css';
import { StatusDot } from './StatusDot';
import { useStatusName, useTexts } from './texts';

/** The picture is not part of the list; without it the initials stand there. */
function usePhoto(username: string): string | null {
  const [photo, setPhoto] = useState<string | null>(null);
  useEffect(() => {
    const left = new AbortController();
    api.get('/api/user/profile/data/info', { query: { username }, signal: left.signal })
      .then((card) => setPhoto(card.photo === '' ? null : card.photo))
      .catch(() => undefined);
    return () => left.abort();
  }, [username]);
  return photo;
}

function Card({ username }: { username: string }) {
  const { t } = useTexts();
  const { nameOf } = useStatusName();
  const photo = usePhoto(username);
  const user = useOnline((state) => state.users.find((candidate) => candidate.username === username));
  const bot = BOTS.includes(username);
  const known = user !== undefined || bot;
  // From a message the card opens without the list of who is there.
  useEffect(() => {
    if (!known) void loadOnline();
  }, [known]);
  if (user === undefined) {
    return bot ? (
      <div className={classes['card']}>
        <Avatar aria-hidden src={photo} name={username} size={72} radius="xl" color="gray" />
        <h3 className={classes['cardName']}>{username}</h3>
        <p className={classes['cardReason']}>{t('bot')}</p>
      </div>
    ) : null;
  }
  return (
    <div className={classes['card']}>
      <Avatar aria-hidden src={photo} name={user.name} size={72} radius="xl" color="gray" />
      <h3 className={classes['cardName']}>{user.name}</h3>
      <p className={classes['dim']}>{user.username}</p>
      {bot ? <p className={classes['cardReason']}>{t('bot')}</p> : null}
      <p className={classes['cardStatus']}>
        <StatusDot status={user.status} />
        <span>{nameOf(user)}</span>
      </p>
      {user.reason === '' ? null : <p className={classes['cardReason']}>{user.automatic ? t('automatically') : user.reason}</p>}
      <p className={classes['dim']}>
        {t('last_active')}: <LastActive user={user} />
      </p>
      <Level username={username} />
    </div>
  );
}

/** What came of it all; nothing where that is not known. */
function Level({ username }: { username: string }) {
  const { t } = useTexts();
  const work = useWork(username, 'ticket').data?.pages[0];
  if (work === undefined) return null;
  return <p className={own['level']}>{t('work.level', { level: work.expLevel, count: work.exp })}</p>;
}

const KINDS = ['ticket', 'livechat'] as const;

/** What a colleague works on, by kind. */
function Work({ username, pathOf }: { username: string; pathOf: LinePath }) {
  const { t } = useTexts();
  return (
    <Tabs defaultValue="ticket" keepMounted={false} mt="sm">
      <Tabs.List grow mb="sm">
        {KINDS.map((kind) => (
          <Tabs.Tab key={kind} value={kind}>
            {t(`work.${kind}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {KINDS.map((kind) => (
        <Tabs.Panel key={kind} value={kind}>
          <CardList username={username} kind={kind} pathOf={pathOf} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** A colleague's card: who it is, and what they are at this moment. */
export function PersonCard({ pathOf }: { pathOf: LinePath }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const username = useWindows((state) => state.card);
  // The card stays drawn while the window fades out.
  const [last, setLast] = useState(username);
  if (username !== null && username !== last) setLast(username);
  return (
    <Modal opened={username !== null} onClose={closeCard} title={t('profile')} closeButtonProps={{ 'aria-label': common('action.close') }}>
      {last === null ? null : (
        <Fragment key={last}>
          <Card username={last} />
          {BOTS.includes(last) ? null : <Work username={last} pathOf={pathOf} />}
        </Fragment>
      )}
    </Modal>
  );
}
