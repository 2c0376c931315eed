import { Collapse, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Message } from '../../api/types';
import { useTexts } from '../texts';
import { insightsOf } from './insightsOf';
import classes from './Told.module.css';

/** What helpers found out about a message, folded: each under the key it came by. */
export function Insights({ message }: { message: Message }) {
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  const id = useId();
  const insights = insightsOf(message);
  if (insights.length === 0) return null;
  return (
    <div className={classes['insights']}>
      <UnstyledButton className={classes['button'] ?? ''} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        {t('insights')}
        <IconChevronDown size={12} stroke={1.75} aria-hidden data-open={open || undefined} />
      </UnstyledButton>
      <Collapse expanded={open} id={id}>
        {insights.map(({ key, text, data }) => (
          <section key={key} className={classes['insight']}>
            <h4>{key}</h4>
            {data ? (
              <pre className={classes['data']} tabIndex={0} aria-label={key}>
                {text}
              </pre>
            ) : (
              <p dir="auto">{text}</p>
            )}
          </section>
        ))}
      </Collapse>
    </div>
  );
}
