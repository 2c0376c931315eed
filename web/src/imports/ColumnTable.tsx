import { NativeSelect } from '@mantine/core';
import classes from './imports.module.css';
import { columnsOf, fieldName } from './model';
import { useTexts } from './texts';
import type { ImportColumn, ImportField } from './types';

interface Props {
  columns: readonly ImportColumn[];
  fields: readonly ImportField[];
  /** For each column the key of its field; empty where it is left out. */
  chosen: readonly string[];
  /** What is wrong, by `fields.` and the column's index. */
  faults: Readonly<Record<string, string>>;
  onChoose: (column: number, field: string) => void;
}

/** The columns of the file with their first values, and beside each the field that it fills. */
export function ColumnTable({ columns, fields, chosen, faults, onChoose }: Props) {
  const { t } = useTexts();
  const filledBy = columnsOf(chosen);
  const named = fields.map((field) => ({ ...field, name: fieldName(field.key, fields, t) }));

  function optionsOf(column: number) {
    return named.map(({ key, name }) => {
      const other = filledBy.get(key)?.find((at) => at !== column);
      if (other === undefined) return { value: key, label: name };
      // What was chosen twice stays to be seen in both.
      return { value: key, label: t('columns.taken', { field: name, column: columns[other]?.name ?? '' }), disabled: chosen[column] !== key };
    });
  }

  return (
    <table className={classes['table']} role="table" aria-label={t('columns.title')}>
      <thead role="rowgroup">
        <tr role="row">
          {(['column', 'samples', 'field'] as const).map((name) => (
            <th key={name} scope="col" role="columnheader">
              {t(`columns.${name}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {columns.map(({ name, samples }, at) => (
          <tr key={at} role="row">
            <th scope="row" role="rowheader">
              {name}
            </th>
            <td role="cell" data-label={t('columns.samples')} data-free>
              {samples.length === 0 ? <span className={classes['dim']}>{t('columns.empty')}</span> : <Samples samples={samples} />}
            </td>
            <td role="cell" className={classes['choice']}>
              <NativeSelect
                size="xs"
                aria-label={t('columns.field_of', { column: name })}
                data={[{ value: '', label: t('columns.leave_out') }, ...optionsOf(at)]}
                value={chosen[at] ?? ''}
                error={faults[`fields.${at}`]}
                description={fields.find(({ key }) => key === chosen[at])?.many === true ? t('columns.many') : null}
                inputWrapperOrder={['label', 'input', 'description', 'error']}
                onChange={(event) => onChoose(at, event.currentTarget.value)}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Samples({ samples }: { samples: readonly string[] }) {
  return (
    <ul className={classes['samples']}>
      {samples.map((sample, at) => (
        <li key={at}>{sample}</li>
      ))}
    </ul>
  );
}
