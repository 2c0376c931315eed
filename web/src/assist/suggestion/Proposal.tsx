import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../i18n/i18n';
import { clockTime, fullTime } from '../../ui/dates';
import { problemText } from '../../ui/ErrorPlace';
import { useTexts } from '../texts';
import type { Recommendation } from '../types';
import classes from './Card.module.css';
import { Sentences } from './Sentences';
import { askAgain, type Suggestion } from './store';

function nameOf(code: string, language: string): string {
  const known = LANGUAGES.find((one) => one.code === code)?.name;
  if (known !== undefined) return known;
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** The languages of the workspace, and the customer's. */
function codesWith(customers: string): string[] {
  const own = LANGUAGES.map(({ code }) => code as string);
  const isKnown = customers === '' || customers === 'und' || own.some((code) => customers.toLowerCase().startsWith(code));
  return isKnown ? own : [...own, customers];
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <section className={classes['lines']}>
      <h4>{title}</h4>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

function Struck({ struck }: Pick<Recommendation, 'struck'>) {
  const { t } = useTexts();
  if (struck.length === 0) return null;
  return (
    <details className={classes['struck']}>
      <summary>{t('struck', { count: struck.length })}</summary>
      <ul>
        {struck.map(({ text, reason }) => (
          <li key={text}>
            <span dir="auto">{text}</span> <span className={classes['dim']}>{t(`reason.${reason}`)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

interface Props {
  suggestion: Suggestion;
  proposal: Recommendation;
  customers: string;
}

/** What a helper advises: what it is about, the answer with its sources, and how to go about it. */
export function Proposal({ suggestion, proposal, customers }: Props) {
  const { t, language } = useTexts();
  const words = useTranslation().t;
  const { action, translation } = proposal;
  const isOver = action === 'hand-off' || action === 'nothing';
  const why = suggestion.problem === null ? null : suggestion.problem.code === 'conflict' && suggestion.failed === 'translation' ? t('no_translator') : problemText(suggestion.problem, words);
  return (
    <div className={classes['body']} tabIndex={0} role="group" aria-label={t('answer')}>
      {action === 'answer' ? null : (
        <p className={classes['decides']} data-action={action}>
          {t(`action.${action}`)}
        </p>
      )}
      {proposal.recommendation === '' ? null : <p>{proposal.recommendation}</p>}
      {isOver || proposal.results.length === 0 ? null : <Sentences results={proposal.results} />}
      {isOver || translation == null || translation === '' ? null : (
        <section className={classes['translation']}>
          <h4>{t('translation', { language: nameOf(suggestion.language, language) })}</h4>
          <p lang={suggestion.language} dir="auto">
            {translation}
          </p>
        </section>
      )}
      {why === null ? null : (
        <p role="alert" className={classes['fault']}>
          {t(suggestion.failed === 'again' ? 'not_again' : 'not_translated', { why })}
        </p>
      )}
      <Lines title={t('what_to_do')} lines={proposal.what_to_do} />
      <Lines title={t('how_to_say')} lines={proposal.how_to_say} />
      <Struck struck={proposal.struck} />
      <div className={classes['end']}>
        <span className={classes['dim']} title={fullTime(proposal.ts)}>
          {t('by', { helper: proposal.helper, when: clockTime(proposal.ts) })}
        </span>
        {isOver || proposal.what_to_say === '' ? null : (
          <NativeSelect
            size="xs"
            aria-label={t('language')}
            disabled={suggestion.phase === 'asking'}
            value={translation == null ? '' : suggestion.language}
            data={[{ value: '', label: t('as_written') }, ...codesWith(customers).map((code) => ({ value: code, label: nameOf(code, language) }))]}
            onChange={(event) => askAgain({ language: event.currentTarget.value })}
          />
        )}
      </div>
    </div>
  );
}
