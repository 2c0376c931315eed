import { Button, Progress } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { api } from '../api/client';
import { asProblem } from '../api/problem';
import group from '../settings/fieldGroup.module.css';
import { fullTime } from '../ui/dates';
import { problemText } from '../ui/ErrorPlace';
import type { RuleTest, Trial, TrialTicket } from './model';
import classes from './rules.module.css';
import { useTexts } from './texts';

/** Tickets that are looked at, at most. */
const MOST = 2_000;
const NAMED = 10;

interface State {
  looked: number;
  matched: number;
  tickets: readonly TrialTicket[];
  phase: 'running' | 'ended' | 'failed';
  why: string;
}

/** Which past tickets the conditions would have been about; nothing is changed. */
export function TrialPanel({ all, any }: { all: readonly RuleTest[]; any: readonly RuleTest[] }) {
  const { t } = useTexts();
  const { t: common } = useTranslation();
  const [state, setState] = useState<State | null>(null);
  const turn = useRef(0);
  const asked = JSON.stringify([all, any]);
  const [shownFor, setShownFor] = useState(asked);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );
  // What was found belongs to the conditions as they were.
  const stale = state !== null && shownFor !== asked;

  async function run(): Promise<void> {
    const mine = ++turn.current;
    setShownFor(asked);
    let found: State = { looked: 0, matched: 0, tickets: [], phase: 'running', why: '' };
    setState(found);
    let before: number | null = null;
    try {
      while (found.looked < MOST) {
        const part: Trial = await api.post('/api/rules/trial', { json: { all, any, before } });
        if (mine !== turn.current) return;
        found = {
          ...found,
          looked: found.looked + part.looked,
          matched: found.matched + part.matched,
          tickets: [...found.tickets, ...part.tickets].slice(0, NAMED),
        };
        setState(found);
        before = part.next ?? null;
        if (before === null) break;
      }
      setState({ ...found, phase: 'ended' });
    } catch (thrown) {
      if (mine === turn.current) setState({ ...found, phase: 'failed', why: problemText(asProblem(thrown), common) });
    }
  }

  const running = state?.phase === 'running';
  const ended = state !== null && !running;
  // The end of the form stands over what is below, and what was asked for is to be seen.
  const found = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (ended) found.current?.scrollIntoView({ block: 'nearest' });
  }, [ended]);
  return (
    <section className={classes['trial']} aria-label={t('trial.title')}>
      <div className={classes['trialHead']}>
        <Button size="xs" variant="default" loading={running} onClick={() => void run()}>
          {t('trial.run')}
        </Button>
        <span className={group['hint']}>{t('trial.hint')}</span>
      </div>
      {state === null ? null : (
        <div ref={found} role="status" data-stale={stale} className={classes['found']}>
          {running ? <Progress value={(state.looked / MOST) * 100} size="sm" aria-label={t('trial.title')} /> : null}
          {state.phase === 'failed' ? <p className={group['fault']}>{state.why}</p> : null}
          <p>
            {t('trial.found', { matched: state.matched, looked: state.looked })}
            {stale ? ` ${t('trial.stale')}` : ''}
          </p>
          {state.tickets.length === 0 ? null : (
            <ul className={classes['tickets']}>
              {state.tickets.map((ticket) => (
                <li key={ticket.id}>
                  <Link to={`/ticket/${ticket.number}`} target="_blank" rel="noreferrer">
                    #{ticket.number} {ticket.title}
                  </Link>
                  <span className={group['hint']}>
                    {common(`status.${ticket.status}`)} · {fullTime(ticket.created_at)}
                  </span>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </section>
  );
}
