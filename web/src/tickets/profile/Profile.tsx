import { useEffect } from 'react';
import { lazyPart } from '../../ui/lazyPart';
import { SilentBoundary } from '../../ui/SilentBoundary';
import { closeProfile, useProfile } from './open';

const ProfileDialog = lazyPart(async () => (await import('./ProfileDialog')).ProfileDialog);

/** The profile that was asked for in this conversation. */
export function Profile() {
  const contact = useProfile((state) => state.contact);
  // What was asked for here is not asked any more when somebody comes back another time.
  useEffect(() => closeProfile, []);
  if (contact === null) return null;
  return (
    <SilentBoundary turn={contact}>
      <ProfileDialog contact={contact} />
    </SilentBoundary>
  );
}
