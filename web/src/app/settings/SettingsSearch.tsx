import { Button, CloseButton, Highlight, TextInput, VisuallyHidden } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useSession } from '../../session/store';
import { isComposing, isEnter } from '../../ui/enter';
import { useLate } from '../../ui/useLate';
import { Waiting } from '../../ui/Waiting';
import { findSettings, useSettingTexts, wordsOf, type SettingsHit } from './search';
import type { Section } from './sections';
import classes from './SettingsSearch.module.css';
import { useTexts } from './texts';

interface Props {
  query: string;
  sections: readonly Section[];
  onQuery: (query: string) => void;
  onChoose: (section: Section) => void;
}

const MARK = { color: 'inherit', background: 'var(--pb-new)', boxShadow: '0 1px 0 var(--pb-amber)' };

function Marked({ text, words, look }: { text: string; words: readonly string[]; look: 'title' | 'within' | 'about' }) {
  return (
    <Highlight component="span" className={`${classes['text'] ?? ''} ${classes[look] ?? ''}`} highlight={[...words]} highlightStyles={MARK}>
      {text}
    </Highlight>
  );
}

function Hit({ hit, words }: { hit: SettingsHit; words: readonly string[] }) {
  return (
    <>
      <hit.section.icon size={16} stroke={1.5} aria-hidden />
      <span className={classes['words']}>
        <Marked look="title" text={hit.title} words={words} />
        {hit.within === '' ? null : <Marked look="within" text={hit.within} words={words} />}
        {hit.about === '' ? null : <Marked look="about" text={hit.about} words={words} />}
      </span>
    </>
  );
}

/** Looks for a section or a setting while somebody types; what is found stands where the sections were. */
export function SettingsSearch({ query, sections, onQuery, onChoose }: Props) {
  const { t } = useTexts();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  const asked = query.trim() !== '';
  const { phase, retry } = useSettingTexts(asked, sections);
  const late = useLate(phase === 'loading');
  const [at, setAt] = useState(0);
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const found = phase === 'loading' ? [] : findSettings(query, sections, isAdmin);
  const active = Math.min(at, found.length - 1);
  const pointed = found[active];
  const words = wordsOf(query);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active, query]);

  function change(next: string) {
    onQuery(next);
    setAt(0);
  }
  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && found.length > 0) {
      event.preventDefault();
      setAt((active + step + found.length) % found.length);
    } else if (isEnter(event)) {
      event.preventDefault();
      if (pointed !== undefined) onChoose(pointed.section);
    } else if (event.key === 'Escape' && query !== '') change('');
  }

  return (
    <>
      <TextInput
        className={classes['field'] ?? ''}
        size="xs"
        role="combobox"
        aria-expanded={found.length > 0}
        aria-autocomplete="list"
        aria-controls={found.length > 0 ? id : undefined}
        aria-activedescendant={pointed === undefined ? undefined : `${id}-${active}`}
        aria-label={t('search.label')}
        placeholder={t('search.label')}
        leftSection={<IconSearch size={14} stroke={1.5} aria-hidden />}
        rightSection={query === '' ? null : <CloseButton size="sm" aria-label={t('search.clear')} onClick={() => change('')} />}
        value={query}
        onChange={(event) => change(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        // Escape empties the field first; only an empty one lets it close the window.
        data-mantine-stop-propagation={query === '' ? undefined : true}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
      {asked ? (
        <div className={classes['results']}>
          <VisuallyHidden role="status">{phase === 'ready' && found.length > 0 ? t('search.count', { count: found.length }) : ''}</VisuallyHidden>
          {found.length === 0 ? null : (
            <ul ref={list} id={id} role="listbox" aria-label={t('search.found')} className={classes['hits']}>
              {found.map((hit, index) => (
                <li
                  key={hit.id}
                  id={`${id}-${index}`}
                  role="option"
                  aria-selected={index === active}
                  className={classes['hit']}
                  onPointerMove={() => setAt(index)}
                  onClick={() => onChoose(hit.section)}
                >
                  <Hit hit={hit} words={words} />
                </li>
              ))}
            </ul>
          )}
          {phase === 'loading' && late ? <Waiting label={t('loading')} m="sm" /> : null}
          {phase === 'failed' ? (
            <p role="alert" className={classes['none']}>
              {t('search.failed')}
              <Button variant="default" size="compact-xs" onClick={retry}>
                {t('search.retry')}
              </Button>
            </p>
          ) : null}
          {phase === 'ready' && found.length === 0 ? (
            <p role="status" className={classes['none']}>
              {t('search.none', { query: query.trim() })}
            </p>
          ) : null}
        </div>
      ) : null}
    </>
  );
}
