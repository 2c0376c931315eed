import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Suspense } from 'react';
import type { TicketInfo } from '../../api/types';
import { Menu } from '../../ui/Menu';
import { Tooltip } from '../../ui/Tooltip';
import { lazyPart } from '../../ui/lazyPart';
import { loadTicketItems } from '../actions/load';
import { useTexts } from '../texts';

const TicketItems = lazyPart(loadTicketItems);

/** What is done with a ticket beside its status. */
export function TicketMenu({ info }: { info: TicketInfo }) {
  const { t } = useTexts();
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Tooltip label={t('tidy.actions')}>
          <ActionIcon aria-label={t('tidy.actions')}>
            <IconDots size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Suspense>
          <TicketItems info={info} />
        </Suspense>
      </Menu.Dropdown>
    </Menu>
  );
}
