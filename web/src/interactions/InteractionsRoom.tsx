import { Anchor } from '@mantine/core';
import { IconAddressBookOff, IconArrowLeft } from '@tabler/icons-react';
import { Link, useSearchParams } from 'react-router';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ContactChoice } from './ContactChoice';
import classes from './interactions.module.css';
import { filterFrom, filterTo, nameOf, reachOf, type PathOf } from './model';
import { useContact } from './queries';
import { Failed, Loading } from './states';
import { useTexts } from './texts';
import { Timeline } from './Timeline';
import { TimelineFilters } from './TimelineFilters';

function OfContact({ uid, pathOf }: { uid: string; pathOf: PathOf }) {
  const { t } = useTexts();
  const [search, setSearch] = useSearchParams();
  const filter = filterFrom(search);
  const { data, error, refetch } = useContact(uid);
  if (data === undefined) return error === null ? <Loading /> : <Failed error={error} title={t('one_failed')} onRetry={() => void refetch()} />;
  if (data === null) return <EmptyPlace icon={<IconAddressBookOff size={20} stroke={1.5} />} title={t('unknown')} text={t('unknown_text')} />;
  const name = nameOf(data) || t('nameless');
  return (
    <>
      <div className={classes['who']}>
        <h2>{name}</h2>
        <p>{reachOf(data)}</p>
      </div>
      <TimelineFilters filter={filter} onChange={(next) => setSearch((now) => filterTo(now, next), { replace: true })} />
      <Timeline contact={data.id} name={name} filter={filter} pathOf={pathOf} />
    </>
  );
}

/** One timeline of all that happened with a person, over all channels. */
export function InteractionsRoom({ pathOf }: { pathOf: PathOf }) {
  const { t } = useTexts();
  const [search] = useSearchParams();
  const uid = search.get('contact') ?? '';
  return (
    <section className={classes['room']} data-region="list" aria-label={t('title')}>
      <header className={classes['head']}>
        <h1>{t('title')}</h1>
        {uid === '' ? null : (
          <Anchor component={Link} to={{ search: '' }} className={classes['another'] ?? ''}>
            <IconArrowLeft size={16} stroke={1.5} aria-hidden /> {t('another')}
          </Anchor>
        )}
      </header>
      <div className={classes['body']}>
        <div className={classes['inner']}>{uid === '' ? <ContactChoice /> : <OfContact key={uid} uid={uid} pathOf={pathOf} />}</div>
      </div>
    </section>
  );
}
