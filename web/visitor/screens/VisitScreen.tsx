/** @jsxImportSource preact */
import type { FormValues, Prefill } from '../queue/prefill';
import { useShell } from '../shell';
import { visitorApi as api } from '../transport/api';
import type { Info } from '../transport/wire';
import { ChatScreen } from './ChatScreen';
import { Ending } from './Ending';
import { Place } from './Place';
import { RegisterScreen } from './RegisterScreen';

export interface VisitScreenProps {
  readonly token: string;
  readonly info: Info;
  /** Ask again in a moment, because the answer has become old. */
  readonly again: () => void;
  readonly refresh: () => Promise<Info | null>;
  readonly prefill: Prefill;
  /** What stands above the form's fields. */
  readonly note?: string | null;
  readonly onWaiting?: (form: FormValues | null) => void;
  readonly onSubmitted?: (form: FormValues) => void;
}

/** The screen for what a link stands for by now. */
export function VisitScreen({ token, info, again, ...form }: VisitScreenProps) {
  const { leave } = useShell();
  const session = { token, csrf: info.csrf };
  const rate = (stars: number, reason: string) => api.rate(session, stars, reason);
  switch (info.result) {
    case 'success':
      if (info.ticketId !== null) return <ChatScreen key={info.csrf} info={info} session={session} onRefused={again} />;
      return <RegisterScreen key={token} info={info} session={session} {...form} />;
    case 'noAgent':
      return <RegisterScreen key={token} info={info} session={session} {...form} />;
    case 'converted':
      return (
        <Place clientName={info.clientName}>
          <Ending kind="converted" {...(info.rated ? {} : { rate })} onClose={leave} />
        </Place>
      );
    case 'rating':
      return (
        <Place clientName={info.clientName}>
          <Ending kind="ended" rate={rate} onClose={leave} />
        </Place>
      );
    case 'closed':
      return (
        <Place clientName={info.clientName}>
          <Ending kind="ended" onClose={leave} />
        </Place>
      );
    case 'invalid':
      return (
        <Place clientName={info.clientName}>
          <Ending kind="invalid" onClose={leave} />
        </Place>
      );
  }
}
