/** @jsxImportSource preact */
import { useId, useState } from 'preact/hooks';
import { fill, t } from '../texts';
import { Button, Field } from './parts';
import { ratingProblems } from './rating';
import styles from './RatingCard.module.css';

export interface RatingCardProps {
  readonly rate: (rating: number, reason: string) => Promise<boolean>;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

const STARS = [1, 2, 3, 4, 5];

export function RatingCard({ rate, onCancel, onDone }: RatingCardProps) {
  const [stars, setStars] = useState(0);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const id = useId();
  const problems = ratingProblems(stars, reason);

  async function send(): Promise<void> {
    setBusy(true);
    const done = await rate(stars, reason.trim()).catch(() => false);
    setBusy(false);
    setFailed(!done);
    if (done) onDone();
  }

  const submit = (event: Event) => {
    event.preventDefault();
    setTried(true);
    if (!problems.stars && !problems.reason) void send();
  };

  const wrong = tried && problems.stars;
  return (
    <form class={styles['card']} noValidate onSubmit={submit} aria-labelledby={id}>
      <h2 id={id}>{t.rate}</h2>
      <fieldset class={styles['stars']} aria-label={t.stars} aria-describedby={wrong ? `${id}-stars` : undefined}>
        {STARS.map((star) => (
          <label key={star} class={star <= stars ? `${styles['star']} ${styles['lit']}` : styles['star']}>
            <input
              type="radio"
              name={id}
              value={star}
              checked={stars === star}
              aria-label={fill(t.star, { number: star })}
              onChange={() => setStars(star)}
            />
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M12 3.6l2.6 5.3 5.8.8-4.2 4.1 1 5.8-5.2-2.7-5.2 2.7 1-5.8L3.6 9.7l5.8-.8z" />
            </svg>
          </label>
        ))}
      </fieldset>
      {wrong && (
        <p id={`${id}-stars`} class={styles['problem']} role="alert">
          {t.fillIn}
        </p>
      )}
      <Field
        name="reason"
        label={t.reason}
        value={reason}
        lines
        required={stars > 0 && stars < 5}
        problem={tried && problems.reason ? t.improve : null}
        onInput={setReason}
      />
      {failed && (
        <p class={styles['problem']} role="alert">
          {t.rateFailed}
        </p>
      )}
      <div class={styles['actions']}>
        <Button onClick={onCancel}>{t.cancel}</Button>
        <Button kind="primary" submit disabled={busy}>
          {t.submit}
        </Button>
      </div>
    </form>
  );
}
