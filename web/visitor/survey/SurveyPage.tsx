/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { loadBrand, type Brand } from '../brand';
import { wearAccent } from '../colour';
import { Button } from '../screens/parts';
import { Heading, Loading, Place, placeStyles, Sign } from '../screens/Place';
import { loadSurvey, type Loaded } from './api';
import { languageOf, type Survey } from './model';
import { SurveyForm } from './SurveyForm';
import { t } from './texts';
import styles from './survey.module.css';

type State = Loaded | { readonly kind: 'loading' } | { readonly kind: 'thanks'; readonly survey: Survey };

/** What a link leads to: the questions, or the thanks of who has answered already. */
function begun(found: Loaded): State {
  return found.kind === 'open' && found.survey.answered ? { kind: 'thanks', survey: found.survey } : found;
}

/** `/survey/{token}`: a survey for whoever has the link. */
export function SurveyPage({ token }: { token: string }) {
  const [state, setState] = useState<State>({ kind: 'loading' });
  const [round, setRound] = useState(0);
  const [brand, setBrand] = useState<Brand | null>(null);

  useEffect(() => {
    let current = true;
    void loadSurvey(token).then((found) => {
      if (current) setState(begun(found));
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

  const survey = state.kind === 'open' || state.kind === 'thanks' ? state.survey : null;
  const language = survey === null ? null : languageOf(survey, navigator.languages);
  const words = survey === null || language === null ? undefined : survey.words[language];
  const heading = words?.title ?? t.title;
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
      {state.kind === 'open' && language !== null && (
        <SurveyForm
          token={token}
          survey={state.survey}
          language={language}
          onSent={(answers) => setState({ kind: 'thanks', survey: { ...state.survey, answers, answered: true } })}
          onShut={(kind) => setState({ kind })}
        />
      )}
      {state.kind === 'thanks' && (
        <div class={placeStyles['centre']} lang={language ?? undefined}>
          <Sign icon="check" />
          <Heading>{t.thanks}</Heading>
          <p class={styles['intro']}>{words?.thanks === '' ? t.received : words?.thanks}</p>
          <Button onClick={() => setState({ kind: 'open', survey: state.survey })}>{t.change}</Button>
        </div>
      )}
      {state.kind === 'unknown' && <Shut title={t.unknownTitle} text={t.unknown} />}
      {state.kind === 'over' && <Shut title={t.overTitle} text={t.over} />}
      {state.kind === 'failed' && <Shut title={t.failedTitle} text={t.failed} again={again} />}
    </Place>
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
