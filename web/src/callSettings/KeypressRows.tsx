import { ActionIcon, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { AddRow, FieldGroup } from '../settings/FieldGroup';
import group from '../settings/fieldGroup.module.css';
import classes from './callSettings.module.css';
import { KEYPRESSES_MAX, type KeypressName } from './model';
import { useTexts } from './texts';

interface Props {
  keypresses: readonly KeypressName[];
  /** What is wrong, by the field's place. */
  faults: Readonly<Record<string, string>>;
  onChange: (keypresses: KeypressName[]) => void;
}

/** What the keys mean that callers press, each with its name. */
export function KeypressRows({ keypresses, faults, onChange }: Props) {
  const { t } = useTexts();
  const put = (at: number, part: Partial<KeypressName>) => onChange(keypresses.map((other, place) => (place === at ? { ...other, ...part } : other)));
  return (
    <FieldGroup title={t('keypress.title')} hint={t('keypress.hint')} fault={faults['keypresses']}>
      {keypresses.map(({ keys, name }, at) => {
        const of = t('keypress.of', { number: at + 1 });
        return (
          <div key={at} className={classes['keypress']} role="group" aria-label={of}>
            <TextInput
              size="xs"
              aria-label={t('keypress.keys', { of })}
              placeholder={t('keypress.keys_place')}
              maxLength={10}
              inputMode="tel"
              value={keys}
              error={faults[`keypresses.${at}.keys`]}
              onChange={(event) => put(at, { keys: event.currentTarget.value })}
            />
            <TextInput
              size="xs"
              aria-label={t('keypress.name', { of })}
              placeholder={t('keypress.name_place')}
              maxLength={40}
              value={name}
              error={faults[`keypresses.${at}.name`]}
              onChange={(event) => put(at, { name: event.currentTarget.value })}
            />
            <ActionIcon aria-label={t('keypress.drop', { of })} onClick={() => onChange(keypresses.filter((_, place) => place !== at))}>
              <IconX size={15} stroke={1.5} />
            </ActionIcon>
          </div>
        );
      })}
      {keypresses.length === 0 ? <p className={group['hint']}>{t('keypress.none')}</p> : null}
      {keypresses.length >= KEYPRESSES_MAX ? null : <AddRow label={t('keypress.add')} onClick={() => onChange([...keypresses, { keys: '', name: '' }])} />}
    </FieldGroup>
  );
}
