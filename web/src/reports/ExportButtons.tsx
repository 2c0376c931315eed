import { ActionIcon, Button, Group } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useIsAdmin } from '../settings/useSettingsList';
import { SettingsLink } from '../ui/SettingsLink';
import classes from './reports.module.css';
import { useTexts } from './texts';

interface Props {
  /** Where it is taken away as CSV. */
  address: string;
  label: string;
  disabled?: boolean;
  /** Beside fields, or among the choices of a table. */
  quiet?: boolean;
  /** It can also go out by mail at regular times, which admins set up. */
  regularly?: boolean;
}

/** Takes a table away: as CSV, or as a workbook in which numbers, times and moments are such. */
export function ExportButtons({ address, label, disabled = false, quiet = false, regularly = false }: Props) {
  const { t } = useTexts();
  const isAdmin = useIsAdmin();
  const take = (format: '' | '&format=xlsx') => window.open(`${address}${format}`, '_blank', 'noopener');
  const workbook = t('range.workbook', { label });
  return (
    <Group gap={4} wrap={regularly ? 'wrap' : 'nowrap'}>
      <Button
        variant={quiet ? 'subtle' : 'default'}
        size={quiet ? 'compact-xs' : 'xs'}
        disabled={disabled}
        leftSection={<IconDownload size={14} stroke={1.5} aria-hidden />}
        onClick={() => take('')}
      >
        {label}
      </Button>
      <ActionIcon variant={quiet ? 'subtle' : 'default'} size={quiet ? 24 : 30} disabled={disabled} aria-label={workbook} title={workbook} onClick={() => take('&format=xlsx')}>
        <IconFileSpreadsheet size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
      {regularly && isAdmin ? (
        <span className={classes['regularly']}>
          <SettingsLink section="scheduled-reports">{t('range.regularly')}</SettingsLink>
        </span>
      ) : null}
    </Group>
  );
}
