import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { maskedNext, SETTINGS } from './settingsAddress';

interface Props {
  section: string;
  /** Closes what the link stands in. */
  onClick?: () => void;
  children: ReactNode;
}

/** Opens a section of the settings over the screen that is open. */
export function SettingsLink({ section, onClick, children }: Props) {
  const location = useLocation();
  // A window of one conversation has no settings over it.
  if (location.pathname.startsWith('/popup/')) {
    return (
      <a href={`${SETTINGS}/${section}`} target="_blank" rel="noreferrer">
        {children}
      </a>
    );
  }
  const { mask, state } = maskedNext(location, section);
  return (
    <Link to={{ pathname: location.pathname, search: location.search, hash: location.hash }} mask={mask} state={state} onClick={onClick}>
      {children}
    </Link>
  );
}
