import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { TicketInfo } from '../../../api/types';
import { lazyPart } from '../../../ui/lazyPart';
import { useRoutingQueues } from './queues';
import classes from './routing.module.css';
import { useTexts } from './texts';

// Most conversations are read without it.
const TicketRouting = lazyPart(async () => (await import('./TicketRouting')).TicketRouting);

/** The fold with a ticket's queue and why agents were chosen; it is read when somebody opens it. A desk without queues has none. */
export function Routing({ info }: { info: TicketInfo }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const isNeeded = useRoutingQueues(({ phase, queues }) => queues.length > 0 || phase === 'failed');
  if (!isNeeded) return null;
  return (
    <section className={classes['routing']} aria-label={t('title')}>
      <Button variant="subtle" size="compact-xs" leftSection={<IconChevronDown size={14} stroke={1.5} className={classes['sign']} />} aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('title')}
      </Button>
      {open ? (
        <Suspense>
          <TicketRouting key={info.id} ticket={info.id} livechat={info.livechat} />
        </Suspense>
      ) : null}
    </section>
  );
}
