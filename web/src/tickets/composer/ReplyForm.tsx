import { ActionIcon, FileButton } from '@mantine/core';
import { IconBook2, IconMoodSmile, IconPaperclip, IconSparkles, IconX } from '@tabler/icons-react';
import { Suspense, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useHinted } from '../../actions/KeyHint';
import { runAction } from '../../actions/live';
import type { OutContent } from '../../api/content';
import type { SendRules, TicketInfo } from '../../api/types';
import { useSession } from '../../session/store';
import { ChannelMark } from '../../ui/ChannelMark';
import { Tooltip } from '../../ui/Tooltip';
import { lazyPart } from '../../ui/lazyPart';
import { useChannelName } from '../../ui/useChannelName';
import { useTexts } from '../texts';
import classes from './Composer.module.css';
import { ContentMenu } from './ContentMenu';
import { MailFields } from './MailFields';
import type { OutKind } from './offers';
import { ReplyField } from './ReplyField';
import type { WindowState } from './rules';
import { SendButton } from './SendButton';
import { loadSuggestions } from './suggest/load';
import type { WritingField } from './suggest/field';
import type { Suggest } from './suggest/useSuggest';
import type { ComposerState } from './useComposer';

const Files = lazyPart(async () => (await import('./Files')).Files);
const Suggestions = lazyPart(loadSuggestions);
const ContentChips = lazyPart(async () => (await import('./ContentChips')).ContentChips);
const WindowClosed = lazyPart(async () => (await import('./WindowBar')).WindowClosed);
const SignatureLine = lazyPart(async () => (await import('./SignatureLine')).SignatureLine);
const ContentEditor = lazyPart(async () => (await import('./editors/ContentEditor')).ContentEditor);

interface Props {
  /** The ticket as it is for the conversation that the answer goes out in. */
  info: TicketInfo;
  rules: SendRules;
  state: ComposerState;
  field: RefObject<WritingField | null>;
  suggest: Suggest;
  window: WindowState | null;
}

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

/** The panel with the articles, whose room brings what it does. */
function Articles() {
  const { t } = useTranslation();
  const may = useSession(({ session: me }) => me?.features.includes('knowledgebase') === true && (me.isAdmin || !me.permissions.hide_knowledgebase));
  const name = t('nav.knowledgebase');
  const hint = useHinted(name, 'knowledge.panel');
  if (!may) return null;
  return (
    <Tooltip label={hint}>
      <ActionIcon onClick={() => runAction('knowledge.panel')} aria-label={name}>
        <IconBook2 size={18} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
  );
}

/** What a helper would answer; the room of helpers brings what it does. */
function SuggestButton() {
  const { t } = useTexts();
  const name = t('suggest');
  const hint = useHinted(name, 'assist.suggest');
  return (
    <Tooltip label={hint}>
      <ActionIcon onClick={() => runAction('assist.suggest')} aria-label={name}>
        <IconSparkles size={18} stroke={1.5} />
      </ActionIcon>
    </Tooltip>
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

/** Where an answer is written: the text, what goes along with it, and the ways to send it. */
export function ReplyForm({ info, rules, state, field, suggest, window }: Props) {
  const { t } = useTranslation();
  const texts = useTexts();
  const channel = useChannelName(info);
  const kept = !info.told;
  const [editing, setEditing] = useState<{ kind: OutKind; known: OutContent | undefined } | null>(null);

  const open = window === null || window.open;
  const template = state.contents.some((content) => content.kind === 'template');
  const accept = rules.media.includes('*/*') || rules.media.length === 0 ? undefined : rules.media.join(',');
  return (
    <>
      {suggest.caret === null ? null : (
        <Suspense>
          <Suggestions suggest={suggest} ticketId={info.id} mentioning={null} />
        </Suspense>
      )}
      {open ? <MailFields info={info} rules={rules} head={state.head} setHead={state.setHead} /> : null}
      <Quote state={state} />
      {state.files.length === 0 ? null : (
        <Suspense>
          <Files files={state.files} rules={rules} onRemove={state.remove} />
        </Suspense>
      )}
      {state.contents.length === 0 ? null : (
        <Suspense>
          <ContentChips
            contents={state.contents}
            rules={rules}
            onDrop={state.drop}
            onEdit={(content) => setEditing({ kind: content.kind, known: content })}
          />
        </Suspense>
      )}
      {open ? (
        <ReplyField state={state} field={field} suggest={suggest} placeholder={kept ? t('composer.kept_placeholder') : t('composer.placeholder', { channel })} />
      ) : (
        <Suspense fallback={<div className={classes['coming']} />}>
          <WindowClosed window={window} onTemplate={() => setEditing({ kind: 'template', known: undefined })} />
        </Suspense>
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
              <Tooltip label={texts.t('mode.emoji')}>
                <ActionIcon onClick={() => suggest.begin(':')} aria-label={texts.t('mode.emoji')}>
                  <IconMoodSmile size={18} stroke={1.5} />
                </ActionIcon>
              </Tooltip>
              <Articles />
              <SuggestButton />
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
    </>
  );
}
