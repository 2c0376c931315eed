import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { useCallback, useMemo, useState } from 'react';
import { api } from '../api/client';
import { usePaged } from '../diagnostics/usePaged';
import { AdminsOnly } from '../settings/AdminsOnly';
import { startOfDay } from '../ui/dates';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { useLate } from '../ui/useLate';
import classes from './audit.module.css';
import { AuditFilters } from './AuditFilters';
import { AuditLine } from './AuditLine';
import { EVERYTHING, exportAddress, queryOf, type AuditEntry, type AuditQuery } from './model';
import { useTexts } from './texts';

/** What admins did, newest first; for auditors, too. */
export function AuditSection() {
  const { t } = useTexts();
  return (
    <AdminsOnly t={t} grant="view_audit">
      <Looked />
    </AdminsOnly>
  );
}

function Looked() {
  const { t } = useTexts();
  const [wanted, setWanted] = useState(EVERYTHING);
  const [settled] = useDebouncedValue(wanted, 300);
  const query = useMemo(() => queryOf(settled, startOfDay), [settled]);
  const filtered = Object.values(query).some((value) => value !== null);
  return (
    <>
      <div className={classes['head']}>
        <p className={classes['about']}>{t('about')}</p>
        <Button component="a" href={exportAddress(query)} download variant="default" size="xs" leftSection={<IconDownload size={14} stroke={1.5} />}>
          {t('export')}
        </Button>
      </div>
      <AuditFilters wanted={wanted} onChange={setWanted} />
      <Lines query={query} filtered={filtered} onClear={() => setWanted(EVERYTHING)} />
    </>
  );
}

interface LinesProps {
  query: AuditQuery;
  filtered: boolean;
  onClear: () => void;
}

function Lines({ query, filtered, onClear }: LinesProps) {
  const { t } = useTexts();
  const load = useCallback((before: number | null) => api.get('/api/audit', { query: { ...query, before } }), [query]);
  const log = usePaged<AuditEntry>(load);
  const late = useLate(log.phase === 'loading');
  if (log.phase === 'loading') {
    return late ? (
      <Stack gap={10} role="status" aria-label={t('loading')}>
        {[90, 70, 80, 60].map((width) => (
          <Skeleton key={width} height={18} width={`${width}%`} />
        ))}
      </Stack>
    ) : null;
  }
  if (log.problem !== null) {
    return <ErrorPlace compact problem={log.problem} title={t('load_failed')} onRetry={log.reload} />;
  }
  if (log.rows.length === 0) {
    return (
      <EmptyPlace
        compact
        icon={<IconHistory size={18} stroke={1.5} />}
        title={t(filtered ? 'none' : 'empty')}
        text={t(filtered ? 'none_text' : 'empty_text')}
        {...(filtered
          ? {
              action: (
                <Button variant="default" size="xs" onClick={onClear}>
                  {t('clear')}
                </Button>
              ),
            }
          : {})}
      />
    );
  }
  return (
    <>
      <ol className={classes['lines']}>
        {log.rows.map((entry) => (
          <AuditLine key={entry.id} entry={entry} />
        ))}
      </ol>
      {log.more ? (
        <Group justify="center" mt="sm">
          <Button variant="default" size="xs" loading={log.loadingMore} onClick={log.loadMore}>
            {t('more')}
          </Button>
        </Group>
      ) : null}
    </>
  );
}
