import { Button } from '@mantine/core';
import { useState } from 'react';
import { nameOf, useAgents } from '../api/agents';
import { api } from '../api/client';
import { useSettingsChange } from '../settings/useSettingsChange';
import { ChannelMark } from '../ui/ChannelMark';
import { fullTime } from '../ui/dates';
import { openDialog } from '../ui/dialog';
import { Chip } from '../ui/SettingsList';
import kept from '../ui/settingsList.module.css';
import { toastSuccess } from '../ui/toast';
import classes from './blocks.module.css';
import { HeldList } from './HeldList';
import { restoreAll, type Block } from './model';
import { useTexts } from './texts';

/** A sender: who it is, who blocked it and why, and what became of their messages since. */
export function BlockLine({ block, onChanged }: { block: Block; onChanged: () => void }) {
  const { t } = useTexts();
  const names = useAgents((state) => state.names);
  const [shown, setShown] = useState(false);
  const { busy, change } = useSettingsChange(onChanged, (problem) => problem.description ?? t('failed'));
  const { id, name, held } = block;

  const unblock = () =>
    openDialog({
      title: t('unblock_title', { name }),
      text: t('unblock_text'),
      confirm: {
        label: t('unblock'),
        run: () => change(() => api.delete('/api/blocks/{id}', { path: { id } }), () => toastSuccess(t('unblocked', { name }))),
      },
    });
  const restore = () =>
    openDialog({
      title: t('restore_title', { count: held }),
      text: t('restore_text'),
      confirm: { label: t('restore'), run: () => change(() => restoreAll(id), (count) => toastSuccess(t('restored', { count }))) },
    });
  const discard = () =>
    openDialog({
      title: t('discard_title', { count: held }),
      text: t('discard_text'),
      confirm: {
        label: t('discard'),
        danger: true,
        run: () =>
          change(() => api.delete('/api/blocks/{id}/held', { path: { id } }), ({ discarded }) => toastSuccess(t('discarded', { count: discarded }))),
      },
    });

  return (
    <li className={classes['block']}>
      <div className={classes['line']}>
        <ChannelMark channel={block.channel} account={block.channel_name} size={18} />
        <div className={classes['who']}>
          <span className={kept['name']}>
            <span>{name}</span>
            {block.blocked ? null : <Chip>{t('over')}</Chip>}
          </span>
          <span className={classes['meta']}>
            {[block.sender, block.channel_name].filter((part) => part !== '' && part !== name).join(' · ')}
          </span>
          <span className={classes['meta']}>{t('by', { by: nameOf(block.by, names), at: fullTime(block.at_ms) })}</span>
          {block.reason === '' ? null : <span className={classes['reason']}>{block.reason}</span>}
        </div>
        <div className={classes['side']}>
          {held === 0 ? (
            <span className={classes['meta']}>{t('held_none')}</span>
          ) : (
            <Button variant="subtle" size="compact-xs" aria-expanded={shown} onClick={() => setShown(!shown)}>
              {t('held', { count: held })}
            </Button>
          )}
          <span className={classes['acts']}>
            {held === 0 ? null : (
              <>
                <Button variant="default" size="compact-xs" loading={busy} onClick={discard}>
                  {t('discard')}
                </Button>
                <Button variant="default" size="compact-xs" loading={busy} onClick={restore}>
                  {t('restore')}
                </Button>
              </>
            )}
            {block.blocked ? (
              <Button variant="default" size="compact-xs" loading={busy} onClick={unblock}>
                {t('unblock')}
              </Button>
            ) : null}
          </span>
        </div>
      </div>
      {shown && held > 0 ? <HeldList block={block} /> : null}
    </li>
  );
}
