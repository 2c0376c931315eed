import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { toastSuccess } from '../ui/toast';
import { BoardDialog } from './BoardDialog';
import { calls } from './calls';
import { byReach, type SupervisedAgent, type SupervisedChat } from './model';
import { refreshBoard } from './store';
import { useTexts } from './texts';
import { useSend } from './useSend';

interface Props {
  chat: SupervisedChat;
  agents: readonly SupervisedAgent[];
  onClose: () => void;
}

/** Gives a live chat to another agent, who then has it alone. */
export function ReassignDialog({ chat, agents, onClose }: Props) {
  const { t } = useTexts();
  // The choices stay as they were when the dialog opened.
  const [others] = useState(() => byReach(agents.filter(({ username }) => !chat.agents.includes(username))));
  const [username, setUsername] = useState(others[0]?.username ?? '');
  const { busy, problem, send } = useSend();

  function reassign(): void {
    void send(
      () => calls.reassign(chat.ticket_id, [username]),
      () => {
        refreshBoard();
        toastSuccess(t('reassign.done', { name: others.find((one) => one.username === username)?.name ?? username }));
        onClose();
      },
    );
  }

  return (
    <BoardDialog
      title={t('reassign.title', { name: chat.visitor || t('chat.nameless') })}
      submit={t('reassign.reassign')}
      failed={t('reassign.failed')}
      busy={busy}
      disabled={username === ''}
      problem={problem}
      onSubmit={reassign}
      onClose={onClose}
    >
      <NativeSelect
        label={t('reassign.label')}
        data={others.map(({ username: value, name }) => ({ value, label: name }))}
        value={username}
        error={problem?.fields['participants']}
        data-autofocus
        onChange={({ currentTarget: { value } }) => setUsername(value)}
      />
    </BoardDialog>
  );
}
