import { IconMessageOff } from '@tabler/icons-react';
import { Suspense, useEffect, useImperativeHandle, useRef, useState, type Ref } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useChannel } from '../../api/plugins';
import type { Message, ReplyQuote, TicketInfo, TicketStatus } from '../../api/types';
import { useAbilities } from '../../session/abilities';
import { useMe } from '../../session/store';
import { lazyPart } from '../../ui/lazyPart';
import { useSlots } from '../../ui/slots';
import { useNow } from '../../ui/useNow';
import { homeOf, inWay, wayOf, waysOf } from '../conversation/way';
import { AlsoReplying } from '../here/HereMarks';
import classes from './Composer.module.css';
import { MODE_PANEL, ModeTabs, tabId } from './ModeTabs';
import { loadNotePanel } from './note/load';
import { changeNote, setWritingNote, useNoteDraft, useNoteDrafts, type NoteDraft } from './note/noteDrafts';
import type { NoteHandle } from './note/NotePanel';
import { ReplyForm } from './ReplyForm';
import { rulesOf, windowOf } from './rules';
import type { WritingField } from './suggest/field';
import { useSuggest, type Suggest } from './suggest/useSuggest';
import { useComposer } from './useComposer';
import { useWriting } from './useWriting';

const NotePanel = lazyPart(loadNotePanel);
// Few channels have a window, and few tell nobody.
const KeptNote = lazyPart(async () => (await import('./KeptNote')).KeptNote);
const WindowLeft = lazyPart(async () => (await import('./WindowBar')).WindowLeft);
const WayMenu = lazyPart(async () => (await import('./WayMenu')).WayMenu);

