import { Table } from '@mantine/core';
import { byteSize } from '../ui/bytes';
import { spanText, type CallSums } from './model';
import classes from './diagnostics.module.css';
import { useTexts } from './texts';

/** One row per kind of call: how often, how well, how long. */
export function CallTable({ rows }: { rows: readonly CallSums[] }) {
  const { t } = useTexts();
  if (rows.length === 0) return null;
  const sorted = [...rows].sort((one, other) => other.calls - one.calls);
  return (
    <div className={classes['scroller']} role="region" aria-label={t('usage.by_call')} tabIndex={0}>
      <Table className={classes['table'] ?? ''} verticalSpacing={6} horizontalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('usage.call')}</Table.Th>
            <Table.Th>{t('usage.calls')}</Table.Th>
            <Table.Th>{t('outcome.failed')}</Table.Th>
            <Table.Th>{t('outcome.crashed')}</Table.Th>
            <Table.Th>{t('outcome.limited')}</Table.Th>
            <Table.Th>p50</Table.Th>
            <Table.Th>p99</Table.Th>
            <Table.Th>{t('usage.cpu_per_call')}</Table.Th>
            <Table.Th>{t('usage.memory')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted.map((row) => (
            <Table.Tr key={row.call}>
              <Table.Td>
                <code>{row.call}</code>
              </Table.Td>
              <Table.Td>{row.calls.toLocaleString()}</Table.Td>
              <Trouble count={row.failed} />
              <Trouble count={row.crashed} />
              <Trouble count={row.limited} />
              <Table.Td>{spanText(row.p50_us)}</Table.Td>
              <Table.Td>{spanText(row.p99_us)}</Table.Td>
              <Table.Td>{spanText(row.calls === 0 ? null : row.cpu_us / row.calls)}</Table.Td>
              <Table.Td>{row.peak_memory === 0 ? '–' : byteSize(row.peak_memory)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Trouble({ count }: { count: number }) {
  return (
    <Table.Td className={classes['trouble'] ?? ''} data-some={count > 0 || undefined}>
      {count.toLocaleString()}
    </Table.Td>
  );
}
