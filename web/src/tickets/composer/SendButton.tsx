import { Button, Menu, Tooltip } from '@mantine/core';
import { IconCheck, IconChevronDown, IconSend2 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './Composer.module.css';
import type { ComposerState } from './useComposer';

/** Sends, or sends and resolves; says why it cannot. */
export function SendButton({ state }: { state: ComposerState }) {
  const { t } = useTranslation();
  const disabled = state.blocked !== null;
  const reason = state.blocked === null || state.blocked === 'empty' ? t('composer.send_hint') : t(`composer.blocked_${state.blocked}`);
  return (
    <Button.Group>
      <Tooltip label={reason}>
        <Button size="xs" disabled={disabled} onClick={() => state.send()} leftSection={<IconSend2 size={16} stroke={1.5} />}>
          {t('action.send')}
        </Button>
      </Tooltip>
      <Menu position="top-end">
        <Menu.Target>
          <Button size="xs" disabled={disabled} px={6} aria-label={t('composer.more_ways')} className={classes['split'] ?? ''}>
            <IconChevronDown size={16} stroke={1.5} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconCheck size={16} stroke={1.5} />} onClick={() => state.send(2)}>
            {t('composer.send_resolve')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
