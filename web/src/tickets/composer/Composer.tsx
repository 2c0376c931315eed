import { ActionIcon, FileButton, Textarea } from '@mantine/core';
import { IconMessageOff, IconPaperclip, IconX } from '@tabler/icons-react';
import { Suspense, useImperativeHandle, useRef, useState, type ClipboardEvent, type KeyboardEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useChannel } from '../../api/plugins';
import type { OutContent } from '../../api/content';
import type { Message, ReplyQuote, TicketInfo, TicketStatus } from '../../api/types';
import { useMe } from '../../session/store';
import { ChannelMark } from '../../ui/ChannelMark';
import { isComposing, isEnter } from '../../ui/enter';
import { useChannelName } from '../../ui/useChannelName';
import { useNow } from '../../ui/useNow';
import { Tooltip } from '../../ui/Tooltip';
import { lazyPart } from '../../ui/lazyPart';
import classes from './Composer.module.css';
import { homeOf, inWay, wayOf, waysOf } from '../conversation/way';
import { AlsoReplying } from '../here/HereMarks';
import { ContentChips } from './ContentChips';
import { ContentMenu } from './ContentMenu';
import { KeptNote } from './KeptNote';
import { MailFields } from './MailFields';
import type { OutKind } from './offers';
import { optionId, REPLY_LIST, ReplyList } from './ReplyList';
import { rulesOf, windowOf } from './rules';
import { SendButton } from './SendButton';
import { useComposer, type ComposerState } from './useComposer';
import { useReplyPicker } from './useReplyPicker';
import { useWriting } from './useWriting';
import { WindowClosed, WindowLeft } from './WindowBar';

const Files = lazyPart(async () => (await import('./Files')).Files);
const WayMenu = lazyPart(async () => (await import('./WayMenu')).WayMenu);
const SignatureLine = lazyPart(async () => (await import('./SignatureLine')).SignatureLine);
const ContentEditor = lazyPart(async () => (await import('./editors/ContentEditor')).ContentEditor);

export interface ComposerHandle {
  focus: () => void;
  answer: (quote: ReplyQuote) => void;
  add: (files: readonly File[]) => void;
  /** Sends what is written, and with a status sets that as well. */
  send: (status?: TicketStatus) => void;
}

interface Props {
  ref: Ref<ComposerHandle>;
  info: TicketInfo;
  /** The conversation at hand, for the messaging window. */
  messages?: readonly Message[];
  /** Why nobody can answer any more, for example because the chat is over. */
  ended?: string | undefined;
  onStatus: (status: TicketStatus) => Promise<void>;
}

const NOTHING: readonly Message[] = [];

function Counter({ state }: { state: ComposerState }) {
  const { t } = useTranslation();
  if (state.left === null || state.max === null || state.left > state.max * 0.2) return null;
  const over = state.left < 0;
  return (
    <span className={classes['counter']} data-over={over || undefined} role={over ? 'alert' : undefined}>
      {over ? t('composer.too_long', { count: -state.left, max: state.max }) : t('composer.left', { count: state.left })}
    </span>
  );
}

function Quote({ state }: { state: ComposerState }) {
  const { t } = useTranslation();
  if (state.reply === null) return null;
  return (
    <div className={classes['reply']}>
      <div>
        <strong>{t('composer.replying_to', { name: state.reply.sender })}</strong>
        <span>{state.reply.message}</span>
      </div>
      <ActionIcon size="sm" onClick={() => state.setReply(null)} aria-label={t('composer.cancel_reply')}>
        <IconX size={15} stroke={1.5} />
      </ActionIcon>
    </div>
  );
}

