import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { toastSuccess } from '../ui/toast';
import { BoardDialog } from './BoardDialog';
import { calls } from './calls';
import type { BoardDesk } from './desk';
import { chosenCode, REASON_MAX, type SupervisedAgent } from './model';
import { refreshBoard, takeAgent } from './store';
import { useTexts } from './texts';
import { useSend } from './useSend';

interface Props {
  agent: SupervisedAgent;
  desk: BoardDesk;
  onClose: () => void;
}

/** An admin sets the status of an agent. */
export function AgentStatusDialog({ agent, desk, onClose }: Props) {
  const { t } = useTexts();
  const { statuses, needsReason } = desk;
  const [code, setCode] = useState(chosenCode(agent, statuses) ?? statuses[0]?.code ?? '');
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const { busy, problem, send } = useSend();
  const isAsked = needsReason(code);

  function set(): void {
    const words = isAsked ? reason.trim() : '';
    setMissing(isAsked && words === '');
    if (isAsked && words === '') return;
    void send(
      () => calls.setStatus(agent.user_id, code, words),
      (answer) => {
        takeAgent(answer);
        refreshBoard();
        toastSuccess(t('status.done', { name: agent.name, status: statuses.find((one) => one.code === code)?.name ?? code }));
        onClose();
      },
    );
  }

  return (
    <BoardDialog title={t('status.title', { name: agent.name })} submit={t('status.set')} failed={t('status.failed')} busy={busy} problem={problem} onSubmit={set} onClose={onClose}>
      <NativeSelect
        label={t('status.label')}
        data={statuses.map((one) => ({ value: one.code, label: one.name }))}
        value={code}
        error={problem?.fields['status']}
        data-autofocus
        onChange={({ currentTarget: { value } }) => setCode(value)}
      />
      {isAsked || problem?.fields['reason'] !== undefined ? (
        <TextInput
          required={isAsked}
          label={t('status.reason')}
          maxLength={REASON_MAX}
          value={reason}
          error={isMissing ? t('status.reason_missing') : problem?.fields['reason']}
          onChange={({ currentTarget: { value } }) => {
            setReason(value);
            setMissing(false);
          }}
        />
      ) : null}
    </BoardDialog>
  );
}
