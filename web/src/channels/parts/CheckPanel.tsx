import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import type { CheckAnswer } from '../model';
import type { Field } from '../form/schema';
import { useTexts } from '../texts';
import classes from './parts.module.css';

/** What the check found out: facts worth knowing, and what is wrong where. */
export function CheckPanel({ answer, fields }: { answer: CheckAnswer; fields: readonly Field[] }) {
  const { t } = useTexts();
  const titleOf = (setting: string) => fields.find((field) => field.name === setting)?.title ?? setting;
  return (
    <section className={classes['check']} data-ok={answer.ok} role="status">
      <h3 className={classes['checkHead']}>
        {answer.ok ? <IconCircleCheck size={18} stroke={1.5} aria-hidden /> : <IconCircleX size={18} stroke={1.5} aria-hidden />}
        {t(answer.ok ? 'check.good' : 'check.bad')}
        {answer.title ? <span className={classes['dim']}>{answer.title}</span> : null}
      </h3>
      {answer.problems.length > 0 ? (
        <ul className={classes['problems']}>
          {answer.problems.map((problem) => (
            <li key={`${problem.setting} ${problem.code}`}>
              {problem.setting === '' ? null : <strong>{titleOf(problem.setting)}: </strong>}
              {problem.message}
            </li>
          ))}
        </ul>
      ) : null}
      {answer.facts.length > 0 ? (
        <dl className={classes['facts']}>
          {answer.facts.map(([label, value]) => (
            <div key={label} className={classes['fact']}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </section>
  );
}
