import { Badge, Button, Group, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { toastSuccess } from '../../ui/toast';
import { AskPassword } from './AskPassword';
import { calls, type Enrolment } from './calls';
import { useFactor, useRefresh } from './queries';
import { RecoveryCodes } from './RecoveryCodes';
import { Scan } from './Scan';
import classes from './security.module.css';
import { useTexts } from './texts';

type Step =
  | { kind: 'rest' }
  | { kind: 'ask'; wanted: 'on' | 'off' | 'codes' }
  | { kind: 'scan'; enrolment: Enrolment }
  | { kind: 'codes'; codes: string[] };

const REST: Step = { kind: 'rest' };

/** A code from the phone besides the password: turning it on, and off again. */
export function TwoFactor() {
  const { t } = useTexts();
  const { data, problem, retry } = useFactor();
  const refresh = useRefresh();
  const [step, setStep] = useState<Step>(REST);

  function rest(): void {
    setStep(REST);
    refresh();
  }

  if (step.kind === 'scan') {
    return <Scan enrolment={step.enrolment} onCodes={(codes) => setStep({ kind: 'codes', codes })} onCancel={rest} />;
  }
  if (step.kind === 'codes') return <RecoveryCodes codes={step.codes} onDone={rest} />;
  if (problem !== null && data === null) {
    return <ErrorPlace compact problem={problem} title={t('factor.failed')} onRetry={retry} />;
  }
  if (data === null) return <Skeleton height={48} role="progressbar" aria-label={t('loading')} />;

  async function go(wanted: 'on' | 'off' | 'codes', password: string): Promise<void> {
    if (wanted === 'on') setStep({ kind: 'scan', enrolment: await calls.begin(password) });
    if (wanted === 'codes') setStep({ kind: 'codes', codes: (await calls.newCodes(password)).recovery_codes });
    if (wanted === 'off') {
      await calls.turnOff(password);
      toastSuccess(t('factor.turned_off'));
      rest();
    }
  }

  return (
    <>
      <p className={classes['about']}>
        <Badge component="span" variant="light" color={data.enabled ? 'teal' : 'gray'} mr="xs">
          {t(data.enabled ? 'factor.on' : 'factor.off')}
        </Badge>
        {data.enabled ? t('factor.left', { count: data.recovery_codes_left }) : t('factor.about')}
      </p>
      {step.kind === 'ask' ? (
        <AskPassword
          key={step.wanted}
          action={t(`factor.do_${step.wanted}`)}
          danger={step.wanted === 'off'}
          run={(password) => go(step.wanted, password)}
          onCancel={() => setStep(REST)}
        />
      ) : (
        <Group gap="xs">
          {(data.enabled ? (['codes', 'off'] as const) : (['on'] as const)).map((wanted) => (
            <Button key={wanted} size="xs" variant="default" onClick={() => setStep({ kind: 'ask', wanted })}>
              {t(`factor.do_${wanted}`)}
            </Button>
          ))}
        </Group>
      )}
    </>
  );
}
