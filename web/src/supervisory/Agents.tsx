import { IconMoodSmile } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { supervises } from '../session/abilities';
import { useSession } from '../session/store';
import { Menu } from '../ui/Menu';
import { AgentStatusDialog } from './AgentStatusDialog';
import { BoardSection, NothingHere } from './BoardSection';
import { BoardTable, type Column } from './BoardTable';
import type { BoardDesk } from './desk';
import { byReach, loadShare, reachOf, type SupervisedAgent } from './model';
import { RowMenu } from './RowMenu';
import { Running } from './Running';
import classes from './supervisory.module.css';
import { useTexts } from './texts';

function Load({ agent }: { agent: SupervisedAgent }) {
  const { t } = useTexts();
  const { load, capacity } = agent;
  return (
    <span className={classes['load']} data-full={load >= capacity || undefined}>
      <span className={classes['bar']} aria-hidden>
        <span style={{ inlineSize: `${Math.round(loadShare(agent) * 100)}%` }} />
      </span>
      {t('agent.load_of', { load, capacity })}
    </span>
  );
}

interface Props {
  agents: readonly SupervisedAgent[];
  desk: BoardDesk;
}

/** The agents with status and load, who can be given work first. */
export function Agents({ agents, desk }: Props) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const isSupervisor = useSession(({ session }) => supervises(session));
  const [changed, setChanged] = useState<SupervisedAgent | null>(null);
  const columns: Column<SupervisedAgent>[] = [
    { key: 'name', label: t('agent.name'), cell: ({ name }) => name },
    {
      key: 'status',
      label: t('agent.status'),
      cell: ({ status, second_status, alternate, reason }) => (
        <span className={classes['status']}>
          {desk.statusDot(status)}
          <span>
            {alternate || common(`presence.${second_status || status}`, { defaultValue: second_status || status })}
            {reason === '' ? null : <small>{reason}</small>}
          </span>
        </span>
      ),
    },
    { key: 'since', label: t('agent.since'), numeric: true, cell: ({ since }) => (since === 0 ? t('none') : <Running since={since} />) },
    { key: 'reach', label: t('agent.reach'), cell: (agent) => <span data-reach={reachOf(agent)}>{t(`agent.reach_of.${reachOf(agent)}`)}</span> },
    { key: 'load', label: t('agent.load'), cell: (agent) => <Load agent={agent} /> },
    { key: 'chats', label: t('agent.chats'), numeric: true, cell: ({ chats, chat_capacity }) => t('agent.load_of', { load: chats, capacity: chat_capacity }) },
    { key: 'open_tickets', label: t('agent.open_tickets'), numeric: true, cell: ({ open_tickets }) => open_tickets },
  ];
  if (isSupervisor) {
    columns.push({
      key: 'actions',
      label: t('agent.actions'),
      unseen: true,
      numeric: true,
      cell: (agent) => (
        <RowMenu label={t('agent.actions_for', { name: agent.name })}>
          <Menu.Item leftSection={<IconMoodSmile size={15} stroke={1.5} />} onClick={() => setChanged(agent)}>
            {t('status.menu')}
          </Menu.Item>
        </RowMenu>
      ),
    });
  }
  return (
    <BoardSection title={t('agent.title')} {...(agents.length === 0 ? {} : { count: String(agents.length) })}>
      {agents.length === 0 ? (
        <NothingHere title={t('agent.empty')} text={t('agent.empty_text')} />
      ) : (
        <BoardTable caption={t('agent.title')} columns={columns} rows={byReach(agents)} keyOf={({ user_id }) => user_id} />
      )}
      {changed === null ? null : <AgentStatusDialog key={changed.user_id} agent={changed} desk={desk} onClose={() => setChanged(null)} />}
    </BoardSection>
  );
}
