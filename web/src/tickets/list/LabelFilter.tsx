import { Button } from '@mantine/core';
import { IconChevronDown, IconTag } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useLabels } from '../../api/labels';
import { LabelDot } from '../../ui/LabelDot';
import { Menu } from '../../ui/Menu';
import { narrowFrom, WANTED_MAX } from '../narrow';
import classes from './LabelFilter.module.css';

/** Narrows the list to tickets with any of the chosen labels. The choice is part of the address. */
export function LabelFilter({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation();
  const labels = useLabels((state) => state.labels);
  const [search, setSearch] = useSearchParams();
  const chosen = narrowFrom(search).labels;
  const names = chosen.map((id) => labels.find((label) => label.id === id)?.name ?? t('tickets.removed_label'));
  // Where nobody made labels there is nothing to choose.
  if (labels.length === 0 && chosen.length === 0) return null;

  function choose(ids: readonly number[]): void {
    setSearch(
      (now) => {
        if (ids.length === 0) now.delete('labels');
        else now.set('labels', [...ids].sort((a, b) => a - b).join(','));
        return now;
      },
      { replace: true },
    );
  }

  const shown = names.length === 0 ? t('tickets.labels') : names.length === 1 ? names[0] : t('tickets.labels_chosen', { count: names.length });
  // In little room the sign is enough for what narrows nothing.
  const bare = narrow && chosen.length === 0;
  return (
    <Menu position="bottom-end" width={230} closeOnItemClick={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          size={narrow ? 'compact-sm' : 'compact-md'}
          className={classes['button'] ?? ''}
          data-chosen={chosen.length > 0 || undefined}
          leftSection={bare ? null : <IconTag size={14} stroke={1.5} />}
          rightSection={bare ? null : <IconChevronDown size={14} stroke={1.5} />}
          aria-label={chosen.length === 0 ? t('tickets.labels_any') : t('tickets.labels_are', { names: names.join(', ') })}
        >
          {bare ? <IconTag size={16} stroke={1.5} aria-hidden /> : shown}
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes['choices'] ?? ''}>
        {labels.map((label) => {
          const on = chosen.includes(label.id);
          return (
            <Menu.CheckboxItem
              key={label.id}
              checked={on}
              disabled={!on && chosen.length >= WANTED_MAX}
              rightSection={<LabelDot color={label.color} colorDark={label.colorDark} />}
              onChange={() => choose(on ? chosen.filter((id) => id !== label.id) : [...chosen, label.id])}
            >
              {label.name}
            </Menu.CheckboxItem>
          );
        })}
        {chosen.length === 0 ? null : (
          <>
            <Menu.Divider />
            <Menu.Item closeMenuOnClick onClick={() => choose([])}>
              {t('tickets.labels_clear')}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
