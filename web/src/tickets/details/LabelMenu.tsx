import { ActionIcon } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { labelIds, useLabels } from '../../api/labels';
import type { TicketInfo } from '../../api/types';
import { Answering } from '../../session/Answering';
import { LabelChips } from '../../ui/LabelChips';
import { LabelDot } from '../../ui/LabelDot';
import { Menu } from '../../ui/Menu';
import { toggleLabel } from '../acts';
import classes from './Details.module.css';

/** The ticket's labels, and a menu that puts them on and takes them off. */
export function LabelMenu({ info }: { info: TicketInfo }) {
  const { t } = useTranslation();
  const labels = useLabels((state) => state.labels);
  const ids = labelIds(info);
  // One that was deleted can still be taken off.
  const removed = ids.filter((id) => labels.every((label) => label.id !== id));
  const choices = [
    ...labels,
    ...removed.map((id) => ({ id, name: t('tickets.removed_label'), color: 'transparent', colorDark: 'transparent' })),
  ];

  return (
    <span className={classes['labels']}>
      {ids.length === 0 ? t('details.no_labels') : <LabelChips ids={ids} />}
      <Answering>
        <Menu position="bottom-end" width={220}>
          <Menu.Target>
            <ActionIcon size="sm" aria-label={t('details.change_labels')}>
              <IconTag size={14} stroke={1.5} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown className={classes['choices'] ?? ''}>
            {choices.length === 0 ? <Menu.Label>{t('details.labels_empty')}</Menu.Label> : null}
            {choices.map((label) => (
              <Menu.CheckboxItem
                key={label.id}
                checked={ids.includes(label.id)}
                rightSection={<LabelDot color={label.color} colorDark={label.colorDark} />}
                onChange={() => void toggleLabel(info, label.id)}
              >
                {label.name}
              </Menu.CheckboxItem>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Answering>
    </span>
  );
}
