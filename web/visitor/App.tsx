/** @jsxImportSource preact */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { remembered, wear } from './branding';
import { readPrefill } from './queue/prefill';
import { goToEnd, redirect, route } from './route';
import { Ending, Goodbye } from './screens/Ending';
import { Button } from './screens/parts';
import { Heading, Loading, Place, placeStyles, Sign } from './screens/Place';
import { VisitScreen } from './screens/VisitScreen';
import { useStore } from './store';
import { t } from './texts';
import { visitorApi as api } from './transport/api';
import type { Info } from './transport/wire';
import { useInfo } from './useInfo';

export function App() {
  const at = useStore(route);
  switch (at.page) {
    case 'end':
      return <EndPage />;
    case 'new_ticket':
      return <FormPage token={at.token} load={ticketPage} />;
    case 'survey':
      return <FormPage token={at.token} load={surveyPage} />;
    case 'widget':
      return <FormPage token={at.key} load={widgetFrame} />;
    case 'unknown':
      return (
        <Place clientName="">
          <Ending kind="invalid" onClose={goToEnd} />
        </Place>
      );
    case 'register':
    case 'start':
      return <LinkPage key={at.token} page={at.page} token={at.token} />;
  }
}

type FormPart = ComponentType<{ token: string }>;

const ticketPage = async (): Promise<FormPart> => (await import('./ticket/TicketPage')).TicketPage;
const surveyPage = async (): Promise<FormPart> => (await import('./survey/SurveyPage')).SurveyPage;

const widgetFrame = async (): Promise<FormPart> => (await import('./frame/FrameApp')).FrameApp;

/** A page of its own kind: those who come to chat by a link do not load it. `token` is what its address names. */
function FormPage({ token, load }: { token: string; load: () => Promise<FormPart> }) {
  const [Page, setPage] = useState<FormPart | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    load().then(
      (Found) => setPage(() => Found),
      () => setFailed(true),
    );
  }, [load]);
  if (Page !== null) return <Page token={token} />;
  if (failed) {
    // A browser does not ask again for code that it could not load, but it loads the page anew.
    return (
      <Place clientName="">
        <div class={placeStyles['centre']}>
          <Sign icon="offline" bad />
          <Heading>{t.notLoaded}</Heading>
          <p class={placeStyles['dim']}>{t.checkConnection}</p>
          <Button onClick={() => location.reload()}>{t.tryAgain}</Button>
        </div>
      </Place>
    );
  }
  return (
    <Place clientName="">
      <Loading label={t.loading} />
    </Place>
  );
}

function EndPage() {
  const [branding] = useState(remembered);
  useEffect(() => wear(branding), [branding]);
  return (
    <Place clientName={branding.clientName}>
      <Goodbye />
    </Place>
  );
}

/** Asks what the link stands for and shows that. */
function LinkPage({ page, token }: { page: 'register' | 'start'; token: string }) {
  const { info, again, refresh } = useInfo(api, token);
  const [prefill] = useState(() => readPrefill(location.search));
  const target = info === null ? page : pageFor(info);

  useEffect(() => {
    if (info) wear(info);
  }, [info]);
  useEffect(() => {
    if (target !== null && target !== page) redirect(target, token);
  }, [target, page, token]);

  if (info === null || (target !== null && target !== page)) {
    return (
      <Place clientName="">
        <Loading label={t.loading} />
      </Place>
    );
  }
  return <VisitScreen token={token} info={info} again={again} refresh={refresh} prefill={prefill} />;
}

/** Where the link belongs; null means that either address will do. */
function pageFor(info: Info): 'register' | 'start' | null {
  if (info.result === 'success') return info.ticketId === null ? 'register' : 'start';
  return info.result === 'noAgent' ? 'register' : null;
}
