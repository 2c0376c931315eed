import { ActionIcon, Button, TextInput, UnstyledButton } from '@mantine/core';
import { IconHistory, IconSearch, IconSearchOff, IconX } from '@tabler/icons-react';
import { useRef, type KeyboardEvent } from 'react';
import { EmptyPlace } from '../ui/EmptyPlace';
import { isComposing, isEnter } from '../ui/enter';
import { ErrorPlace } from '../ui/ErrorPlace';
import { Pager } from '../ui/Pager';
import { useLate } from '../ui/useLate';
import { activeChip, CHIPS, foundNothing, pagesOf, withKey, type ChipKey } from './model';
import { countText, Results } from './Results';
import type { PathOf } from './rows';
import classes from './search.module.css';
import { useTexts } from './texts';
import { useSearch, type State } from './useSearch';
import { Waiting } from '../ui/Waiting';

interface Props {
  pathOf: PathOf;
  onOpen: () => void;
}

function Skeleton() {
  return (
    <div className={classes['skeleton']} aria-hidden>
      {Array.from({ length: 6 }, (_, at) => (
        <div key={at} className={classes['bone']} />
      ))}
    </div>
  );
}

function Outcome({ state, search, pathOf, onOpen }: Props & { state: State; search: ReturnType<typeof useSearch> }) {
  const { t } = useTexts();
  const late = useLate(state.phase === 'loading');
  switch (state.phase) {
    case 'loading':
      return late ? <Skeleton /> : null;
    case 'idle':
      return <EmptyPlace compact icon={<IconSearch size={20} stroke={1.5} />} title={t('idle.title')} text={t('idle.text')} />;
    case 'failed':
      return <ErrorPlace compact problem={state.problem} onRetry={() => search.run(state.page)} />;
    case 'ready':
      return foundNothing(state.found) ? (
        <EmptyPlace compact icon={<IconSearchOff size={20} stroke={1.5} />} title={t('nothing.title')} text={t('nothing.text')} />
      ) : (
        <Results found={state.found} asked={state.asked} pathOf={pathOf} onOpen={onOpen} onFollow={search.follow} />
      );
  }
}

/** The input with its chips, the results, and the pager. */
export function SearchPanel({ pathOf, onOpen }: Props) {
  const { t } = useTexts();
  const search = useSearch();
  const { text, state } = search;
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const loading = state.phase === 'loading';
  const chip = activeChip(text);
  const found = state.phase === 'ready' ? state.found : null;
  const pages = found === null ? 1 : pagesOf(found);

  function choose(key: ChipKey) {
    if (loading) return;
    const next = withKey(text, key);
    search.type(next);
    input.current?.focus();
    requestAnimationFrame(() => input.current?.setSelectionRange(next.length, next.length));
  }

  function clear() {
    search.clear();
    input.current?.focus();
  }

  /** Arrows walk from the input through the results and back. */
  function walk(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || isComposing(event)) return;
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-result]') ?? [])];
    const at = rows.findIndex((row) => row === document.activeElement);
    if (at === -1 && document.activeElement !== input.current) return;
    event.preventDefault();
    const next = at + step;
    if (next < 0) input.current?.focus();
    else rows[Math.min(next, rows.length - 1)]?.focus();
  }

  function turn(page: number) {
    search.run(page - 1);
    if (list.current !== null) list.current.scrollTop = 0;
  }

  return (
    // Keys of what is inside arrive here; nothing is clicked.
    <div className={classes['panel']} onKeyDown={walk} role="search">
      <TextInput
        ref={input}
        data-autofocus
        size="md"
        value={text}
        readOnly={loading}
        onChange={(event) => search.type(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isEnter(event)) search.run();
        }}
        placeholder={t('placeholder')}
        aria-label={t('placeholder')}
        spellCheck={false}
        autoComplete="off"
        maxLength={400}
        leftSection={loading ? <Waiting size={16} label={t('loading')} /> : <IconSearch size={18} stroke={1.5} aria-hidden />}
        rightSection={
          text === '' ? null : (
            <ActionIcon onClick={clear} aria-label={t('clear')}>
              <IconX size={16} stroke={1.5} />
            </ActionIcon>
          )
        }
      />
      <div className={classes['tools']}>
        {CHIPS.map(({ entity, key }) => (
          <UnstyledButton key={key} className={classes['chip']} aria-pressed={chip?.key === key} onClick={() => choose(key)}>
            {t(`chip.${key}`)}
            <span className="pb-unseen">{entity === chip?.entity ? '' : t('chip.hint')}</span>
          </UnstyledButton>
        ))}
        <span className={classes['hint']}>
          <kbd className={classes['kbd']}>Enter</kbd> {t('enter')}
        </span>
        <Button variant="subtle" color="gray" size="compact-sm" onClick={clear} disabled={text === ''}>
          {t('clear')}
        </Button>
      </div>
      <div ref={list} className={classes['results']} aria-busy={loading} tabIndex={-1}>
        <Outcome state={state} search={search} pathOf={pathOf} onOpen={onOpen} />
      </div>
      <div className={classes['foot']}>
        <span role="status" className={classes['summary']}>
          {found === null
            ? ''
            : t('summary', { posts: countText(found.posts), messages: countText(found.messages) })}
          {found?.indexing == null ? null : (
            <span className={classes['indexing']}>
              <IconHistory size={14} stroke={1.5} aria-hidden /> {t('indexing', { percent: found.indexing })}
            </span>
          )}
        </span>
        {pages > 1 && state.phase === 'ready' ? (
          <Pager
            total={pages}
            value={state.page + 1}
            onChange={turn}
            labels={{ previous: t('pager.previous'), next: t('pager.next'), page: (page) => t('pager.page', { page }) }}
          />
        ) : null}
      </div>
    </div>
  );
}
