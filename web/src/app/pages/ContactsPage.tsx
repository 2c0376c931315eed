import { Anchor } from '@mantine/core';
import { IconAddressBook, IconAddressBookOff, IconArrowLeft } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link, useBlocker, useParams } from 'react-router';
import { asProblem } from '../../api/problem';
import { ContactList } from '../../contacts/ContactList';
import { useTexts } from '../../contacts/texts';
import { useContact } from '../../contacts/useContacts';
import { EmptyPlace } from '../../ui/EmptyPlace';
import { ErrorPlace } from '../../ui/ErrorPlace';
import room from '../../ui/room.module.css';
import { Waiting } from '../../ui/Waiting';
import { lazyPart } from '../lazyScreen';
import { paths } from '../paths';
import classes from './ContactsPage.module.css';
import { LeaveDialog } from './LeaveDialog';
import { Split } from './Split';

const ProfilePane = lazyPart(async () => (await import('../../tickets/profile/ProfilePane')).ProfilePane);

function One({ uid }: { uid: string }) {
  const { t } = useTexts();
  const { data, error, refetch } = useContact(uid);
  const [dirty, setDirty] = useState(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname);
  if (data === undefined) {
    if (error === null) return <Waiting label={t('loading')} m="lg" />;
    return <ErrorPlace problem={asProblem(error)} title={t('one_failed')} onRetry={() => void refetch()} />;
  }
  if (data === null) {
    return <EmptyPlace icon={<IconAddressBookOff size={20} stroke={1.5} />} title={t('unknown')} text={t('unknown_text')} />;
  }
  return (
    <>
      <Suspense fallback={<Waiting label={t('loading')} m="lg" />}>
        <ProfilePane contact={data.id} onDirty={setDirty} />
      </Suspense>
      {blocker.state === 'blocked' ? <LeaveDialog onStay={() => blocker.reset()} onLeave={() => blocker.proceed()} /> : null}
    </>
  );
}

/** All contacts, and what is known of one. */
export function Screen() {
  const { t } = useTexts();
  const { uid } = useParams();
  return (
    <Split
      open={uid !== undefined}
      list={<ContactList />}
      pane={
        <section className={classes['pane']} data-region={uid === undefined ? undefined : 'contact'} aria-label={t('one')}>
          {uid === undefined ? (
            <EmptyPlace icon={<IconAddressBook size={20} stroke={1.5} />} title={t('pick')} text={t('pick_text')} />
          ) : (
            <div className={classes['page']}>
              <Anchor component={Link} to={paths.contacts} className={`${room['back'] ?? ''} ${room['onlyNarrow'] ?? ''}`}>
                <IconArrowLeft size={16} aria-hidden /> {t('back')}
              </Anchor>
              <One key={uid} uid={uid} />
            </div>
          )}
        </section>
      }
    />
  );
}
