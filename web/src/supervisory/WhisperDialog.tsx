import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { lineOf } from '../actions/press';
import { isEnter } from '../ui/enter';
import { toastSuccess } from '../ui/toast';
import { BoardDialog } from './BoardDialog';
import { calls } from './calls';
import { WHISPER_MAX, type SupervisedChat } from './model';
import { useTexts } from './texts';
import { useSend } from './useSend';

interface Props {
  chat: SupervisedChat;
  onClose: () => void;
}

/** A note to the agents of a live chat, which the visitor never sees. */
export function WhisperDialog({ chat, onClose }: Props) {
  const { t } = useTexts();
  const [text, setText] = useState('');
  const { busy, problem, send } = useSend();

  function whisper(): void {
    if (text.trim() === '') return;
    void send(
      () => calls.whisper(chat.ticket_id, text.trim()),
      () => {
        toastSuccess(t('whisper.done'));
        onClose();
      },
    );
  }

  return (
    <BoardDialog
      title={t('whisper.title', { name: chat.visitor || t('chat.nameless') })}
      submit={t('whisper.send')}
      failed={t('whisper.failed')}
      busy={busy}
      disabled={text.trim() === ''}
      problem={problem}
      onSubmit={whisper}
      onClose={onClose}
    >
      <Textarea
        autosize
        minRows={3}
        maxRows={10}
        label={t('whisper.label')}
        description={t('whisper.hint', { keys: lineOf('Mod+Enter') })}
        maxLength={WHISPER_MAX}
        value={text}
        error={problem?.fields['text']}
        data-autofocus
        onChange={({ currentTarget: { value } }) => setText(value)}
        onKeyDown={(event) => {
          if (!isEnter(event) || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          whisper();
        }}
      />
    </BoardDialog>
  );
}
