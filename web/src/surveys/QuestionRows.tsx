import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconX } from '@tabler/icons-react';
import { CHOICES_MAX, moved, question as fresh, QUESTIONS_MAX, type Question } from './model';
import { useTexts } from './texts';
import classes from './surveys.module.css';

interface Props {
  language: string;
  questions: readonly Question[];
  /** What is wrong, by places such as `questions.0.texts.en`. */
  faults: Readonly<Record<string, string>>;
  onChange: (questions: Question[]) => void;
}

/** A rating looks like stars or faces, so that is one choice. */
const KINDS = ['stars', 'faces', 'choice', 'text'] as const;
type Shown = (typeof KINDS)[number];

function shownAs({ kind, look }: Question): Shown {
  return kind === 'rating' ? look : kind;
}

function become(question: Question, shown: Shown): Question {
  if (shown === 'stars' || shown === 'faces') return { ...question, kind: 'rating', look: shown, choices: [] };
  const choices = shown === 'choice' && question.choices.length === 0 ? fresh('choice').choices : question.choices;
  return { ...question, kind: shown, choices: shown === 'choice' ? choices : [] };
}

/** What is asked, in this order. */
export function QuestionRows({ language, questions, faults, onChange }: Props) {
  const { t } = useTexts();
  const put = (at: number, one: Question) => onChange(questions.map((other, place) => (place === at ? one : other)));
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['legend']}>{t('questions')}</legend>
      {questions.map((one, at) => {
        const of = t('question', { number: at + 1 });
        return (
          <div key={at} className={classes['question']} role="group" aria-label={of}>
            <div className={classes['line']}>
              <TextInput
                size="xs"
                aria-label={t('part.text', { of })}
                placeholder={of}
                lang={language}
                maxLength={300}
                value={one.texts[language] ?? ''}
                error={faults[`questions.${at}.texts.${language}`]}
                onChange={(event) => put(at, { ...one, texts: { ...one.texts, [language]: event.currentTarget.value } })}
              />
              <span className={classes['tools']}>
                <ActionIcon disabled={at === 0} aria-label={t('up', { of })} onClick={() => onChange(moved(questions, at, -1))}>
                  <IconArrowUp size={15} stroke={1.5} />
                </ActionIcon>
                <ActionIcon disabled={at === questions.length - 1} aria-label={t('down', { of })} onClick={() => onChange(moved(questions, at, 1))}>
                  <IconArrowDown size={15} stroke={1.5} />
                </ActionIcon>
                <ActionIcon aria-label={t('drop', { of })} onClick={() => onChange(questions.filter((_, place) => place !== at))}>
                  <IconX size={15} stroke={1.5} />
                </ActionIcon>
              </span>
            </div>
            <div className={classes['kind']}>
              <NativeSelect
                size="xs"
                aria-label={t('part.kind', { of })}
                data={KINDS.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
                value={shownAs(one)}
                onChange={(event) => put(at, become(one, event.currentTarget.value as Shown))}
              />
              <Checkbox
                size="xs"
                label={t('required')}
                aria-label={t('part.required', { of })}
                checked={one.required}
                onChange={(event) => put(at, { ...one, required: event.currentTarget.checked })}
              />
            </div>
            {one.kind === 'choice' ? (
              <Choices of={of} at={at} language={language} one={one} faults={faults} onChange={(next) => put(at, next)} />
            ) : null}
          </div>
        );
      })}
      {questions.length >= QUESTIONS_MAX ? null : (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={13} stroke={1.5} />}
          onClick={() => onChange([...questions, fresh('rating')])}
        >
          {t('add_question')}
        </Button>
      )}
      {faults['questions'] === undefined ? null : (
        <p role="alert" className={classes['fault']}>
          {faults['questions']}
        </p>
      )}
    </fieldset>
  );
}

interface ChoicesProps {
  of: string;
  at: number;
  language: string;
  one: Question;
  faults: Readonly<Record<string, string>>;
  onChange: (question: Question) => void;
}

/** The answers that may be picked. */
function Choices({ of, at, language, one, faults, onChange }: ChoicesProps) {
  const { t } = useTexts();
  return (
    <div className={classes['choices']}>
      {one.choices.map((choice, place) => {
        const name = t('answer', { of, number: place + 1 });
        const texts = (text: string) => ({ ...choice, texts: { ...choice.texts, [language]: text } });
        return (
          <div key={place} className={classes['line']}>
            <TextInput
              size="xs"
              aria-label={name}
              placeholder={t('answer_place', { number: place + 1 })}
              lang={language}
              maxLength={300}
              value={choice.texts[language] ?? ''}
              error={faults[`questions.${at}.choices.${place}.texts.${language}`]}
              onChange={(event) => {
                const text = event.currentTarget.value;
                onChange({ ...one, choices: one.choices.map((other, n) => (n === place ? texts(text) : other)) });
              }}
            />
            <ActionIcon aria-label={t('drop', { of: name })} onClick={() => onChange({ ...one, choices: one.choices.filter((_, n) => n !== place) })}>
              <IconX size={15} stroke={1.5} />
            </ActionIcon>
          </div>
        );
      })}
      {one.choices.length >= CHOICES_MAX ? null : (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={13} stroke={1.5} />}
          aria-label={t('add_answer_to', { of })}
          onClick={() => onChange({ ...one, choices: [...one.choices, { id: '', texts: {} }] })}
        >
          {t('add_answer')}
        </Button>
      )}
      {faults[`questions.${at}.choices`] === undefined ? null : (
        <p role="alert" className={classes['fault']}>
          {faults[`questions.${at}.choices`]}
        </p>
      )}
    </div>
  );
}
