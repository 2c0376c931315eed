/** @jsxImportSource preact */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { keptIn } from '../chat/kept';
import { createLine, type WaitingLine } from '../queue/line';
import { emptyFields, firstOf, type FormValues, type Prefill } from '../queue/prefill';
import { useShell } from '../shell';
import { durable } from '../storage';
import { useStore } from '../store';
import { language } from '../texts';
import { playTone, prepareTone } from '../tone';
import { visitorApi as api, type Registration, type Session } from '../transport/api';
import type { Info } from '../transport/wire';
import { ContactForm } from './ContactForm';
import { Ending } from './Ending';
import { Intro } from './Intro';
import { Place } from './Place';
import { Waiting } from './Waiting';

export interface RegisterScreenProps {
  readonly info: Info;
  readonly session: Session;
  /** Asks what the link stands for by now; null when nobody answers. */
  readonly refresh: () => Promise<Info | null>;
  readonly prefill: Prefill;
  readonly note?: string | null;
  /** Who waits with which form; null for nobody any more. */
  readonly onWaiting?: (form: FormValues | null) => void;
  readonly onSubmitted?: (form: FormValues) => void;
}

type Step = 'intro' | 'form' | 'line' | 'sent';

function log(message: string, error: unknown): void {
  console.error(message, error);
}

export function RegisterScreen({ info, session, refresh, prefill, note = null, onWaiting, onSubmitted }: RegisterScreenProps) {
  const { enterChat, leave, report, frame } = useShell();
  const [values, setValues] = useState(prefill.values);
  // A site may say later who its visitor is; what is written stays.
  useEffect(() => setValues((old) => firstOf(old, prefill.values)), [prefill]);
  const online = info.result === 'success';
  const [step, setStep] = useState<Step>(online && !prefill.complete && frame === null ? 'intro' : 'form');
  const [line, setLine] = useState<WaitingLine | null>(null);
  const [busy, setBusy] = useState(false);

  const registration = useCallback((): Registration => {
    const name = values.name.trim();
    return {
      title: `Live chat with ${name}`,
      name,
      phone: values.phone.trim(),
      email: values.email.trim(),
      des: values.message.trim(),
      ic: prefill.ic,
      language: language.tag,
    };
  }, [values, prefill]);

  const connect = (as: Session) => {
    prepareTone();
    line?.leave();
    const next = createLine({
      session: as,
      form: registration(),
      viaApi: prefill.viaApi,
      api,
      onRegistered: playTone,
      onReady: (since) => {
        onWaiting?.(null);
        keptIn(durable, as.token).setSince(since);
        enterChat(as.token);
      },
      log,
    });
    setLine(next);
    setStep('line');
    onWaiting?.(values);
    next.start();
  };

  const leaveMessage = async () => {
    setBusy(true);
    try {
      if (await api.register(session, registration(), prefill.viaApi)) setStep('sent');
      else log('The message could not be registered.', null);
    } catch (error) {
      log('The message could not be registered.', error);
    }
    setBusy(false);
  };

  const submittedRef = useRef(false);
  const submit = () => {
    submittedRef.current = true;
    onSubmitted?.(values);
    if (online) connect(session);
    else void leaveMessage();
  };

  // Links made by other systems carry everything: nobody has to press the button.
  useEffect(() => {
    if (!submittedRef.current && prefill.complete && emptyFields(values).length === 0) submit();
  });

  useEffect(() => () => line?.leave(), [line]);

  // After a break the agents may be gone and the proof of this page too old.
  const rejoin = async () => {
    const fresh = await refresh();
    if (fresh?.result === 'success' && fresh.ticketId === null) {
      connect({ token: session.token, csrf: fresh.csrf });
    } else if (fresh?.result === 'noAgent') {
      leaveLine();
    }
  };

  const leaveLine = () => {
    line?.leave();
    setLine(null);
    setStep('form');
    onWaiting?.(null);
  };

  useEffect(() => report(step === 'line' ? 'waiting' : step === 'sent' ? 'ended' : 'form'), [report, step]);

  return (
    <Place clientName={info.clientName}>
      {step === 'intro' && <Intro name={info.name} photo={info.photo} onContinue={() => setStep('form')} />}
      {step === 'form' && (
        <ContactForm
          values={values}
          online={online}
          busy={busy}
          clientName={info.clientName}
          termsUrl={info.termsUrl}
          offlineMessage={info.offlineMessage}
          identity={info.identity}
          note={note}
          onChange={setValues}
          onSubmit={submit}
        />
      )}
      {step === 'line' && line && <InLine line={line} onLeave={leaveLine} onRetry={() => void rejoin()} />}
      {step === 'sent' && <Ending kind="sent" onClose={leave} />}
    </Place>
  );
}

function InLine({ line, onLeave, onRetry }: { line: WaitingLine; onLeave: () => void; onRetry: () => void }) {
  const state = useStore(line.store);
  return <Waiting line={state} onLeave={onLeave} onRetry={onRetry} />;
}
