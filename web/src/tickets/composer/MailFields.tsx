import { Suspense, type ComponentProps } from 'react';
import { lazyPart } from '../../ui/lazyPart';
import type { MailLine } from './MailLine';

const Line = lazyPart(async () => (await import('./MailLine')).MailLine);

/** Where the answer goes, on channels whose messages have a head; others do not load it. */
export function MailFields(props: ComponentProps<typeof MailLine>) {
  if (!props.rules.cc && !props.rules.subject) return null;
  return (
    <Suspense>
      <Line {...props} />
    </Suspense>
  );
}
