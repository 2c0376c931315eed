/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Notice } from '../screens/parts';
import { Heading, placeStyles } from '../screens/Place';
import { fill } from '../texts';
import { sendAnswers, type Sent } from './api';
import { forget, keep, readKept } from './kept';
import { wrongs, type Answers, type Survey, type Wrong, type Wrongs } from './model';
import { Asked } from './Asked';
import { t } from './texts';
import styles from './survey.module.css';

interface Props {
  readonly token: string;
  readonly survey: Survey;
  readonly language: string;
  readonly onSent: (answers: Answers) => void;
  readonly onShut: (kind: 'over' | 'unknown') => void;
}

/** What went wrong with no question in particular. */
function failureOf(sent: Sent): string {
  switch (sent.kind) {
    case 'tooOften':
      return fill(t.tooOften, { minutes: Math.max(1, Math.ceil(sent.seconds / 60)) });
    case 'offline':
      return t.offline;
    case 'wrong':
      return t.wrong;
    default:
      return t.notSent;
  }
}

export function SurveyForm({ token, survey, language, onSent, onShut }: Props) {
  const [answers, setAnswers] = useState<Answers>(() => readKept(token) ?? survey.answers);
  const [shown, setShown] = useState<Wrongs>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const formRef = useRef<HTMLFormElement>(null);
  const busyRef = useRef(false);
  // Only a refusal takes the focus; whoever answers stays where they are. It is a state of its own, because
  // an effect of an earlier state may run as late as the press that is refused.
  const [refusal, setRefusal] = useState<Wrongs>({});
  const words = survey.words[language];

  useEffect(() => {
    const first = survey.questions.find(({ id }) => refusal[id] !== undefined);
    if (first !== undefined) formRef.current?.querySelector<HTMLElement>(`[name="${first.id}"]`)?.focus();
  }, [refusal, survey]);

  const change = (id: string, answer: string) => {
    const next = { ...answers, [id]: answer };
    setAnswers(next);
    setShown((old) => Object.fromEntries(Object.entries(old).filter(([field, wrong]) => field !== id && wrong !== 'nothing')));
    keep(token, next);
  };

  const refuse = (found: Wrongs) => {
    setShown(found);
    setRefusal({ ...found });
  };

  const submit = async (event: Event) => {
    event.preventDefault();
    // A second press while the first is on its way is the same wish.
    if (busyRef.current) return;
    setFailure(null);
    const found = wrongs(survey, answers);
    if (Object.keys(found).length > 0) {
      refuse(found);
      return;
    }
    busyRef.current = true;
    setBusy(true);
    const sent = await sendAnswers(token, survey.questions, answers);
    busyRef.current = false;
    setBusy(false);
    if (sent.kind === 'sent') {
      forget(token);
      onSent(answers);
      return;
    }
    if (sent.kind === 'over' || sent.kind === 'unknown') {
      onShut(sent.kind);
      return;
    }
    setFailure(failureOf(sent));
    if (sent.kind === 'wrong') refuse(Object.fromEntries(sent.fields.map((field) => [field, 'check' as const])));
  };

  const problem = (id: string): string | null => {
    const wrong: Wrong | undefined = shown[id];
    return wrong === undefined ? null : fill(t[wrong], { number: survey.textMax });
  };

  return (
    <form ref={formRef} class={placeStyles['stack']} lang={language} noValidate aria-busy={busy} onSubmit={(event) => void submit(event)}>
      <div>
        <Heading>{words?.title}</Heading>
        {words === undefined || words.intro === '' ? null : <p class={styles['intro']}>{words.intro}</p>}
      </div>
      {survey.questions.map((question) => (
        <Asked
          key={question.id}
          question={question}
          language={language}
          value={answers[question.id] ?? ''}
          problem={problem(question.id)}
          onAnswer={(answer) => change(question.id, answer)}
        />
      ))}
      {failure !== null && <Notice role="alert">{failure}</Notice>}
      <Button kind="primary" wide submit disabled={busy}>
        {busy ? t.sending : t.send}
      </Button>
    </form>
  );
}
