import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { RoutingDecision } from '../../../api/types';
import { fullTime } from '../../../ui/dates';
import { isOfVisit } from './reason';
import classes from './routing.module.css';
import { useTexts } from './texts';
import { candidateWords, decisionWords, leftOutWords, personName } from './words';

function Candidates({ decision: { user_id, candidates, looked_at }, isVisit, id }: { decision: RoutingDecision; isVisit: boolean; id: string }) {
  const { t, language } = useTexts();
  const others = looked_at - candidates.length;
  return (
    <div id={id}>
      <ul aria-label={t('candidates')} className={classes['candidates']}>
        {candidates.map((candidate) => {
          const isChosen = candidate.user_id === user_id;
          return (
            <li key={candidate.user_id} data-chosen={isChosen || undefined} data-out={candidate.left_out ?? undefined}>
              <span>
                {personName(candidate, t)}
                {isChosen ? <em>{t('chosen')}</em> : null}
              </span>
              <small>{candidateWords(candidate, isVisit, t, language)}</small>
              {candidate.left_out === null ? null : <small>{leftOutWords(candidate, isVisit, t)}</small>}
            </li>
          );
        })}
      </ul>
      {others > 0 ? <p className={classes['dim']}>{t('others', { count: others })}</p> : null}
    </div>
  );
}

/** One decision as a sentence, with the candidates it looked at on demand. `livechat` is whether its ticket is a live chat. */
export function Decision({ decision, livechat }: { decision: RoutingDecision; livechat: boolean }) {
  const { t, language } = useTexts();
  const isVisit = isOfVisit(decision, livechat);
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <li data-outcome={decision.outcome}>
      <span>{decisionWords(decision, isVisit, t, language)}</span>
      <small>
        <time>{fullTime(decision.at)}</time>
      </small>
      {decision.candidates.length === 0 ? null : (
        <Button variant="subtle" size="compact-xs" aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={() => setOpen(!isOpen)}>
          {t('candidates_count', { count: decision.looked_at })}
        </Button>
      )}
      {isOpen ? <Candidates decision={decision} isVisit={isVisit} id={id} /> : null}
    </li>
  );
}
