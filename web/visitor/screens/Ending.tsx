/** @jsxImportSource preact */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useShell } from '../shell';
import { t } from '../texts';
import { Button, type IconName } from './parts';
import { Heading, placeStyles, Sign } from './Place';
import { RatingCard } from './RatingCard';

export type EndKind = 'ended' | 'converted' | 'sent' | 'invalid';

const SIGNS: Readonly<Record<EndKind, { icon: IconName; title: string }>> = {
  ended: { icon: 'chat', title: t.ended },
  converted: { icon: 'swap', title: t.converted },
  sent: { icon: 'mail', title: t.sentTitle },
  invalid: { icon: 'unlink', title: t.invalidTitle },
};

const NOTES: Readonly<Record<EndKind, string | null>> = {
  ended: null,
  converted: null,
  sent: t.sentThanks,
  invalid: t.invalid,
};

export interface EndingProps {
  readonly kind: EndKind;
  /** Absent when there is nothing to rate any more. */
  readonly rate?: (rating: number, reason: string) => Promise<boolean>;
  readonly onClose: () => void;
}

export function Ending({ kind, rate, onClose }: EndingProps) {
  const { icon, title } = SIGNS[kind];
  const note = NOTES[kind];
  return (
    <>
      <div class={placeStyles['centre']}>
        <Sign icon={icon} bad={kind === 'invalid'} />
        <Heading>{title}</Heading>
        {note !== null && <p class={placeStyles['dim']}>{note}</p>}
      </div>
      <Afterwards {...(rate ? { rate } : {})} onClose={onClose} />
    </>
  );
}

/** The rating while it is wanted, then the way out. Cancelling only hides it: the link still rates. */
export function Afterwards({ rate, onClose }: Pick<EndingProps, 'rate' | 'onClose'>) {
  const [state, setState] = useState<'open' | 'cancelled' | 'thanks'>('open');
  const { leaveLabel } = useShell();
  return (
    <>
      {rate && state === 'open' && (
        <Divided>
          <RatingCard rate={rate} onCancel={() => setState('cancelled')} onDone={() => setState('thanks')} />
        </Divided>
      )}
      <div role="status">
        {state === 'thanks' && (
          <Divided>
            <p class={placeStyles['centre']}>{t.thanks}</p>
          </Divided>
        )}
      </div>
      {!(rate && state === 'open') && (
        <div class={placeStyles['centre']} style={{ marginTop: '22px' }}>
          <Button onClick={onClose}>{leaveLabel}</Button>
        </div>
      )}
    </>
  );
}

function Divided({ children }: { children: ComponentChildren }) {
  return <div class={placeStyles['divided']}>{children}</div>;
}

/** `/end/livechat`: nothing is left to do here. */
export function Goodbye() {
  const [tried, setTried] = useState(false);
  const close = () => {
    window.close();
    // Browsers close only the windows a page has opened; the others are told.
    setTried(true);
  };
  return (
    <div class={placeStyles['centre']}>
      <Sign icon="check" />
      <Heading>{t.ended}</Heading>
      <div role="status">{tried && <p class={placeStyles['dim']}>{t.closeHint}</p>}</div>
      {!tried && (
        <Button kind="primary" onClick={close}>
          {t.close}
        </Button>
      )}
    </div>
  );
}
