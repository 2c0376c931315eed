import { Button, Modal, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing, isEnter } from '../ui/enter';
import { useLate } from '../ui/useLate';
import { Waiting } from '../ui/Waiting';
import classes from './Picker.module.css';
import { closePicker, usePicker, type Choice, type Question } from './picker';
import { useTexts } from './texts';

type State = { phase: 'loading' | 'failed' } | { phase: 'ready'; choices: readonly Choice[] };

/** The choices of a question, asked for anew with each `turn`. */
function useChoices(question: Question, turn: number): State {
  const [state, setState] = useState<State & { turn: number }>({ phase: 'loading', turn });
  useEffect(() => {
    let gone = false;
    question.load().then(
      (choices) => {
        if (!gone) setState({ phase: 'ready', choices, turn });
      },
      () => {
        if (!gone) setState({ phase: 'failed', turn });
      },
    );
    return () => {
      gone = true;
    };
  }, [question, turn]);
  return state.turn === turn ? state : { phase: 'loading' };
}

function Asked({ question }: { question: Question }) {
  const { t } = useTexts();
  const [turn, setTurn] = useState(0);
  const state = useChoices(question, turn);
  const late = useLate(state.phase === 'loading');
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const choices = state.phase === 'ready' ? state.choices : [];
  const wanted = words.trim().toLowerCase();
  const found = choices.filter(({ label }) => label.toLowerCase().includes(wanted));
  const active = Math.min(at, found.length - 1);
  const pointed = found[active];

  function choose(choice: Choice | undefined) {
    if (choice === undefined) return;
    closePicker();
    choice.run();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      const next = (active + step + found.length) % found.length;
      setAt(next);
      list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
    } else if (isEnter(event)) {
      event.preventDefault();
      choose(pointed);
    }
  }

  return (
    <>
      <TextInput
        data-autofocus
        role="combobox"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={id}
        aria-activedescendant={pointed === undefined ? undefined : `${id}-${pointed.id}`}
        aria-label={t('picker.find')}
        placeholder={t('picker.find')}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        autoComplete="off"
        spellCheck={false}
      />
      <ul ref={list} id={id} role="listbox" aria-label={question.title} className={classes['list']}>
        {found.map((choice, index) => (
          <li
            key={choice.id}
            id={`${id}-${choice.id}`}
            role="option"
            aria-selected={index === active}
            aria-checked={choice.checked === true}
            className={classes['choice']}
            onPointerMove={() => setAt(index)}
            onClick={() => choose(choice)}
          >
            {choice.mark}
            <span className={classes['label']}>{choice.label}</span>
            {choice.checked === true ? <IconCheck size={16} stroke={1.5} aria-hidden /> : null}
          </li>
        ))}
      </ul>
      {state.phase === 'loading' && late ? <Waiting label={t('picker.loading')} m="sm" /> : null}
      {state.phase === 'failed' ? (
        <p role="alert" className={classes['none']}>
          {t('picker.failed')}
          <Button variant="default" size="compact-xs" onClick={() => setTurn(turn + 1)}>
            {t('picker.retry')}
          </Button>
        </p>
      ) : null}
      {state.phase === 'ready' && found.length === 0 ? (
        <p role="status" className={classes['none']}>
          {choices.length === 0 ? question.empty : t('picker.none')}
        </p>
      ) : null}
    </>
  );
}

/** Asks what to do with tickets: a list that is found in by typing. */
export function Picker() {
  const { t } = useTranslation();
  const { question, open } = usePicker();
  if (question === null) return null;
  return (
    <Modal opened={open} onClose={closePicker} title={question.title} yOffset="12vh" closeButtonProps={{ 'aria-label': t('action.close') }}>
      <Asked question={question} />
    </Modal>
  );
}
