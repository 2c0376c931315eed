import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Suspense, useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { lineOf } from '../../actions/press';
import type { Recipient } from '../../actions/types';
import type { OutContent } from '../../api/content';
import { isEnter } from '../../ui/enter';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { lazyPart } from '../../ui/lazyPart';
import { toastSuccess } from '../../ui/toast';
import { Tooltip } from '../../ui/Tooltip';
import { Waiting } from '../../ui/Waiting';
import { ChannelFields } from './ChannelFields';
import { MessageField } from './MessageField';
import { PersonFields } from './PersonFields';
import classes from './start.module.css';
import { useTexts } from './texts';
import { useStart } from './useStart';

const ContentEditor = lazyPart(async () => (await import('../composer/editors/ContentEditor')).ContentEditor);

export interface StartMessageProps {
  /** The contact that it was opened for; null where one is chosen here. */
  to: Recipient | null;
  /** Something is written that would be missed, or no longer. */
  onWritten: (written: boolean) => void;
  /** It is on its way, or no longer. */
  onHeld: (held: boolean) => void;
  /** No channel can start a conversation with somebody new, or some can. */
  onNone: (none: boolean) => void;
  onSent: (number: number) => void;
}

/** An agent writes first: to a contact or somebody new, on a channel that can start a conversation. */
export function StartMessage({ to, onWritten, onHeld, onNone, onSent }: StartMessageProps) {
  const { t } = useTexts();
  const form = useStart(to);
  const [editing, setEditing] = useState<{ known: OutContent | undefined } | null>(null);
  const element = useRef<HTMLFormElement>(null);
  const { draft, channels, isSwitching, problem, channel, failure, refusals, written } = form;
  const busy = form.progress !== null;
  const none = channels === undefined || isSwitching ? null : channels.length === 0 && draft.picked === null;

  const tellWritten = useEffectEvent(onWritten);
  const tellHeld = useEffectEvent(onHeld);
  const tellNone = useEffectEvent(onNone);
  useEffect(() => tellWritten(written), [written]);
  useEffect(() => tellHeld(busy), [busy]);
  useEffect(() => {
    if (none !== null) tellNone(none);
  }, [none]);
  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  if (channels === undefined) {
    if (problem === null) return <Waiting label={t('loading')} m="lg" />;
    if (problem.code === 'forbidden') return <EmptyPlace compact icon={<IconLock size={20} stroke={1.5} />} title={t('denied')} text={t('denied_text')} />;
    return <ErrorPlace compact problem={problem} title={t('failed')} onRetry={form.retry} />;
  }

  async function send(): Promise<void> {
    const started = await form.send();
    if (started === null) return;
    const number = started.ticket_number;
    toastSuccess(t(started.continued ? 'sent_on' : 'sent', { number }));
    onSent(number);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isEnter(event) && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void send();
    }
  }
  const mute = form.closed && draft.contents.length === 0;
  const unreachable = channels.length === 0 && !isSwitching;
  return (
    <>
      <form
        ref={element}
        noValidate
        className={classes['form']}
        onKeyDown={onKeyDown}
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <fieldset className={classes['part']} disabled={busy}>
          <legend>{t('whom')}</legend>
          <PersonFields form={form} fixed={to !== null} />
          <ChannelFields form={form} />
        </fieldset>
        {unreachable && !written ? null : (
          <fieldset className={classes['part']} disabled={busy}>
            <legend>{t('message')}</legend>
            <MessageField form={form} autoFocus={to !== null} onTemplate={(known) => setEditing({ known })} />
          </fieldset>
        )}
        <div className={classes['foot']}>
          {failure === null ? null : (
            <p role="alert" className={classes['failure']}>
              {failure}
            </p>
          )}
          <span className={classes['spring']} />
          {written ? (
            <Button variant="subtle" color="gray" size="xs" disabled={busy} onClick={form.discard}>
              {t('discard')}
            </Button>
          ) : null}
          <Tooltip label={t('keys', { keys: lineOf('Mod+Enter') })}>
            <Button type="submit" size="xs" loading={busy} disabled={unreachable || isSwitching || (mute && form.window?.after === 'nothing')}>
              {t('send')}
            </Button>
          </Tooltip>
        </div>
      </form>
      {editing === null || channel === undefined ? null : (
        <Suspense>
          {/* Outside the form, whose keys and sending are not meant there. */}
          <ContentEditor
            kind="template"
            known={editing.known}
            rules={form.rules}
            channel={channel.channel}
            onClose={() => setEditing(null)}
            onDone={(content) => {
              form.change({ contents: [content] });
              setEditing(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
