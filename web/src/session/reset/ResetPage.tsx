import { useLocation } from 'react-router';
import { PublicPage } from '../PublicPage';
import { AskForm } from './AskForm';
import { FinishForm } from './FinishForm';
import { useTexts } from './texts';

/** A forgotten password: first a link by mail is asked for, then the link leads here again. */
export function ResetPage() {
  const { t } = useTexts();
  // What stands after the hash sign never leaves the browser by itself.
  const link = useLocation().hash.slice(1);
  return link === '' ? (
    <PublicPage title={t('ask.title')} text={t('ask.text')}>
      <AskForm />
    </PublicPage>
  ) : (
    <PublicPage title={t('finish.title')} text={t('finish.text')}>
      <FinishForm key={link} link={link} />
    </PublicPage>
  );
}
