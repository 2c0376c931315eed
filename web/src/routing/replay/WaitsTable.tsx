import { useTexts } from '../texts';
import { besides, differenceOf, FIGURES, type Beside, type ReplayResult, type ReplayWaits, type WaitFigure } from './model';
import classes from './replay.module.css';
import { useReplayWords } from './useReplayWords';

interface Props {
  result: ReplayResult;
  targetMs: number;
}

/** Waits of the whole desk and by queue: what happened, what the model says of it, and what the changes make of that. */
export function WaitsTable({ result, targetMs }: Props) {
  const { t } = useTexts();
  const words = useReplayWords();
  const { happened, modelled, changed } = result;
  const total = { key: null, name: t('replay.table.total'), waits: { happened: happened.total, modelled: modelled.total, changed: changed?.total } };
  const queues = besides(result, ({ queues }) => queues, ({ id }) => id).map(({ key, ...of }) => ({
    key,
    name: (of.happened ?? of.modelled ?? of.changed)?.name || t('overflow_gone'),
    waits: { happened: of.happened?.waits, modelled: of.modelled?.waits, changed: of.changed?.waits },
  }));
  const caption = t('replay.table.waits');
  const target = words.duration(targetMs);
  return (
    <section className={classes['figures']}>
      <h4 className={classes['subheading']}>{caption}</h4>
      <div className={classes['scroll']} role="region" aria-label={caption} tabIndex={0}>
        <table className={classes['table']}>
          <caption className="pb-unseen">{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{t('replay.table.of')}</th>
              {FIGURES.map((figure) => (
                <th key={figure} scope="col" data-numeric>
                  {t(`replay.figure.${figure}`)}
                </th>
              ))}
            </tr>
          </thead>
          {[total, ...queues].map(({ key, name, waits }) => (
            <Subject key={key ?? 'total'} name={name} waits={waits} />
          ))}
        </table>
      </div>
      <p className={classes['dim']}>{t('replay.table.legend', { target })}</p>
    </section>
  );
}

/** One queue, or all of them, with a row for each of the outcomes. */
function Subject({ name, waits }: { name: string; waits: Beside<ReplayWaits> }) {
  const { t } = useTexts();
  const words = useReplayWords();
  return (
    <tbody>
      <tr className={classes['subject']}>
        <th scope="rowgroup" colSpan={FIGURES.length + 1}>
          {name}
        </th>
      </tr>
      {(['happened', 'modelled', 'changed'] as const).map((outcome) => {
        const of = waits[outcome];
        if (of === undefined) return null;
        return (
          <tr key={outcome}>
            <th scope="row">{t(`replay.outcome.${outcome}`)}</th>
            {FIGURES.map((figure) => (
              <td key={figure} data-numeric>
                {words.figure(figure, of)}
                {outcome === 'changed' && waits.modelled !== undefined ? <Difference figure={figure} changed={of} modelled={waits.modelled} /> : null}
              </td>
            ))}
          </tr>
        );
      })}
    </tbody>
  );
}

/** What the changes make of a figure, in words and in colour. */
function Difference({ figure, changed, modelled }: { figure: WaitFigure; changed: ReplayWaits; modelled: ReplayWaits }) {
  const words = useReplayWords();
  const difference = differenceOf(figure, changed, modelled);
  if (difference === null) return null;
  return (
    <>
      {' '}
      <span className={classes['difference']} data-tone={difference.tone}>
        {words.difference(figure, difference)}
      </span>
    </>
  );
}
