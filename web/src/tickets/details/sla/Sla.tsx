import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { TicketInfo } from '../../../api/types';
import { lazyPart } from '../../../ui/lazyPart';
import classes from './sla.module.css';
import { useTexts } from './texts';

// Most conversations are read without it.
const SlaClocks = lazyPart(async () => (await import('./SlaClocks')).SlaClocks);

/** The fold with the ticket's SLA clocks; they are read when somebody opens it. */
export function Sla({ info }: { info: TicketInfo }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  return (
    <section className={classes['sla']} aria-label={t('title')}>
      <Button variant="subtle" size="compact-xs" leftSection={<IconChevronDown size={14} stroke={1.5} className={classes['sign']} />} aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('title')}
      </Button>
      {open ? (
        <Suspense>
          <SlaClocks key={info.id} ticket={info.id} />
        </Suspense>
      ) : null}
    </section>
  );
}
