/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { loadBrand, type Brand } from '../brand';
import { wearAccent } from '../colour';
import { Button } from '../screens/parts';
import { Heading, Loading, Place, placeStyles, Sign } from '../screens/Place';
import { fill } from '../texts';
import { loadForm, type Loaded } from './api';
import { TicketForm } from './TicketForm';
import { t } from './texts';

type State = Loaded | { readonly kind: 'loading' } | { readonly kind: 'sent'; readonly number: number };

/** `/new_ticket/{token}`: a form for whoever has the link. */
export function TicketPage({ token }: { token: string }) {
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  const [brand, setBrand] = useState<Brand | null>(null);

  useEffect(() => {
    let current = true;
    void loadForm(token).then((found) => {
      if (current) setState(found);
    });
    return () => {
      current = false;
    };
  }, [token, round]);
  useEffect(() => {
    let current = true;
    void loadBrand().then((found) => {
      if (current) setBrand(found);
    });
    return () => {
      current = false;
    };
  }, []);
  useEffect(() => wearAccent(brand?.accent ?? null), [brand]);
  const heading = state.kind === 'open' && state.rules.title !== '' ? state.rules.title : t.title;
  useEffect(() => {
    document.title = brand === null || brand.name === '' ? heading : `${heading} · ${brand.name}`;
  }, [brand, heading]);

  const again = () => {
    setState({ kind: 'loading' });
    setRound((old) => old + 1);
  };
  return (
    <Place clientName={brand?.name ?? ''}>
      {state.kind === 'loading' && <Loading label={t.loading} />}
      {state.kind === 'open' && (
        <TicketForm
          token={token}
          rules={state.rules}
          onSent={(number) => setState({ kind: 'sent', number })}
          onShut={(kind) => setState({ kind })}
        />
      )}
      {state.kind === 'sent' && <Thanks number={state.number} onAnother={again} />}
      {state.kind === 'unknown' && <Shut title={t.unknownTitle} text={t.unknown} />}
      {state.kind === 'closed' && <Shut title={t.closedTitle} text={t.closed} />}
      {state.kind === 'failed' && <Shut title={t.failedTitle} text={t.failed} again={again} />}
    </Place>
  );
}

function Thanks({ number, onAnother }: { number: number; onAnother: () => void }) {
  return (
    <div class={placeStyles['centre']}>
      <Sign icon="check" />
      <Heading>{t.thanks}</Heading>
      <p>{t.received}</p>
      <p class={placeStyles['number']}>{fill(t.number, { number: `#${number}` })}</p>
      <p class={placeStyles['dim']}>{t.keep}</p>
      <Button onClick={onAnother}>{t.another}</Button>
    </div>
  );
}

function Shut({ title, text, again }: { title: string; text: string; again?: () => void }) {
  return (
    <div class={placeStyles['centre']}>
      <Sign icon={again ? 'offline' : 'unlink'} bad />
      <Heading>{title}</Heading>
      <p class={placeStyles['dim']}>{text}</p>
      {again && <Button onClick={again}>{t.tryAgain}</Button>}
    </div>
  );
}
