import { ActionIcon } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazyPart';
import { Menu } from '../../ui/Menu';
import { Tooltip } from '../../ui/Tooltip';
import type { ContentItemsProps } from './ContentItems';

const ContentItems = lazyPart(async () => (await import('./ContentItems')).ContentItems);

/** The button for what can be sent besides text and files. */
export function ContentMenu(props: ContentItemsProps) {
  const { t } = useTranslation();
  return (
    <Menu position="top-start" width={230}>
      <Menu.Target>
        <Tooltip label={t('composer.add_content')}>
          <ActionIcon aria-label={t('composer.add_content')}>
            <IconPlus size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense>
          <ContentItems {...props} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  );
}
