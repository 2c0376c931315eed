import { UnstyledButton } from '@mantine/core';
import { IconBulb, IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Message } from '../../api/types';
import { clockTime, fullTime } from '../../ui/dates';
import { Waiting } from '../../ui/Waiting';
import { Failure } from '../suggestion/Failure';
import { useTexts } from '../texts';
import type { Insight } from '../types';
import { firstStored, KINDS, type Kind } from './model';
import { setTells } from './store';
import classes from './Tells.module.css';
import { useInsights, type Told } from './useInsights';

/** What a helper found: in words, and as bars where it gave scores. */
function Found({ insight: { value, scores, helper, ts } }: { insight: Insight }) {
  const { t } = useTexts();
  // A helper's own sentences stand for themselves.
  const word = (name: string) => (/^[a-z]+$/.test(name) ? t(`tells.score.${name}`, { defaultValue: name }) : name);
  return (
    <>
      {value === '' ? scores.length === 0 ? <p>{t('tells.nothing')}</p> : null : <p dir="auto">{word(value)}</p>}
      {scores.length === 0 ? null : (
        <ul className={classes['scores']} aria-label={t('tells.scores')}>
          {scores.map((score) => {
            const percent = Math.round(score.value * 100);
            return (
              <li key={score.name}>
                <span>{word(score.name)}</span>
                <span className={classes['bar']} aria-hidden>
                  <span style={{ width: `${Math.min(100, Math.max(0, percent))}%` }} />
                </span>
                <span className={classes['percent']}>{percent} %</span>
              </li>
            );
          })}
        </ul>
      )}
      <p className={classes['by']} title={fullTime(ts)}>
        {t('by', { helper, when: clockTime(ts) })}
      </p>
    </>
  );
}

function Result({ told: { insight, problem, waits }, onRetry }: { told: Told; onRetry: () => void }) {
  const { t } = useTexts();
  if (insight !== null) return <Found insight={insight} />;
  if (waits) {
    return (
      <p className={classes['by']}>
        <Waiting size={12} label={t('tells.loading')} /> {t('tells.loading')}
      </p>
    );
  }
  return problem === null ? null : <Failure problem={problem} onRetry={onRetry} />;
}

/** The fold below a customer's message with what it tells: each kind is asked for when it is chosen. */
export function Tells({ message, open }: { message: Message; open: boolean }) {
  const { t } = useTexts();
  const id = useId();
  const [chosen, setChosen] = useState<Kind | null>(() => firstStored(message));
  const { of, ask } = useInsights(message);
  const kind = chosen ?? firstStored(message);

  function choose(next: Kind): void {
    setChosen(next);
    ask(next);
  }

  return (
    <div className={classes['tells']}>
      <UnstyledButton className={classes['fold'] ?? ''} aria-expanded={open} {...(open ? { 'aria-controls': id } : {})} onClick={() => setTells(message.id, !open)}>
        <IconBulb size={12} stroke={1.75} aria-hidden />
        {t('tells.title')}
        <IconChevronDown size={12} stroke={1.75} aria-hidden data-open={open || undefined} />
      </UnstyledButton>
      {open ? (
        <div id={id} className={classes['box']}>
          <div className={classes['kinds']} role="group" aria-label={t('tells.title')}>
            {KINDS.map(([one]) => (
              <button key={one} type="button" aria-pressed={kind === one} onClick={() => choose(one)}>
                {t(`tells.kind.${one}`)}
              </button>
            ))}
          </div>
          <div className={classes['result']} aria-live="polite">
            {kind === null ? <p className={classes['by']}>{t('tells.choose')}</p> : <Result told={of(kind)} onRetry={() => ask(kind)} />}
          </div>
        </div>
      ) : null}
    </div>
  );
}
