import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useCallback, useId } from 'react';
import { usePaged } from '../diagnostics/usePaged';
import { ErrorPlace } from '../ui/ErrorPlace';
import { SettingsListSkeleton } from '../ui/SettingsList';
import { calls } from './calls';
import classes from './imports.module.css';
import { fieldName, numberText, REFUSALS_MAX, refusalsAddress } from './model';
import { useTexts } from './texts';
import type { ImportField, ImportRefusal } from './types';

interface Props {
  id: number;
  count: number;
  fields: readonly ImportField[];
}

const COLUMNS = ['row', 'column', 'reason', 'value'] as const;

/** The rows that were refused, each with its reason, to be corrected in the file. */
export function RefusedRows({ id, count, fields }: Props) {
  const { t, language } = useTexts();
  const title = useId();
  return (
    <section className={classes['part']} aria-labelledby={title}>
      <div className={classes['line']}>
        <h4 id={title} className={classes['subheading']}>
          {t('refused.title')}
        </h4>
        <Button component="a" href={refusalsAddress(id)} download variant="default" size="xs" leftSection={<IconDownload size={14} stroke={1.5} />}>
          {t('refused.download')}
        </Button>
      </div>
      <p className={classes['dim']}>
        {t('refused.rows')}
        {count > REFUSALS_MAX ? ` ${t('refused.kept', { shown: numberText(REFUSALS_MAX, language) })}` : ''}
      </p>
      <Rows id={id} fields={fields} />
    </section>
  );
}

function Rows({ id, fields }: Omit<Props, 'count'>) {
  const { t } = useTexts();
  const load = useCallback(
    async (after: number | null) => {
      const { refusals, more } = await calls.refusals(id, after);
      return { data: refusals.map((refusal) => ({ ...refusal, id: refusal.row })), more };
    },
    [id],
  );
  const { rows, phase, problem, more, loadingMore, reload, loadMore } = usePaged<ImportRefusal & { id: number }>(load);
  if (phase === 'loading') return <SettingsListSkeleton label={t('refused.loading')} />;
  return (
    <>
      {rows.length === 0 ? null : (
        <table className={classes['table']} role="table" aria-label={t('refused.title')}>
          <thead role="rowgroup">
            <tr role="row">
              {COLUMNS.map((name) => (
                <th key={name} scope="col" role="columnheader">
                  {t(`refused.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map(({ row, field, reason, value }, at) => (
              <tr key={at} role="row">
                <td role="cell" data-label={t('refused.row')}>
                  {row}
                </td>
                <td role="cell" data-label={t('refused.column')}>
                  {field === '' ? '–' : fieldName(field, fields, t)}
                </td>
                <td role="cell" data-label={t('refused.reason')}>
                  {reason}
                </td>
                <td role="cell" data-label={t('refused.value')} data-free>
                  {value === '' ? '–' : value}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {problem === null ? null : <ErrorPlace compact problem={problem} title={t('refused.failed')} onRetry={rows.length === 0 ? reload : loadMore} />}
      {more && problem === null ? (
        <div className={classes['buttons']}>
          <Button variant="default" size="xs" loading={loadingMore} onClick={loadMore}>
            {t('refused.more')}
          </Button>
        </div>
      ) : null}
    </>
  );
}
