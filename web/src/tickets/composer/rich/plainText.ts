import { useState } from 'react';
import { keep } from '../../../api/keep';

const key = (username: string) => `patchbay.plain_text.${username}`;

/** Whether this person writes without formatting where the channel has it. */
export function usePlainText(username: string): [boolean, (plain: boolean) => void] {
  const [isPlain, setPlain] = useState(() => localStorage.getItem(key(username)) === 'true');
  return [
    isPlain,
    (plain) => {
      keep(key(username), String(plain));
      setPlain(plain);
    },
  ];
}
