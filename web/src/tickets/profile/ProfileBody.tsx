import { Alert, Anchor, Avatar, Button, Group, Tabs } from '@mantine/core';
import { IconArrowsJoin, IconLock } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useScope } from '../../actions/live';
import { usePlugins } from '../../api/plugins';
import { asProblem } from '../../api/problem';
import type { Identity } from '../../api/types';
import { onEvent, onReload } from '../../realtime/apply';
import { useAbilities } from '../../session/abilities';
import { Answering } from '../../session/Answering';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { Waiting } from '../../ui/Waiting';
import { WriteButton } from '../start/WriteButton';
import { Alike } from './Alike';
import { askUndo, calls } from './calls';
import { Channels } from './Channels';
import { Consents } from './Consents';
import { Conversations } from './Conversations';
import { Merges } from './Merges';
import { MergePanel } from './MergePanel';
import type { Found, Profile } from './model';
import { openProfile } from './open';
import classes from './profile.module.css';
import { ProfileForm } from './ProfileForm';
import { useTexts } from './texts';

interface Props {
  contact: number;
  merging: boolean;
  onMerge: (on: boolean) => void;
  onDirty: (dirty: boolean) => void;
  /** What stands below the name, such as a way to the whole page. */
  link?: (profile: Profile) => ReactNode;
}

/** What is known of a contact, and what one can do about it. */
export function ProfileBody({ contact, merging, onMerge, onDirty, link }: Props) {
  const { t } = useTexts();
  const client = useQueryClient();
  const [other, setOther] = useState<Found | null>(null);
  const { data, error, refetch } = useQuery({ queryKey: ['profile', contact], queryFn: ({ signal }) => calls.read(contact, signal) });
  useEffect(() => {
    const anew = () => {
      void client.invalidateQueries({ queryKey: ['profile', contact] });
      void client.invalidateQueries({ queryKey: ['profile-tickets', contact] });
    };
    const ends = [
      onEvent('contactUpdated', ({ contact: changed }) => {
        if (changed.id === contact) anew();
      }),
      onEvent('contactMerged', ({ survivor, loser }) => {
        if (survivor.id === contact || loser.id === contact) anew();
      }),
      onReload(anew),
    ];
    return () => ends.forEach((end) => end());
  }, [client, contact]);
  if (data === undefined) {
    if (error === null) return <Waiting label={t('loading')} m="lg" />;
    const problem = asProblem(error);
    if (problem.code === 'forbidden') return <EmptyPlace compact icon={<IconLock size={20} stroke={1.5} />} title={t('denied')} text={t('denied_text')} />;
    return <ErrorPlace compact problem={problem} title={t('failed')} onRetry={() => void refetch()} />;
  }
  if (merging) return <MergePanel profile={data} other={other} onBack={() => onMerge(false)} />;
  return <Shown profile={data} onMerge={(found) => {
        setOther(found);
        onMerge(true);
      }}
      onDirty={onDirty} link={link?.(data)} />;
}

/** Whether a contact is known from nothing but live chats. */
function useIsVisitor({ identities }: { identities: Identity[] }): boolean {
  const channels = usePlugins((state) => state.channels);
  return identities.length > 0 && identities.every(({ channel = '' }) => channels.get(channel.toLowerCase())?.opens === 'livechat');
}

interface ShownProps extends Pick<Props, 'onDirty'> {
  profile: Profile;
  onMerge: (other: Found | null) => void;
  link: ReactNode;
}

function Shown({ profile, onMerge, onDirty, link }: ShownProps) {
  const { t } = useTexts();
  const into = profile.merged_into;
  const visitor = useIsVisitor(profile);
  const { answers } = useAbilities();
  useScope('contact', into === null ? { person: profile, merge: () => onMerge(null) } : null);
  return (
    <>
      <header className={classes['head']}>
        <Avatar src={profile.avatar} name={profile.name} color="gray" size={44} radius="xl" alt="" />
        <div className={classes['who']}>
          <h2>{[profile.salutation, profile.name].filter((part) => part !== '').join(' ')}</h2>
          <span>{[profile.email, profile.phone].filter((part) => part !== '').join(' · ')}</span>
          {visitor ? <span>{t('visitor')}</span> : null}
          {link}
        </div>
        {into === null ? <WriteButton name={profile.name} /> : null}
        {into === null && answers ? (
          <Button variant="default" size="xs" leftSection={<IconArrowsJoin size={14} stroke={1.5} />} onClick={() => onMerge(null)}>
            {t('merge.open')}
          </Button>
        ) : null}
      </header>
      {into === null ? null : (
        <Alert color="orange" variant="light" mb="md">
          {t('merge.gone', { name: into.name })}
          <Group gap="md" mt={4}>
            <Anchor component="button" type="button" size="sm" onClick={() => openProfile(into.id)}>
              {t('merge.show', { name: into.name })}
            </Anchor>
            <Answering>
              <Anchor component="button" type="button" size="sm" onClick={() => askUndo(profile)}>
                {t('merge.undo')}
              </Anchor>
            </Answering>
          </Group>
        </Alert>
      )}
      <Consents consents={profile.consents} />
      <Answering>
        <Alike profile={profile} onMerge={onMerge} />
      </Answering>
      <Tabs defaultValue="profile" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="profile">{t('tabs.profile')}</Tabs.Tab>
          <Tabs.Tab value="channels">{t('tabs.channels')}</Tabs.Tab>
          <Tabs.Tab value="conversations">{t('tabs.conversations')}</Tabs.Tab>
        </Tabs.List>
        {/* What was typed stays while somebody looks something up beside it. */}
        <Tabs.Panel value="profile" keepMounted>
          <ProfileForm profile={profile} onDirty={onDirty} />
          <Merges merges={profile.merges} />
        </Tabs.Panel>
        <Tabs.Panel value="channels">
          <Channels profile={profile} />
        </Tabs.Panel>
        <Tabs.Panel value="conversations">
          <Conversations contact={profile.id} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
