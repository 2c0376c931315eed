import type { ReactNode } from 'react';
import { useAbilities } from './abilities';

/** What only people have who answer customers and work on tickets: absent for light agents and auditors. */
export function Answering({ children }: { children: ReactNode }): ReactNode {
  return useAbilities().answers ? children : null;
}
