import { ActionIcon, Button } from '@mantine/core';
import { IconSparkles, IconX } from '@tabler/icons-react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useHinted } from '../../actions/KeyHint';
import { contextNow } from '../../actions/live';
import type { Message } from '../../api/types';
import { isComposing, isEnter } from '../../ui/enter';
import { Tooltip } from '../../ui/Tooltip';
import { Waiting } from '../../ui/Waiting';
import { confidenceOf, newestAsked } from '../model';
import { useTexts } from '../texts';
import { CARD_ID } from './cardId';
import classes from './Card.module.css';
import { Failure } from './Failure';
import { Proposal } from './Proposal';
import { askAgain, cancelAsking, canTake, dismissSuggestion, takeSuggestion, type Suggestion } from './store';

const EXCERPT = 120;

/** Without it; whoever uses the keyboard goes on in the answer. */
function leave(byKey: boolean): void {
  dismissSuggestion();
  if (byKey) contextNow().ticket?.reply();
}

const dismissed = ({ detail }: MouseEvent) => leave(detail === 0);

/** The button that was pressed goes; the focus stays in the card. */
function staying(act: () => void): () => void {
  return () => {
    document.getElementById(CARD_ID)?.focus();
    act();
  };
}

interface Props {
  suggestion: Suggestion;
  /** The one that is answered, while it is on screen. */
  message: Message | undefined;
  messages: readonly Message[];
  /** What the customer writes in, as a code. */
  customers: string;
}

function Head({ suggestion: { proposal, phase }, children }: { suggestion: Suggestion; children: ReactNode }) {
  const { t } = useTexts();
  const sure = proposal === null ? null : confidenceOf(proposal);
  const close = phase === 'asking' && proposal === null ? t('cancel') : proposal === null ? t('close') : t('dismiss');
  return (
    <header className={classes['head']}>
      <IconSparkles size={16} stroke={1.5} aria-hidden className={classes['sign']} />
      <h3>{t('title')}</h3>
      {proposal === null || proposal.classification === '' ? null : <span className={classes['chip']}>{proposal.classification}</span>}
      {sure === null ? null : (
        <span className={classes['sure']} data-level={sure.level}>
          {t(`confidence.${sure.level}`, { percent: sure.percent })}
        </span>
      )}
      {children}
      <ActionIcon size="sm" aria-label={close} onClick={dismissed}>
        <IconX size={15} stroke={1.5} />
      </ActionIcon>
    </header>
  );
}

function Foot({ suggestion }: { suggestion: Suggestion }) {
  const { t } = useTexts();
  const insert = useHinted(t('insert'), 'assist.take');
  if (suggestion.phase === 'asking') {
    return (
      <footer className={classes['foot']}>
        <Waiting size="xs" label={t('asking')} />
        <span className={classes['dim']}>{t('asking')}</span>
        <Button size="compact-sm" variant="default" onClick={staying(cancelAsking)}>
          {t('cancel')}
        </Button>
      </footer>
    );
  }
  if (suggestion.proposal === null) return null;
  return (
    <footer className={classes['foot']}>
      {canTake(suggestion) ? (
        <Tooltip label={insert}>
          <Button size="compact-sm" onClick={takeSuggestion}>
            {t('insert')}
          </Button>
        </Tooltip>
      ) : null}
      <Button size="compact-sm" variant="default" onClick={staying(() => askAgain({ again: true }))}>
        {t('another')}
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={dismissed}>
        {t('dismiss')}
      </Button>
    </footer>
  );
}

/** A proposal to answer a message, with the states before it is there. Mod+Enter takes it, Escape dismisses it. */
export function Card({ suggestion, message, messages, customers }: Props) {
  const { t } = useTexts();
  const { phase, proposal, problem } = suggestion;
  const isOlder = message !== undefined && newestAsked(messages)?.id !== message.id;

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    if (isEnter(event) && (event.ctrlKey || event.metaKey)) takeSuggestion();
    else if (event.key === 'Escape') leave(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <section id={CARD_ID} className={classes['card']} aria-label={t('title')} aria-busy={phase === 'asking'} tabIndex={-1} onKeyDown={onKeyDown}>
      <Head suggestion={suggestion}>
        <span className="pb-unseen" role="status">
          {phase === 'asking' ? t('asking') : phase === 'ready' ? t('ready') : ''}
        </span>
      </Head>
      {isOlder ? <p className={classes['to']}>{t('to', { text: message.message.slice(0, EXCERPT) })}</p> : null}
      {proposal === null ? null : <Proposal suggestion={suggestion} proposal={proposal} customers={customers} />}
      {proposal === null && problem !== null ? <Failure problem={problem} onRetry={staying(() => askAgain({}))} /> : null}
      <Foot suggestion={suggestion} />
    </section>
  );
}
