import { ActionIcon, TextInput } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { assignable, useAgents } from '../../api/agents';
import type { TicketInfo } from '../../api/types';
import { Answering } from '../../session/Answering';
import { useMe } from '../../session/store';
import { openDialog } from '../../ui/dialog';
import { Menu } from '../../ui/Menu';
import { setParticipants } from '../acts';
import { isSeenBy } from '../../session/sight';
import { useTexts } from '../texts';
import classes from './Details.module.css';

/** Who takes part, and a menu that takes people in and out. Everybody hears of it by the event. */
export function PeopleMenu({ info }: { info: TicketInfo }) {
  const { t } = useTexts();
  const me = useMe();
  const { agents, load } = useAgents();
  const [find, setFind] = useState('');
  const known = agents.length > 0;
  useEffect(() => {
    if (!known) void load().catch(() => undefined);
  }, [known, load]);
  const taking = info.participants.map((person) => person.username);
  const shown = assignable(agents, taking).filter(({ name, username }) => `${name} ${username}`.toLowerCase().includes(find.trim().toLowerCase()));

  const set = (participants: string[]) => void setParticipants(info.id, participants);
  /** Whoever is taken out may lose the ticket from sight, so that is asked. */
  function remove(username: string, name: string): void {
    const rest = taking.filter((other) => other !== username);
    const lost = !isSeenBy(me, rest);
    openDialog({
      title: lost ? t('people.away_title') : t('people.remove_title', { name }),
      text: t(lost ? 'people.away_text' : 'people.remove_text'),
      confirm: { label: t('people.remove'), danger: true, run: () => set(rest) },
    });
  }
  /** A free ticket that is given to a colleague alone leaves the sight of an agent who gives it. */
  function add(username: string, name: string): void {
    const all = [...taking, username];
    if (isSeenBy(me, all)) set(all);
    else openDialog({ title: t('people.away_title'), text: t('people.away_text'), confirm: { label: t('people.away', { name }), run: () => set(all) } });
  }
  const toggle = (username: string, name: string) => (taking.includes(username) ? remove(username, name) : add(username, name));

  return (
    <span className={classes['labels']}>
      {info.participants.map((person) => person.name || person.username).join(', ') || t('people.free')}
      <Answering>
        <Menu position="bottom-end" width={240} onClose={() => setFind('')}>
          <Menu.Target>
            <ActionIcon size="sm" aria-label={t('people.change')}>
              <IconUserPlus size={14} stroke={1.5} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown className={classes['choices'] ?? ''}>
            {agents.length > 8 ? (
              <TextInput
                size="xs"
                m={4}
                value={find}
                placeholder={t('people.find')}
                aria-label={t('people.find')}
                onChange={(event) => setFind(event.currentTarget.value)}
              />
            ) : null}
            {shown.length === 0 ? <Menu.Label>{t('people.nobody')}</Menu.Label> : null}
            {shown.slice(0, 50).map(({ username, name }) => (
              <Menu.CheckboxItem key={username} checked={taking.includes(username)} onChange={() => toggle(username, name || username)}>
                {name || username}
              </Menu.CheckboxItem>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Answering>
    </span>
  );
}
