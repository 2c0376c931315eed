import classes from '../people.module.css';
import { useTexts } from '../texts';
import { rightsWords, type Rights } from './model';

/** What people with these rights see and do; said anew when that changes. */
export function RightsLine({ label, rights }: { label: string; rights: Rights }) {
  const { t, language } = useTexts();
  return (
    <p className={classes['rights']} role="status" aria-label={label}>
      <strong>{label}</strong> {rightsWords(rights, t, language)}
    </p>
  );
}
