import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { GroupFault } from '../settings/FieldGroup';
import { SettingsForm } from '../settings/SettingsForm';
import { useSettingsForm } from '../settings/useSettingsForm';
import kept from '../ui/settingsList.module.css';
import { calls } from './calls';
import { ColumnTable } from './ColumnTable';
import { ImportOptions } from './ImportOptions';
import classes from './imports.module.css';
import { acceptedRows, fieldName, missingFields, numberText, repeatedColumns, settingsOf } from './model';
import { changeImport, putDetail } from './queries';
import { useTexts } from './texts';
import type { ImportDetail } from './types';

interface Props {
  detail: ImportDetail;
  isStarting: boolean;
  onStart: () => void;
}

/** Column mapping: which field each column fills, and how values are read; then the check, and the import. */
export function ColumnsForm({ detail, isStarting, onStart }: Props) {
  const { t, language } = useTexts();
  const client = useQueryClient();
  const { import: one, columns, fields } = detail;
  const { id, kind } = one;
  const form = useSettingsForm({
    name: 'import',
    known: one,
    initial: settingsOf(detail),
    validate: (values) =>
      Object.fromEntries(
        repeatedColumns(values.fields).map(([at, first]) => [
          `fields.${at}`,
          t('columns.repeated', { field: fieldName(values.fields[at] ?? '', fields, t), column: columns[first]?.name ?? '' }),
        ]),
      ),
    save: async (values) => {
      putDetail(client, await calls.save(id, values));
      await changeImport(client, id, calls.check);
    },
  });
  const { draft, dirty, busy, faults, failure, change } = form;
  const accepted = acceptedRows(one);
  const isChecked = one.state === 'checked';
  const why = dirty ? t('changed') : accepted === 0 ? t('none_accepted') : null;
  const names = new Intl.ListFormat(language, { type: 'disjunction' });
  const missing = missingFields(kind, draft.fields).map((group) => names.format(group.map((key) => fieldName(key, fields, t))));

  return (
    <SettingsForm
      form={form}
      words={{ save: t('check'), cancel: t('back') }}
      onLeave={null}
      foot={
        <div className={kept['foot']}>
          {failure === null ? null : (
            <p role="alert" className={kept['failure']}>
              {failure}
            </p>
          )}
          {isChecked && why !== null ? <p className={classes['dim']}>{why}</p> : null}
          <span className={kept['space']} />
          <Button type="submit" size="xs" variant={isChecked ? 'default' : 'filled'} loading={busy} disabled={isStarting}>
            {t('check')}
          </Button>
          {isChecked ? (
            <Button size="xs" loading={isStarting} disabled={busy || why !== null} onClick={onStart}>
              {t('import', { count: accepted, shown: numberText(accepted, language) })}
            </Button>
          ) : null}
        </div>
      }
    >
      <div>
        {isChecked ? <h4 className={classes['subheading']}>{t('columns.title')}</h4> : null}
        <p className={classes['about']}>{t('columns.about')}</p>
      </div>
      {missing.map((group) => (
        <p key={group} className={classes['missing']}>
          {t('columns.missing', { fields: group })}
        </p>
      ))}
      <ColumnTable
        columns={columns}
        fields={fields}
        chosen={draft.fields}
        faults={faults}
        onChoose={(at, field) => change({ fields: draft.fields.map((before, index) => (index === at ? field : before)) })}
      />
      {/* What stands at the end of the form already is not said twice. */}
      <GroupFault>{faults['fields'] === failure ? undefined : faults['fields']}</GroupFault>
      <ImportOptions kind={kind} form={form} />
    </SettingsForm>
  );
}
