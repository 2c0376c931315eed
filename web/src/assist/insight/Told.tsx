import type { Message } from '../../api/types';
import { Recordings } from '../recording/Recordings';
import { hasTells } from './store';
import { Tells } from './Tells';

/** All that helpers can be asked of a message. */
export function Told({ message, open }: { message: Message; open: boolean | undefined }) {
  return (
    <>
      <Recordings message={message} />
      {hasTells(message, open) ? <Tells message={message} open={open === true} /> : null}
    </>
  );
}
