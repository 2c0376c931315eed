import { NativeSelect, Select } from '@mantine/core';
import { useState } from 'react';
import { timezones } from '../session/profile/zones';
import { FieldGroup } from '../settings/FieldGroup';
import type { SettingsFormState } from '../settings/useSettingsForm';
import classes from './imports.module.css';
import { useTexts } from './texts';
import type { DateOrder, ImportKind, ImportSettings, KnownContacts } from './types';

const KNOWN: readonly KnownContacts[] = ['fill', 'overwrite', 'keep'];
const ORDERS: readonly DateOrder[] = ['ymd', 'dmy', 'mdy'];

interface Props {
  kind: ImportKind;
  form: Pick<SettingsFormState<ImportSettings>, 'draft' | 'faults' | 'input' | 'change'>;
}

/** How values are read, and what happens to contacts that exist already. */
export function ImportOptions({ kind, form: { draft, faults, input, change } }: Props) {
  const { t } = useTexts();
  const [zones] = useState(timezones);
  const isListed = zones.some((zone) => (typeof zone === 'string' ? zone : zone.value) === draft.timezone);
  return (
    <FieldGroup title={t('option.title')}>
      <div className={classes['options']}>
        {kind === 'contacts' ? (
          <NativeSelect
            label={t('option.known')}
            description={t('option.known_hint')}
            data={KNOWN.map((value) => ({ value, label: t(`option.known_${value}`) }))}
            {...input('known')}
          />
        ) : null}
        <NativeSelect
          label={t('option.date_order')}
          description={t('option.date_order_hint')}
          data={ORDERS.map((value) => ({ value, label: t(`option.date_${value}`) }))}
          {...input('date_order')}
        />
        <Select
          label={t('option.timezone')}
          description={t('option.timezone_hint')}
          searchable
          limit={50}
          maxDropdownHeight={220}
          nothingFoundMessage={t('option.timezone_none')}
          data={isListed ? zones : [draft.timezone, ...zones]}
          value={draft.timezone}
          error={faults['timezone']}
          onChange={(timezone) => {
            if (timezone !== null) change({ timezone });
          }}
        />
      </div>
    </FieldGroup>
  );
}
