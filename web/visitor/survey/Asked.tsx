/** @jsxImportSource preact */
import { useId } from 'preact/hooks';
import { Field } from '../screens/parts';
import { fill } from '../texts';
import { RATINGS, type Question } from './model';
import { t } from './texts';
import styles from './survey.module.css';

interface Props {
  readonly question: Question;
  readonly language: string;
  readonly value: string;
  readonly problem: string | null;
  readonly onAnswer: (answer: string) => void;
}

const STAR = 'M12 3.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L3.6 9.7l5.8-.8z';
/** Mouths from the saddest to the happiest; eyes and outline are the same. */
const MOUTHS = ['M8 16.5q4-4.5 8 0', 'M8.5 16q3.5-2 7 0', 'M8.5 15.5h7', 'M8.5 14.8q3.5 2.2 7 0', 'M7.5 14q4.5 5.5 9 0'];

function Sign({ look, rating }: { look: Question['look']; rating: number }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      {look === 'stars' ? <path d={STAR} /> : <path d={`M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M9 9.5v.6M15 9.5v.6${MOUTHS[rating - 1] ?? ''}`} />}
    </svg>
  );
}

/** One question, in the way that its kind is answered. */
export function Asked({ question, language, value, problem, onAnswer }: Props) {
  const id = useId();
  const text = question.texts[language] ?? Object.values(question.texts)[0] ?? '';
  const label = question.required ? text : fill(t.optional, { label: text });
  if (question.kind === 'text') {
    return <Field name={question.id} label={label} value={value} lines required={question.required} problem={problem} onInput={onAnswer} />;
  }
  const stars = question.look === 'stars';
  return (
    <fieldset class={styles['question']} aria-describedby={problem === null ? undefined : `${id}-problem`}>
      <legend>{label}</legend>
      {question.kind === 'rating' ? (
        <div class={styles['ratings']} data-look={question.look}>
          {RATINGS.map((rating) => {
            const lit = stars ? rating <= Number(value) : String(rating) === value;
            return (
              <label key={rating} class={styles['rating']} data-lit={lit || undefined}>
                <input
                  type="radio"
                  name={question.id}
                  value={rating}
                  checked={String(rating) === value}
                  aria-label={fill(stars ? t.star : t.face, { number: rating })}
                  onChange={() => onAnswer(String(rating))}
                />
                <Sign look={question.look} rating={rating} />
              </label>
            );
          })}
        </div>
      ) : (
        <div class={styles['choices']}>
          {question.choices.map((choice) => (
            <label key={choice.id} class={styles['choice']}>
              <input type="radio" name={question.id} value={choice.id} checked={choice.id === value} onChange={() => onAnswer(choice.id)} />
              <span>{choice.texts[language] ?? Object.values(choice.texts)[0]}</span>
            </label>
          ))}
        </div>
      )}
      {problem !== null && (
        <p id={`${id}-problem`} class={styles['problem']}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}
