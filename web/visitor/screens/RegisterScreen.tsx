/** @jsxImportSource preact */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { keptIn } from '../chat/kept';
import { createLine, type WaitingLine } from '../queue/line';
import { emptyFields, readPrefill } from '../queue/prefill';
import { enterChat, goToEnd } from '../route';
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
}

type Step = 'intro' | 'form' | 'line' | 'sent';

function log(message: string, error: unknown): void {
  console.error(message, error);
}

export function RegisterScreen({ info, session, refresh }: RegisterScreenProps) {
  const [prefill] = useState(() => readPrefill(location.search));
  const [values, setValues] = useState(prefill.values);
  const online = info.result === 'success';
  const [step, setStep] = useState<Step>(online && !prefill.complete ? 'intro' : 'form');
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
        keptIn(localStorage, as.token).setSince(since);
        enterChat(as.token);
      },
      log,
    });
    setLine(next);
    setStep('line');
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

  const submit = () => {
    if (online) connect(session);
    else void leaveMessage();
  };

  // Links made by other systems carry everything: nobody has to press the button.
  const submittedRef = useRef(false);
  useEffect(() => {
    if (submittedRef.current || !prefill.complete || emptyFields(values).length > 0) return;
    submittedRef.current = true;
    submit();
  });

  useEffect(() => () => line?.leave(), [line]);

  // After a break the agents may be gone and the proof of this page too old.
  const rejoin = async () => {
    const fresh = await refresh();
    if (fresh?.result === 'success' && fresh.ticketId === null) {
      connect({ token: session.token, csrf: fresh.csrf });
    } else if (fresh?.result === 'noAgent') {
      leave();
    }
  };

  const leave = () => {
    line?.leave();
    setLine(null);
    setStep('form');
  };

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
          onChange={setValues}
          onSubmit={submit}
        />
      )}
      {step === 'line' && line && <InLine line={line} onLeave={leave} onRetry={() => void rejoin()} />}
      {step === 'sent' && <Ending kind="sent" onClose={goToEnd} />}
    </Place>
  );
}

function InLine({ line, onLeave, onRetry }: { line: WaitingLine; onLeave: () => void; onRetry: () => void }) {
  const state = useStore(line.store);
  return <Waiting line={state} onLeave={onLeave} onRetry={onRetry} />;
}
