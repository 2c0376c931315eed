import { Button, CloseButton } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { useMe } from '../session/store';
import classes from './Checklist.module.css';
import { hide, isHidden, STEPS, type Step, type StepsDone } from './steps';
import { useTexts } from './texts';
import { useDesk } from './useDesk';
import { DESK, DESK_EVENTS, NO_EVENTS, useLive } from './useLive';

/** What leads to the place of a step: an address, or what opens it. */
export type StepWay = string | (() => void);

/** The steps that this person can take here. */
export type StepWays = Readonly<Partial<Record<Step, StepWay>>>;

function Go({ step, way, first }: { step: Step; way: StepWay; first: boolean }) {
  const { t } = useTexts();
  const look = { size: 'xs', variant: first ? 'filled' : 'default' } as const;
  const label = t(`checklist.${step}.go`);
  return typeof way === 'string' ? (
    <Button {...look} component={Link} to={way}>
      {label}
    </Button>
  ) : (
    <Button {...look} onClick={way}>
      {label}
    </Button>
  );
}

function Steps({ done, ways, onHide }: { done: StepsDone; ways: StepWays; onHide: () => void }) {
  const { t } = useTexts();
  const id = useId();
  const steps = STEPS.filter((step) => ways[step] !== undefined);
  const ready = steps.filter((step) => done[step]).length;
  const first = steps.find((step) => !done[step]);
  if (first === undefined) return null;
  return (
    <section className={classes['checklist']} aria-labelledby={id}>
      <header className={classes['head']}>
        <h2 id={id}>{t('checklist.title')}</h2>
        <span className={classes['progress']}>{t('checklist.progress', { done: ready, all: steps.length })}</span>
        <CloseButton aria-label={t('checklist.hide')} title={t('checklist.hide')} onClick={onHide} />
      </header>
      <div className={classes['bar']} aria-hidden>
        <span style={{ width: `${(100 * ready) / steps.length}%` }} />
      </div>
      <ol className={classes['steps']}>
        {steps.map((step) => {
          const way = ways[step];
          return (
            <li key={step} className={classes['step']} data-done={done[step] || undefined}>
              {done[step] ? <IconCircleCheckFilled size={18} aria-hidden /> : <IconCircle size={18} stroke={1.5} aria-hidden />}
              <span className={classes['words']}>
                <strong>{t(`checklist.${step}.title`)}</strong>
                {done[step] ? <span className="pb-unseen">{t('checklist.done')}</span> : <span>{t(`checklist.${step}.text`)}</span>}
              </span>
              {done[step] || way === undefined ? null : <Go step={step} way={way} first={step === first} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** What a new desk still needs, until all of it is there or somebody hides it. A desk that cannot be asked is left alone. */
export function Checklist({ ways, onHidden }: { ways: StepWays; onHidden: () => void }) {
  const me = useMe();
  const [hidden, setHidden] = useState(() => isHidden(me));
  const asked = me.isAdmin && !hidden;
  const { data } = useDesk(asked);
  const waits = asked && data != null && STEPS.some((step) => !data[step]);
  useLive(DESK, waits ? DESK_EVENTS : NO_EVENTS);
  if (!waits) return null;
  return (
    <Steps
      done={data}
      ways={ways}
      onHide={() => {
        hide(me);
        setHidden(true);
        onHidden();
      }}
    />
  );
}
