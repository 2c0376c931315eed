import { IconEye, IconMessageShare, IconUserCheck, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { asProblem } from '../api/problem';
import { holds, supervises } from '../session/abilities';
import { useMe } from '../session/store';
import { problemText } from '../ui/ErrorPlace';
import { Menu } from '../ui/Menu';
import { toastError } from '../ui/toast';
import { BoardSection, NothingHere } from './BoardSection';
import { BoardTable, type Column } from './BoardTable';
import { calls } from './calls';
import type { BoardDesk } from './desk';
import { LONG_ANSWER_MS, pageName, type SupervisedAgent, type SupervisedChat, type SupervisoryBoard } from './model';
import { ReassignDialog } from './ReassignDialog';
import { RowMenu } from './RowMenu';
import { Running } from './Running';
import classes from './supervisory.module.css';
import { useTexts } from './texts';
import { WhisperDialog } from './WhisperDialog';

/** The page of a site that a visitor came from. */
function Page({ chat }: { chat: SupervisedChat }) {
  const { t } = useTexts();
  const name = pageName(chat);
  if (name === '') return t('none');
  return (
    <a href={chat.page_url} target="_blank" rel="noopener noreferrer" className={classes['page']} title={chat.page_url}>
      {name}
    </a>
  );
}

interface Props {
  chats: SupervisoryBoard['chats'];
  agents: readonly SupervisedAgent[];
  desk: BoardDesk;
}

type ChatDialog = { dialog: 'whisper' | 'reassign'; chat: SupervisedChat };

/** The running live chats, and what a supervisor does with them. */
export function Chats({ chats, agents, desk }: Props) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const me = useMe();
  const seesAll = holds(me, 'view_all');
  const navigate = useNavigate();
  const [opened, setOpened] = useState<ChatDialog | null>(null);
  const { running, shown } = chats;
  const names = new Map(agents.map(({ username, name }) => [username, name]));

  async function join(act: 'watch' | 'takeOver', { ticket_id, ticket_number }: SupervisedChat): Promise<void> {
    try {
      await calls[act](ticket_id);
      await navigate(desk.chatPath(ticket_number));
    } catch (thrown) {
      toastError(t('chat.failed', { why: problemText(asProblem(thrown), common) }));
    }
  }

  const columns: Column<SupervisedChat>[] = [
    {
      key: 'visitor',
      label: t('chat.visitor'),
      cell: ({ visitor, ticket_number }) => (
        <>
          {seesAll ? <Link to={desk.chatPath(ticket_number)}>{visitor || t('chat.nameless')}</Link> : visitor || t('chat.nameless')} <small>#{ticket_number}</small>
        </>
      ),
    },
    { key: 'channel', label: t('chat.channel'), cell: ({ channel_name }) => channel_name },
    {
      key: 'agents',
      label: t('chat.agents'),
      cell: ({ agents: usernames }) => (usernames.length === 0 ? t('chat.no_agents') : usernames.map((username) => names.get(username) ?? username).join(', ')),
    },
    { key: 'running', label: t('chat.running'), numeric: true, cell: ({ started_at }) => <Running since={started_at} /> },
    {
      key: 'unanswered',
      label: t('chat.unanswered'),
      numeric: true,
      cell: ({ unanswered_since }) => (unanswered_since === null ? t('none') : <Running since={unanswered_since} longMs={LONG_ANSWER_MS} />),
    },
    { key: 'page', label: t('chat.page'), cell: (chat) => <Page chat={chat} /> },
  ];
  // Nobody steps into a chat that they do not see.
  if (supervises(me) && seesAll) {
    columns.push({
      key: 'actions',
      label: t('chat.actions'),
      unseen: true,
      numeric: true,
      cell: (chat) => (
        <RowMenu label={t('chat.actions_for', { name: chat.visitor || t('chat.nameless') })}>
          <Menu.Item leftSection={<IconEye size={15} stroke={1.5} />} onClick={() => void join('watch', chat)}>
            {t('chat.watch')}
          </Menu.Item>
          <Menu.Item leftSection={<IconMessageShare size={15} stroke={1.5} />} onClick={() => setOpened({ dialog: 'whisper', chat })}>
            {t('whisper.menu')}
          </Menu.Item>
          <Menu.Item leftSection={<IconUserCheck size={15} stroke={1.5} />} onClick={() => void join('takeOver', chat)}>
            {t('chat.take_over')}
          </Menu.Item>
          <Menu.Item leftSection={<IconUsers size={15} stroke={1.5} />} onClick={() => setOpened({ dialog: 'reassign', chat })}>
            {t('reassign.menu')}
          </Menu.Item>
        </RowMenu>
      ),
    });
  }
  const close = () => setOpened(null);
  return (
    <BoardSection
      title={t('chat.title')}
      {...(shown.length === 0 ? {} : { count: shown.length < running ? t('chat.some', { shown: shown.length, count: running }) : String(running) })}
    >
      {shown.length === 0 ? (
        <NothingHere title={t('chat.empty')} text={t('chat.empty_text')} />
      ) : (
        <BoardTable caption={t('chat.title')} columns={columns} rows={shown} keyOf={({ ticket_id }) => ticket_id} />
      )}
      {opened?.dialog === 'whisper' ? <WhisperDialog chat={opened.chat} onClose={close} /> : null}
      {opened?.dialog === 'reassign' ? <ReassignDialog chat={opened.chat} agents={agents} onClose={close} /> : null}
    </BoardSection>
  );
}
