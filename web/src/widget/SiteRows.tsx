import { ActionIcon, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { AddRow, FieldGroup } from '../settings/FieldGroup';
import { SITES_MAX, sitesIn } from './model';
import { useTexts } from './texts';
import classes from './widget.module.css';

interface Props {
  sites: readonly string[];
  /** What is wrong, by the field's place: `sites`, or `sites.N` of one of them. */
  faults: Readonly<Record<string, string>>;
  onChange: (sites: string[]) => void;
}

/** Allowed origins: the sites that may embed the widget, one in each row. */
export function SiteRows({ sites, faults, onChange }: Props) {
  const { t } = useTexts();
  const [added, setAdded] = useState<number | null>(null);
  const put = (at: number, ...by: string[]) => onChange([...sites.slice(0, at), ...by, ...sites.slice(at + 1)]);
  return (
    <FieldGroup title={t('sites')} hint={t('sites_hint')} fault={faults['sites']}>
      {sites.map((site, at) => (
        <div key={at} className={classes['site']}>
          <TextInput
            aria-label={t('site', { number: at + 1 })}
            placeholder="https://shop.example"
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            autoFocus={at === added}
            value={site}
            error={faults[`sites.${at}`]}
            onChange={(event) => put(at, event.currentTarget.value)}
            onPaste={(event) => {
              const pasted = sitesIn(event.clipboardData.getData('text'));
              if (pasted.length < 2) return;
              event.preventDefault();
              put(at, ...(site.trim() === '' ? [] : [site]), ...pasted);
            }}
          />
          <ActionIcon size={36} aria-label={t('site_remove', { name: site.trim() === '' ? at + 1 : site })} onClick={() => put(at)}>
            <IconTrash size={16} stroke={1.5} />
          </ActionIcon>
        </div>
      ))}
      {sites.length >= SITES_MAX ? null : (
        <AddRow
          label={t('site_add')}
          onClick={() => {
            setAdded(sites.length);
            onChange([...sites, '']);
          }}
        />
      )}
    </FieldGroup>
  );
}
