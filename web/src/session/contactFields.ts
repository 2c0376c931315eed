import { formOfSession, type ContactFields } from '../api/contactFields';
import { useSession } from './store';

/** Which fields contacts have now; it changes while a form is open. */
export function useContactFields(): ContactFields {
  const fields = useSession((state) => state.session?.contactFields);
  const types = useSession((state) => state.session?.contactTypes);
  return formOfSession(fields, types);
}
