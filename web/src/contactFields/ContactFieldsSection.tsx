import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../api/client';
import { PATH } from '../api/contactFields';
import { asProblem } from '../api/problem';
import { onEvent, onReload } from '../realtime/apply';
import { useSession } from '../session/store';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { KeptSkeleton } from '../ui/Kept';
import { ContactFieldsForm } from './ContactFieldsForm';
import { useTexts } from './texts';

/** What the desk writes down about its contacts. */
export function ContactFieldsSection() {
  const { t } = useTexts();
  const isAdmin = useSession((state) => state.session?.isAdmin ?? false);
  if (!isAdmin) {
    return <EmptyPlace icon={<IconLock size={20} stroke={1.5} />} title={t('no_permission')} text={t('no_permission_text')} />;
  }
  return <Fields />;
}

function Fields() {
  const { t } = useTexts();
  const { data, error, refetch } = useQuery({ queryKey: ['contact-fields'], queryFn: ({ signal }) => api.get(PATH, { signal }) });
  useEffect(() => {
    const ends = [onEvent('settingsChanged', () => void refetch()), onReload(() => void refetch())];
    return () => ends.forEach((end) => end());
  }, [refetch]);
  if (data === undefined) {
    if (error === null) return <KeptSkeleton label={t('loading')} />;
    return <ErrorPlace compact problem={asProblem(error)} title={t('load_failed')} onRetry={() => void refetch()} />;
  }
  // What another admin saved begins the form anew; what was typed outlives that.
  return <ContactFieldsForm key={JSON.stringify(data)} stored={data} />;
}
