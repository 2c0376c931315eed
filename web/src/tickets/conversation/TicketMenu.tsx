import { ActionIcon } from '@mantine/core';
import { IconArrowMerge, IconBan, IconDots, IconLink, IconMailCheck, IconMailForward, IconMailOff, IconPlayerPlay } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import type { TicketInfo } from '../../api/types';
import { useMe } from '../../session/store';
import { undoMerge } from '../merge';
import { SPAM } from '../model';
import { askOnward } from '../onward/onward';
import { useTexts } from '../texts';
import { blockSender, markSpam, notSpam, unblockSender } from '../tidy';
import { Menu } from '../../ui/Menu';
import { Tooltip } from '../../ui/Tooltip';
import { lazyPart } from '../../ui/lazyPart';

const MacroDialog = lazyPart(async () => (await import('./MacroDialog')).MacroDialog);
const PickTicket = lazyPart(async () => (await import('./PickTicket')).PickTicket);

const ICON = { size: 16, stroke: 1.5 };

/** Spam, and whose messages are held back. */
function SenderItems({ info }: { info: TicketInfo }) {
  const { t } = useTexts();
  const me = useMe();
  const mayBlock = (me.isAdmin || !me.permissions.hide_block) && info.contact !== null;
  const { blocked } = info;
  const spam = info.closed === SPAM;
  return (
    <>
      {spam ? (
        <Menu.Item leftSection={<IconMailCheck {...ICON} />} onClick={() => void notSpam(info)}>
          {t('tidy.not_spam')}
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconMailOff {...ICON} />} onClick={() => markSpam(info, false)}>
          {t('tidy.spam')}
        </Menu.Item>
      )}
      {mayBlock && !blocked && !spam ? (
        <Menu.Item leftSection={<IconBan {...ICON} />} onClick={() => markSpam(info, true)}>
          {t('tidy.spam_block')}
        </Menu.Item>
      ) : null}
      {mayBlock ? (
        <Menu.Item leftSection={<IconBan {...ICON} />} onClick={() => (blocked ? void unblockSender(info) : blockSender(info))}>
          {t(blocked ? 'tidy.unblock' : 'tidy.block')}
        </Menu.Item>
      ) : null}
    </>
  );
}

/** What is rarely done with a ticket. */
export function TicketMenu({ info }: { info: TicketInfo }) {
  const { t } = useTexts();
  const [picking, setPicking] = useState<'merge' | 'link' | 'macro' | null>(null);
  const merged = info.merged_into != null;
  const merge = <IconArrowMerge {...ICON} />;
  return (
    <>
      <Menu position="bottom-end" width={250}>
        <Menu.Target>
          <Tooltip label={t('tidy.actions')}>
            <ActionIcon aria-label={t('tidy.actions')}>
              <IconDots size={18} stroke={1.5} />
            </ActionIcon>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          {merged ? null : (
            <Menu.Item leftSection={<IconPlayerPlay {...ICON} />} onClick={() => setPicking('macro')}>
              {t('macro.menu')}
            </Menu.Item>
          )}
          {merged ? (
            <Menu.Item leftSection={merge} onClick={() => undoMerge(info.id, info.ticket_number)}>
              {t('merge.undo')}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={merge} onClick={() => setPicking('merge')}>
              {t('merge.menu')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconLink {...ICON} />} onClick={() => setPicking('link')}>
            {t('link.menu')}
          </Menu.Item>
          {merged ? null : (
            <>
              <Menu.Item
                leftSection={<IconMailForward {...ICON} />}
                onClick={() => askOnward({ act: 'forward', ticketId: info.id, message: null })}
              >
                {t('forward.menu_all')}
              </Menu.Item>
              <Menu.Divider />
              <SenderItems info={info} />
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {picking === null ? null : (
        <Suspense>
          {picking === 'macro' ? (
            <MacroDialog info={info} onClose={() => setPicking(null)} />
          ) : (
            <PickTicket info={info} act={picking} onClose={() => setPicking(null)} />
          )}
        </Suspense>
      )}
    </>
  );
}
