import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../api/client';
import type { components } from '../api/openapi.gen';
import classes from './conditions.module.css';
import { missingValues, type Condition } from './model';
import { useTexts } from './texts';

type Tried = components['schemas']['ConditionsDryRun'];

/** What came of a try, and of which conditions, so that it is not shown for others. */
type Outcome = { of: readonly Condition[]; tried: Tried } | { of: readonly Condition[]; failed: true };

/** Tries conditions out on the tickets of the last days: nothing is changed. */
export function DryRun({ conditions }: { conditions: readonly Condition[] }) {
  const { t } = useTexts();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const tried = await api.post('/api/conditions/dry-run', { json: { conditions: [...conditions] } });
      setOutcome({ of: conditions, tried });
    } catch {
      setOutcome({ of: conditions, failed: true });
    } finally {
      setBusy(false);
    }
  };
  const shown = outcome?.of === conditions ? outcome : null;
  const incomplete = Object.keys(missingValues(conditions, '-')).length > 0;
  return (
    <div className={classes['try']}>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPlayerPlay size={14} stroke={1.5} />}
        loading={busy}
        disabled={incomplete}
        onClick={() => void run()}
      >
        {t('try')}
      </Button>
      <div role="status" className={classes['tried']}>
        {shown === null ? null : 'failed' in shown ? t('tried_failed') : <Found tried={shown.tried} />}
      </div>
    </div>
  );
}

function Found({ tried: { days, tickets, more, matched, examples } }: { tried: Tried }) {
  const { t } = useTexts();
  if (tickets === 0) return t('tried_none', { days });
  return (
    <>
      {t('tried_some', { count: tickets, matched, days })} {more ? t('tried_more', { count: tickets }) : null}
      <ul>
        {examples.map(({ ticket_id, ticket_number, title }) => (
          <li key={ticket_id}>
            <Link to={`/ticket/${ticket_number}`} target="_blank">
              #{ticket_number}
            </Link>{' '}
            {title}
          </li>
        ))}
      </ul>
    </>
  );
}
