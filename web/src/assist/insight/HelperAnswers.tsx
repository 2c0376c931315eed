import type { Message } from '../../api/types';
import { useAbilities } from '../../session/abilities';
import { Recordings } from '../recording/Recordings';
import { hasTells } from './store';
import { Tells } from './Tells';

/** What helpers answered of a message, and what else they can be asked. Recordings are for those who answer customers, as on the server. */
export function HelperAnswers({ message, open }: { message: Message; open: boolean | undefined }) {
  const { answers } = useAbilities();
  return (
    <>
      {answers ? <Recordings message={message} /> : null}
      {hasTells(message, open) ? <Tells message={message} open={open === true} /> : null}
    </>
  );
}
