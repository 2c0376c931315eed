import { Button, Skeleton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { api } from '../../api/client';
import { needFields, useFields, type CustomField } from '../../api/fields';
import type { TicketInfo } from '../../api/types';
import { onEvent, onReload } from '../../realtime/apply';
import { useAbilities } from '../../session/abilities';
import { useTexts } from '../texts';
import { FieldEdit } from './FieldEdit';
import { withHeld, wordsOf, type Held } from './fieldValue';
import { IN_MEMORY } from './memory';
import classes from './Details.module.css';
import own from './Fields.module.css';

/** What the ticket has in the desk's custom fields; each is saved by itself. */
export function Fields({ info }: { info: TicketInfo }) {
  const { t } = useTexts();
  const client = useQueryClient();
  const { phase, fields, load } = useFields();
  useEffect(needFields, []);
  const { data, error, refetch } = useQuery({
    queryKey: ['ticket-fields', info.id],
    queryFn: async ({ signal }) => (await api.get('/api/tickets/{id}/fields', { path: { id: info.id }, signal })).data,
    enabled: fields.length > 0,
    ...IN_MEMORY,
  });
  const take = useCallback(
    (held: Held) => client.setQueryData<Held[]>(['ticket-fields', info.id], (rows) => (rows === undefined ? rows : withHeld(rows, held))),
    [client, info.id],
  );
  useEffect(() => {
    const ends = [
      onEvent('ticketFieldChanged', ({ ticket_id, field_id, value, by, at }) => {
        if (ticket_id === info.id) take({ field_id, value, by, at });
      }),
      onReload(() => void refetch()),
    ];
    return () => ends.forEach((end) => end());
  }, [info.id, refetch, take]);

  const { answers } = useAbilities();
  const asked = fields.filter(({ archived }) => answers && !archived);
  const kept = fields.filter(({ archived, id }) => (archived || !answers) && data?.some(({ field_id }) => field_id === id));
  const failed = phase === 'failed' || error !== null;
  // A desk without custom fields sees nothing of them.
  if (!failed && (phase === 'idle' || phase === 'loading' || (data !== undefined && asked.length + kept.length === 0) || fields.length === 0)) return null;
  const heldOf = (field: CustomField): Held => data?.find(({ field_id }) => field_id === field.id) ?? { field_id: field.id, value: null, by: '', at: 0 };
  return (
    <section className={classes['section']} aria-label={t('fields.title')}>
      <h3>{t('fields.title')}</h3>
      {failed ? (
        <p role="alert" className={own['failed']}>
          {t('fields.load_failed')}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => void (phase === 'failed' ? load() : refetch())}>
            {t('fields.retry')}
          </Button>
        </p>
      ) : data === undefined ? (
        <Skeleton height={28} radius="sm" role="progressbar" aria-label={t('fields.loading')} />
      ) : (
        <div className={own['fields']}>
          {asked.map((field) => (
            <FieldEdit key={`${info.id} ${field.id}`} ticket={info.id} field={field} held={heldOf(field)} onSaved={take} />
          ))}
          {kept.length === 0 ? null : (
            <dl className={own['kept'] ?? ''}>
              {kept.map((field) => (
                <div key={field.id} className={classes['property']}>
                  <dt title={field.archived ? t('fields.archived') : undefined}>{field.label}</dt>
                  <dd>{wordsOf(field, heldOf(field).value, t('fields.yes'))}</dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      )}
    </section>
  );
}
