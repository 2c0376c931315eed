import { Button, Group, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { asProblem } from '../../api/problem';
import { calls, type Enrolment } from './calls';
import classes from './security.module.css';
import { useTexts } from './texts';
import { useWords } from './words';

interface Props {
  enrolment: Enrolment;
  onCodes: (codes: string[]) => void;
  onCancel: () => void;
}

/** Dark on white in every theme, with the margin that cameras need. */
function QrCode({ picture, label }: { picture: Enrolment['qr']; label: string }) {
  return (
    <svg
      role="img"
      aria-label={label}
      className={classes['qr']}
      viewBox={`-4 -4 ${picture.size + 8} ${picture.size + 8}`}
      shapeRendering="crispEdges"
    >
      <rect x={-4} y={-4} width={picture.size + 8} height={picture.size + 8} fill="#fff" />
      <path d={picture.path} fill="#000" />
    </svg>
  );
}

/** The secret goes into an app, and a code of the app proves that it arrived. */
export function Scan({ enrolment, onCodes, onCancel }: Props) {
  const { t } = useTexts();
  const words = useWords();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setFailure(null);
    try {
      onCodes((await calls.confirm(code)).recovery_codes);
    } catch (thrown) {
      setFailure(words(asProblem(thrown)));
    }
    setBusy(false);
  }

  const spaced = enrolment.secret.match(/.{1,4}/g)?.join(' ') ?? enrolment.secret;
  return (
    <div className={classes['scan']}>
      <QrCode picture={enrolment.qr} label={t('scan.picture')} />
      <div>
        <p className={classes['about']}>{t('scan.text')}</p>
        <p className={classes['secret']}>
          <span>{t('scan.secret')}</span>
          <code>{spaced}</code>
        </p>
        <form onSubmit={(event) => void submit(event)} noValidate>
          <TextInput
            label={t('scan.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            maw={200}
            value={code}
            error={failure}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
          <Group gap="xs" mt="sm">
            <Button type="submit" size="xs" loading={busy} disabled={code.trim() === ''}>
              {t('scan.confirm')}
            </Button>
            <Button size="xs" variant="subtle" disabled={busy} onClick={onCancel}>
              {t('cancel')}
            </Button>
          </Group>
        </form>
      </div>
    </div>
  );
}
