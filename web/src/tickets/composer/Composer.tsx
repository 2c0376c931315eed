import { ActionIcon, Button, FileButton, Menu, Textarea, Tooltip } from '@mantine/core';
import { IconCheck, IconChevronDown, IconPaperclip, IconSend2, IconX } from '@tabler/icons-react';
import { useImperativeHandle, useRef, type ClipboardEvent, type KeyboardEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReplyQuote, TicketInfo, TicketStatus } from '../../api/types';
import { ChannelMark } from '../../ui/ChannelMark';
import classes from './Composer.module.css';
import { Files } from './Files';
import { useComposer, type ComposerState } from './useComposer';

export interface ComposerHandle {
  focus: () => void;
  answer: (quote: ReplyQuote) => void;
  add: (files: readonly File[]) => void;
}

interface Props {
  ref: Ref<ComposerHandle>;
  info: TicketInfo;
  onStatus: (status: TicketStatus) => Promise<void>;
}

function Counter({ state, max }: { state: ComposerState; max: number }) {
  const { t } = useTranslation();
  if (state.left === null || state.left > max * 0.2) return null;
  const over = state.left < 0;
  return (
    <span className={classes['counter']} data-over={over || undefined} role={over ? 'alert' : undefined}>
      {over ? t('composer.too_long', { count: -state.left, max }) : t('composer.left', { count: state.left })}
    </span>
  );
}

function SendButton({ state }: { state: ComposerState }) {
  const { t } = useTranslation();
  const disabled = state.blocked !== null;
  const reason = state.blocked === null || state.blocked === 'empty' ? t('composer.send_hint') : t(`composer.blocked_${state.blocked}`);
  return (
    <Button.Group>
      <Tooltip label={reason}>
        <Button size="xs" disabled={disabled} onClick={() => state.send()} leftSection={<IconSend2 size={16} stroke={1.5} />}>
          {t('action.send')}
        </Button>
      </Tooltip>
      <Menu position="top-end">
        <Menu.Target>
          <Button size="xs" disabled={disabled} px={6} aria-label={t('composer.more_ways')} className={classes['split'] ?? ''}>
            <IconChevronDown size={16} stroke={1.5} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCheck size={16} stroke={1.5} />} onClick={() => state.send(2)}>
            {t('composer.send_resolve')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}

/** Where an answer is written. It knows the channel's rules from what the plugin declares. */
export function Composer({ ref, info, onStatus }: Props) {
  const { t } = useTranslation();
  const state = useComposer(info, onStatus);
  const field = useRef<HTMLTextAreaElement>(null);

  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    answer: (quote) => {
      state.setReply(quote);
      field.current?.focus();
    },
    add: state.add,
  }));

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    // An Enter that ends the choice of a character is not an Enter of the message.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter' && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      state.send();
    }
    if (event.key === 'Escape') {
      if (state.reply !== null) state.setReply(null);
      else field.current?.blur();
    }
  }

  function onPaste(event: ClipboardEvent) {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    state.add(files);
  }

  const rules = info.send;
  const takesFiles = rules === null || rules.attachments_max > 0;
  const accept = rules === null || rules.media.includes('*/*') || rules.media.length === 0 ? undefined : rules.media.join(',');
  return (
    <div className={classes['composer']}>
      <div className={classes['box']}>
        {state.reply === null ? null : (
          <div className={classes['reply']}>
            <div>
              <strong>{t('composer.replying_to', { name: state.reply.sender })}</strong>
              <span>{state.reply.message}</span>
            </div>
            <ActionIcon size="sm" onClick={() => state.setReply(null)} aria-label={t('composer.cancel_reply')}>
              <IconX size={15} stroke={1.5} />
            </ActionIcon>
          </div>
        )}
        <Files files={state.files} rules={rules} onRemove={state.remove} />
        <Textarea
          ref={field}
          variant="unstyled"
          autosize
          minRows={2}
          maxRows={12}
          value={state.text}
          onChange={(event) => state.setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
          placeholder={t('composer.placeholder', { channel: info.channel_name || info.channel })}
          aria-label={t('composer.label')}
          aria-invalid={state.blocked === 'too_long'}
          classNames={{ input: classes['input'] ?? '' }}
          dir="auto"
        />
        <div className={classes['bar']}>
          <FileButton onChange={(files) => state.add(files)} multiple {...(accept === undefined ? {} : { accept })}>
            {(props) => (
              <Tooltip label={t('composer.attach')}>
                <ActionIcon {...props} disabled={!takesFiles} aria-label={t('composer.attach')}>
                  <IconPaperclip size={18} stroke={1.5} />
                </ActionIcon>
              </Tooltip>
            )}
          </FileButton>
          <span className={classes['chip']}>
            <ChannelMark channel={info.channel} size={14} />
            <span>{info.channel_name || info.channel}</span>
          </span>
          <span className={classes['spring']} />
          <Counter state={state} max={rules?.text_max ?? 0} />
          {state.saved ? <span className={classes['saved']}>{t('composer.saved')}</span> : null}
          <SendButton state={state} />
        </div>
      </div>
    </div>
  );
}
