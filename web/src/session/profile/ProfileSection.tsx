import { Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { asProblem } from '../../api/problem';
import { ErrorPlace } from '../../ui/ErrorPlace';
import { checkSession } from '../check';
import { calls, type OwnProfile } from './calls';
import { Photo } from './Photo';
import classes from './profile.module.css';
import { ProfileForm } from './ProfileForm';
import { useTexts } from './texts';

const KEY = ['own profile'];

/** Who the person is to colleagues and customers, and how the workspace speaks to them. */
export function ProfileSection() {
  const { t } = useTexts();
  const queries = useQueryClient();
  const query = useQuery({ queryKey: KEY, queryFn: calls.own, retry: false });

  function take(profile: OwnProfile): void {
    queries.setQueryData(KEY, profile);
    // The frame shows the name and photo of the session.
    void checkSession().catch(() => undefined);
  }

  if (query.data === undefined) {
    return query.error === null ? (
      <Skeleton height={160} role="progressbar" aria-label={t('loading')} />
    ) : (
      <ErrorPlace compact problem={asProblem(query.error)} title={t('failed')} onRetry={() => void query.refetch()} />
    );
  }
  return (
    <div className={classes['parts']}>
      <Photo profile={query.data} onChange={take} />
      <ProfileForm profile={query.data} onSaved={take} />
    </div>
  );
}
