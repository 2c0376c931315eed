import { useState } from 'react';
import { Profile } from './Profile';
import { ProfileBody } from './ProfileBody';

interface Props {
  contact: number;
  /** Something was typed that is not saved, or no longer. */
  onDirty: (dirty: boolean) => void;
}

/** A contact's profile as a part of a screen. Others that it names open in their window over it. */
export function ProfilePane({ contact, onDirty }: Props) {
  const [merging, setMerging] = useState(false);
  return (
    <>
      <ProfileBody contact={contact} merging={merging} onMerge={setMerging} onDirty={onDirty} />
      <Profile />
    </>
  );
}
