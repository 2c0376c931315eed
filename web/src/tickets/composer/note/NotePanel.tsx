import { ActionIcon, Button, Textarea } from '@mantine/core';
import { IconAt, IconLock, IconMoodSmile } from '@tabler/icons-react';
import { useEffect, useImperativeHandle, type KeyboardEvent, type Ref, type RefObject } from 'react';
import type { Mention } from '../../../api/types';
import { useMe } from '../../../session/store';
import { isComposing, isEnter } from '../../../ui/enter';
import { Tooltip } from '../../../ui/Tooltip';
import { isSameMention, stillMentioned } from '../../message/mentions';
import { sendNote } from '../send';
import { Suggestions } from '../suggest/Suggestions';
import type { Suggest } from '../suggest/useSuggest';
import { useTexts } from '../texts';
import type { NoteDraft } from './noteDrafts';
import classes from './NotePanel.module.css';

const TEXT_MAX = 10_000;

export interface NoteHandle {
  /** Adds what is written; gives whether there was anything. */
  add: () => boolean;
}

interface Props {
  ref: Ref<NoteHandle>;
  ticketId: number;
  draft: NoteDraft;
  change: (to: (now: NoteDraft) => NoteDraft) => void;
  field: RefObject<HTMLTextAreaElement | null>;
  suggest: Suggest;
  /** Whoever opened it wants to write. */
  focus: boolean;
  /** Notes are all that this person writes. */
  alone: boolean;
  onLeave: () => void;
}

/** Where a note for the team is written. It goes to nobody outside, whatever the channel allows. */
export function NotePanel({ ref, ticketId, draft, change, field, suggest, focus, alone, onLeave }: Props) {
  const { t } = useTexts();
  const me = useMe();
  const { text, mentions } = draft;
  const over = Array.from(text.trim()).length - TEXT_MAX;
  const blocked = text.trim() === '' ? t('empty') : over > 0 ? t('too_long', { count: over, max: TEXT_MAX }) : null;

  useEffect(() => {
    const element = field.current;
    if (!focus || element === null) return;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, [focus, field]);

  // Whoever was removed from the text is not meant any more, whatever is written again.
  useEffect(() => {
    const still = stillMentioned(text, mentions);
    if (still.length < mentions.length) change((now) => ({ ...now, mentions: still }));
  });

  function add(): boolean {
    if (blocked !== null) return false;
    change(() => ({ text: '', mentions: [] }));
    // What fails stays in the conversation with the reason, and in the storage.
    void sendNote(ticketId, me, text.trim(), stillMentioned(text, mentions)).catch(() => undefined);
    return true;
  }
  useImperativeHandle(ref, () => ({ add }));

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event) || suggest.takesKey(event)) return;
    if (isEnter(event) && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      add();
    }
    if (event.key === 'Escape') onLeave();
  }

  const onMention = (mention: Mention) => change((now) => ({ ...now, mentions: [...now.mentions.filter((other) => !isSameMention(other, mention)), mention] }));
  return (
    <>
      {alone ? <p className={classes['alone']}>{t('notes_only')}</p> : null}
      {suggest.caret === null ? null : <Suggestions suggest={suggest} ticketId={ticketId} mentioning={{ mentions, onMention }} />}
      <Textarea
        ref={field}
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={12}
        value={text}
        onChange={(event) => {
          const next = event.currentTarget.value;
          change((now) => ({ ...now, text: next }));
          suggest.moved(event.currentTarget.selectionStart);
        }}
        onFocus={(event) => suggest.moved(event.currentTarget.selectionStart)}
        onSelect={(event) => suggest.moved(event.currentTarget.selectionStart)}
        onBlur={() => suggest.moved(null)}
        onKeyDown={onKeyDown}
        placeholder={t('placeholder')}
        aria-label={t('label')}
        aria-invalid={over > 0}
        {...suggest.aria}
        classNames={{ input: classes['input'] ?? '' }}
        dir="auto"
      />
      <div className={classes['bar']}>
        <Tooltip label={t('mention')}>
          <ActionIcon onClick={() => suggest.begin('@')} aria-label={t('mention')}>
            <IconAt size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('emoji_put')}>
          <ActionIcon onClick={() => suggest.begin(':')} aria-label={t('emoji_put')}>
            <IconMoodSmile size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
        <span className={classes['private']}>{t('private')}</span>
        <span className={classes['spring']} />
        {over > 0 ? (
          <span className={classes['counter']} data-over role="alert">
            {blocked}
          </span>
        ) : null}
        {text === '' ? null : <span className={classes['saved']}>{t('saved')}</span>}
        <Tooltip label={blocked ?? t('hint')}>
          <Button size="xs" className={classes['add'] ?? ''} disabled={blocked !== null} onClick={add} leftSection={<IconLock size={15} stroke={1.5} />}>
            {t('add')}
          </Button>
        </Tooltip>
      </div>
    </>
  );
}
