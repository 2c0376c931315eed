import classes from './imports.module.css';
import { COUNTED, isDryRun, numberText } from './model';
import { useTexts } from './texts';
import type { Import } from './types';

/** What became of the rows, or would: four figures. */
export function Figures({ of: { counts, state } }: { of: Pick<Import, 'counts' | 'state'> }) {
  const { t, language } = useTexts();
  return (
    <dl className={classes['figures']}>
      {COUNTED.map((name) => (
        <div key={name} className={classes['figure']} data-tone={name === 'refused' && counts.refused > 0 ? 'bad' : undefined}>
          <dt>{t(`${isDryRun(state) ? 'would' : 'figure'}.${name}`)}</dt>
          <dd>{numberText(counts[name], language)}</dd>
        </div>
      ))}
    </dl>
  );
}