export interface ComposerHandle {
  /** To an answer, whatever was written before. */
  focus: () => void;
  /** To a note, and from there back to the answer; with what goes back into its field. */
  note: (back?: NoteDraft) => void;
  answer: (quote: ReplyQuote) => void;
  add: (files: readonly File[]) => void;
  /** Puts words where the caret is, in the answer or the note that is being written. */
  insert: (words: string) => void;
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

/** Puts words where a field's caret is; behind others they have a line of their own. */
function putWords(into: Suggest, words: string): void {
  const text = into.field.current?.value ?? into.text;
  const caret = into.field.current?.selectionEnd ?? text.length;
  into.put(caret, caret, /\S$/.test(text.slice(0, caret)) ? `\n${words}` : words);
}

/** Where answers and notes are written. It knows the channel's rules from what the plugin declares. */
export function Composer({ ref, info: ticket, messages = NOTHING, ended, onStatus }: Props) {
  const { t } = useTranslation();
  const me = useMe();
  const writing = useWriting(me.username, ticket.id);
  const ways = waysOf(ticket);
  const way = wayOf(ways, writing.writing.via);
  const info = way ?? ticket;
  const rules = rulesOf(info, useChannel(info.channel));
  const state = useComposer(info, way === undefined, writing, rules, messages, onStatus);
  const field = useRef<WritingField>(null);
  const suggest = useSuggest(field, state.text, state.setText);
  const note = useRef<NoteHandle>(null);
  const slots = useSlots();
  const { answers } = useAbilities();
  // Who answers nobody writes notes alone.
  const noting = useNoteDrafts(({ writingIn }) => writingIn === ticket.id) || !answers;
  const draft = useNoteDraft(me.username, ticket.id);
  const change = (to: (now: NoteDraft) => NoteDraft) => changeNote(me.username, ticket.id, to);
  const noteField = useRef<HTMLTextAreaElement>(null);
  const noteSuggest = useSuggest(noteField, draft.text, (text) => change((now) => ({ ...now, text })));
  // What was just chosen gets the focus; a ticket that is opened does not take it.
  const [wanted, setWanted] = useState(false);
  const now = useNow();
  const window = windowOf(rules, info, inWay(info, messages), now);

  const choose = (id: number) => writing.set((now) => ({ ...now, via: id === ticket.id ? null : id }));

  // The next ticket begins with an answer again.
  useEffect(() => () => setWritingNote(ticket.id, false), [ticket.id]);
  useEffect(() => {
    if (wanted && !noting) field.current?.focus();
  }, [wanted, noting]);

  function turn(toNote: boolean, focus: boolean) {
    setWanted(focus);
    setWritingNote(ticket.id, toNote);
    if (focus) (toNote || !answers ? noteField : field).current?.focus();
  }

  function answerWith(words: string) {
    // The answer's field is there only while no note is written; the caret of a new one stands before its text.
    if (noting) {
      flushSync(() => turn(false, true));
      const end = field.current?.value.length ?? 0;
      field.current?.setSelectionRange?.(end, end);
    }
    putWords(suggest, words);
    field.current?.focus();
  }

  useImperativeHandle(ref, () => ({
    focus: () => turn(false, true),
    note: (back) => {
      if (back !== undefined) change((now) => ({ text: now.text.trim() === '' ? back.text : `${back.text}\n${now.text}`, mentions: [...back.mentions, ...now.mentions] }));
      turn(back !== undefined || !noting, true);
    },
    answer: (quote) => {
      const home = homeOf(quote, messages);
      if (home !== undefined) choose(home);
      state.setReply(quote);
      turn(false, true);
    },
    add: (files) => {
      // Files go to customers only, and nobody shall miss where these went.
      turn(false, true);
      state.add(files);
    },
    insert: (words) => putWords(noting ? noteSuggest : suggest, words),
    send: (status) => {
      if (!noting) state.send(status);
      else if (note.current?.add() === true && status !== undefined) void onStatus(status);
    },
  }));

  const closed =
    ended === undefined ? null : (
      <div className={classes['closed']} role="status">
        <IconMessageOff size={18} stroke={1.5} aria-hidden />
        <p>
          <strong>{ended}</strong>
          {state.text.trim() === '' ? null : <span>{t('composer.draft_kept')}</span>}
        </p>
      </div>
    );
  // What is written to a merged ticket is written in the other one.
  if (closed !== null && ticket.merged_into != null) return <div className={classes['composer']}>{closed}</div>;

  const form = closed ?? <ReplyForm info={info} rules={rules} state={state} field={field} suggest={suggest} window={window} />;
  return (
    <section className={classes['composer']} data-region="composer" aria-label={t('tickets:mode.region')}>
      {noting || closed !== null ? null : (
        <>
          {window === null || !window.open ? null : (
            <Suspense fallback={<p className={classes['window']}>&nbsp;</p>}>
              <WindowLeft window={window} hours={rules.window?.hours ?? 24} />
            </Suspense>
          )}
          {info.told ? null : (
            <Suspense fallback={<p className={classes['window']}>&nbsp;</p>}>
              <KeptNote info={info} />
            </Suspense>
          )}
          <AlsoReplying ticketId={info.id} />
          {way !== undefined && ways.length < 2 ? null : (
            <Suspense>
              <WayMenu way={way} ways={ways} onWay={choose} />
            </Suspense>
          )}
        </>
      )}
      {slots.aboveComposer === null || closed !== null || !answers ? null : <slots.aboveComposer info={ticket} messages={messages} insert={answerWith} />}
      <div className={classes['box']} data-note={noting || undefined}>
        {answers ? <ModeTabs note={noting} begun={draft.text !== ''} onPick={turn} /> : null}
        <div {...(answers ? { id: MODE_PANEL, role: 'tabpanel', 'aria-labelledby': tabId(noting) } : {})}>
          {noting ? (
            <Suspense fallback={<div className={classes['coming']} />}>
              <NotePanel ref={note} ticketId={ticket.id} draft={draft} change={change} field={noteField} suggest={noteSuggest} focus={wanted} alone={!answers} onLeave={() => (answers ? turn(false, false) : noteField.current?.blur())} />
            </Suspense>
          ) : (
            form
          )}
        </div>
      </div>
    </section>
  );
}
