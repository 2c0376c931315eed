import { useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { isComposing, isEnter } from '../../../ui/enter';
import { useTexts } from '../texts';
import classes from './Suggestions.module.css';
import { useEmojiOffer } from './useEmojiOffer';
import { usePeopleOffer, type Mentioning } from './usePeopleOffer';
import { useReplyOffer } from './useReplyOffer';
import type { Pressed, Suggest } from './useSuggest';

interface Props {
  suggest: Suggest;
  ticketId: number;
  /** Whom the text may name; null in what a customer gets. */
  mentioning: Mentioning | null;
}

/** What is offered above a field for the sign before its caret: canned replies, people or emoji. */
export function Suggestions({ suggest, ticketId, mentioning }: Props) {
  const { t } = useTexts();
  const { part, field, text, caret, put, open } = suggest;
  const id = useId();
  const active = useRef<HTMLLIElement>(null);
  // The sign whose list somebody closed.
  const [closed, setClosed] = useState<number | null>(null);
  // What the keys or the pointer went to, as long as the same is typed.
  const [pointed, setPointed] = useState<{ typed: string; at: number } | null>(null);

  const typed = { text, caret, field, put };
  const replies = useReplyOffer({ ...typed, caret: mentioning === null ? caret : null, ticketId, onTaken: setClosed });
  const people = usePeopleOffer(typed, mentioning);
  const emoji = useEmojiOffer(typed, mentioning !== null);
  const offer = replies ?? people ?? emoji;
  if (closed !== null && offer?.start !== closed) setClosed(null);

  const options = offer === null || offer.start === closed ? [] : offer.options;
  const written = caret === null ? '' : text.slice(0, caret);
  const at = Math.min(pointed?.typed === written ? pointed.at : offer?.points === true ? 0 : -1, options.length - 1);
  const option = options[at];
  const list = options.length === 0 ? null : id;
  const current = option === undefined ? null : `${id}-${option.id}`;

  useEffect(() => {
    open({ list, option: current });
    // Newer browsers answer with a promise, which React would take for a cleanup.
    active.current?.scrollIntoView({ block: 'nearest' });
  }, [open, list, current]);
  // Whoever leaves the field closes the list.
  useEffect(() => () => open({ list: null, option: null }), [open]);

  function takesKey(event: Pressed): boolean {
    if (offer === null || options.length === 0 || isComposing(event)) return false;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const takes = isEnter(event) || (event.key === 'Tab' && !event.shiftKey);
    if (step !== 0) setPointed({ typed: written, at: at === -1 && step === -1 ? options.length - 1 : (at + step + options.length) % options.length });
    else if (takes && option !== undefined) option.take();
    else if (event.key === 'Escape') setClosed(offer.start);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
  useImperativeHandle(part, () => ({ takesKey }));

  return (
    <>
      <span role="status" className={classes['told']}>
        {options.length === 0 ? '' : t('found', { count: options.length, list: offer?.label })}
      </span>
      {offer === null || options.length === 0 ? null : (
        <div className={classes['place']}>
          <ul id={id} role="listbox" aria-label={offer.label} className={classes['list']}>
            {options.map((one, index) => (
              <li
                key={one.id}
                id={`${id}-${one.id}`}
                ref={index === at ? active : null}
                role="option"
                aria-selected={index === at}
                className={classes['option']}
                onMouseMove={() => setPointed({ typed: written, at: index })}
                // The field keeps the caret.
                onMouseDown={(event) => event.preventDefault()}
                onClick={one.take}
              >
                {one.shown}
              </li>
            ))}
          </ul>
          <p className={classes['keys']} aria-hidden>
            {offer.hint}
          </p>
        </div>
      )}
    </>
  );
}
