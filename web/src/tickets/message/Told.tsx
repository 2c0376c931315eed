import { Collapse, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { partsOf } from '../../api/json';
import type { Message } from '../../api/types';
import { useTexts } from '../texts';
import classes from './Told.module.css';

/** Everything that a provider told for which there is no record, for whoever wants to know. */
export function Told({ message }: { message: Message }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const id = useId();
  const told = partsOf(message.extras)['custom'];
  if (told === undefined) return null;
  const { kind, payload } = partsOf(told);
  return (
    <div className={classes['told']}>
      <UnstyledButton className={classes['button'] ?? ''} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {t(open ? 'told.hide' : 'told.show')}
        <IconChevronDown size={12} stroke={1.75} aria-hidden data-open={open || undefined} />
      </UnstyledButton>
      <Collapse expanded={open} id={id}>
        <pre className={classes['data']} tabIndex={0} aria-label={typeof kind === 'string' ? kind : undefined}>
          {JSON.stringify(payload, null, 2)}
        </pre>
      </Collapse>
    </div>
  );
}