/** Where an answer is written. It knows the channel's rules from what the plugin declares. */
export function Composer({ ref, info: ticket, messages = NOTHING, ended, onStatus }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const writing = useWriting(me.username, ticket.id);
  const ways = waysOf(ticket);
  const way = wayOf(ways, writing.writing.via);
  const info = way ?? ticket;
  const rules = rulesOf(info, useChannel(info.channel));
  const channel = useChannelName(info);
  const kept = !info.told;
  const state = useComposer(info, way === undefined, writing, rules, messages, onStatus);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useReplyPicker(field, info.id, state.text, state.setText);
  const pointed = picker.replies[picker.active];
  const now = useNow();
  const window = windowOf(rules, info, inWay(info, messages), now);
  const [editing, setEditing] = useState<{ kind: OutKind; known: OutContent | undefined } | null>(null);

  const choose = (id: number) => writing.set((now) => ({ ...now, via: id === ticket.id ? null : id }));

  useImperativeHandle(ref, () => ({
    focus: () => field.current?.focus(),
    answer: (quote) => {
      const home = homeOf(quote, messages);
      if (home !== undefined) choose(home);
      state.setReply(quote);
      field.current?.focus();
    },
    add: state.add,
    send: (status) => state.send(status),
  }));

  if (ended !== undefined) {
    return (
      <div className={classes['composer']}>
        <div className={classes['closed']} role="status">
          <IconMessageOff size={18} stroke={1.5} aria-hidden />
          <p>
            <strong>{ended}</strong>
            {state.text.trim() === '' ? null : <span>{t('composer.draft_kept')}</span>}
          </p>
        </div>
      </div>
    );
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event) || picker.takesKey(event)) return;
    if (isEnter(event) && !event.shiftKey && !event.altKey) {
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

  const open = window === null || window.open;
  const template = state.contents.some((content) => content.kind === 'template');
  const accept = rules.media.includes('*/*') || rules.media.length === 0 ? undefined : rules.media.join(',');
  return (
    <div className={classes['composer']}>
      {window === null || !window.open ? null : <WindowLeft window={window} hours={rules.window?.hours ?? 24} />}
      {kept ? <KeptNote info={info} /> : null}
      <AlsoReplying ticketId={info.id} />
      {way !== undefined && ways.length < 2 ? null : (
        <Suspense>
          <WayMenu way={way} ways={ways} onWay={choose} />
        </Suspense>
      )}
      <div className={classes['box']}>
        <ReplyList picker={picker} />
        {open ? <MailFields info={info} rules={rules} head={state.head} setHead={state.setHead} /> : null}
        <Quote state={state} />
        {state.files.length === 0 ? null : (
          <Suspense>
            <Files files={state.files} rules={rules} onRemove={state.remove} />
          </Suspense>
        )}
        <ContentChips
          contents={state.contents}
          rules={rules}
          onDrop={state.drop}
          onEdit={(content) => setEditing({ kind: content.kind, known: content })}
        />
        {open ? (
          <Textarea
            ref={field}
            variant="unstyled"
            autosize
            minRows={2}
            maxRows={12}
            value={state.text}
            onChange={(event) => {
              state.setText(event.currentTarget.value);
              picker.moved(event.currentTarget.selectionStart);
            }}
            onSelect={(event) => picker.moved(event.currentTarget.selectionStart)}
            onBlur={() => picker.moved(null)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            placeholder={kept ? t('composer.kept_placeholder') : t('composer.placeholder', { channel })}
            aria-label={t('composer.label')}
            aria-autocomplete="list"
            {...(pointed === undefined ? {} : { 'aria-controls': REPLY_LIST, 'aria-activedescendant': optionId(pointed.id) })}
            aria-invalid={state.blocked === 'too_long'}
            classNames={{ input: classes['input'] ?? '' }}
            dir="auto"
          />
        ) : (
          <WindowClosed window={window} onTemplate={() => setEditing({ kind: 'template', known: undefined })} />
        )}
        {open && state.signature !== null ? (
          <Suspense>
            <SignatureLine state={state} />
          </Suspense>
        ) : null}
        {open || template ? (
          <div className={classes['bar']}>
            {open ? (
              <>
                <FileButton onChange={(files) => state.add(files)} multiple {...(accept === undefined ? {} : { accept })}>
                  {(props) => (
                    <Tooltip label={t('composer.attach')}>
                      <ActionIcon {...props} disabled={rules.attachments_max === 0} aria-label={t('composer.attach')}>
                        <IconPaperclip size={18} stroke={1.5} />
                      </ActionIcon>
                    </Tooltip>
                  )}
                </FileButton>
                <ContentMenu rules={rules} onPick={(kind) => setEditing({ kind, known: state.contents.find((one) => one.kind === kind) })} />
              </>
            ) : null}
            <span className={classes['chip']}>
              <ChannelMark channel={info.channel} size={14} />
              <span>{channel}</span>
            </span>
            <span className={classes['spring']} />
            <Counter state={state} />
            {state.saved ? <span className={classes['saved']}>{t('composer.saved')}</span> : null}
            <SendButton state={state} kept={kept} />
          </div>
        ) : null}
      </div>
      {editing === null ? null : (
        <Suspense>
          <ContentEditor
            {...editing}
            rules={rules}
            channel={info.channel}
            onClose={() => setEditing(null)}
            onDone={(content) => {
              state.put(content);
              setEditing(null);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
