import { ActionIcon } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconLayoutList, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { api } from '../api/client';
import type { SavedView } from '../api/types';
import { SettingsRows } from '../settings/SettingsRows';
import { useSettingsChange } from '../settings/useSettingsChange';
import { useIsAdmin } from '../settings/useSettingsList';
import { openDialog } from '../ui/dialog';
import { EmptyPlace } from '../ui/EmptyPlace';
import kept from '../ui/settingsList.module.css';
import { moved } from './model';
import { loadViews, useViews } from './store';
import { useTexts } from './texts';
import classes from './views.module.css';

interface Props {
  onOpen: (id: number) => void;
}

/** The saved views in their order: each opens, moves and goes, as far as this person may. */
export function ArrangeViews({ onOpen }: Props) {
  const { t } = useTexts();
  const isAdmin = useIsAdmin();
  const views = useViews((state) => state.views);
  if (views.length === 0) return <EmptyPlace compact icon={<IconLayoutList size={20} stroke={1.5} />} title={t('empty')} text={t('empty_text')} />;
  return (
    <>
      <Group title={t('shared')} views={views.filter(({ shared }) => shared)} mayChange={isAdmin} onOpen={onOpen} />
      <Group title={t('own')} views={views.filter(({ shared }) => !shared)} mayChange onOpen={onOpen} />
    </>
  );
}

interface GroupProps extends Props {
  title: string;
  views: readonly SavedView[];
  mayChange: boolean;
}

function Group({ title, views, mayChange, onOpen }: GroupProps) {
  const { t } = useTexts();
  const { busy, change } = useSettingsChange(loadViews);
  if (views.length === 0) return null;

  const move = (view: SavedView, at: number, by: -1 | 1) =>
    change(() => api.put('/api/views/order', { json: { ids: moved(views, at, by), shared: view.shared } }));
  const remove = ({ id, name, shared }: SavedView) =>
    openDialog({
      title: t('remove_title', { name }),
      text: t(shared ? 'remove_shared' : 'remove_own'),
      confirm: { label: t('remove_confirm'), danger: true, run: () => change(() => api.delete('/api/views/{id}', { path: { id } })) },
    });
  const tools = (view: SavedView, at: number): ReactNode => (
    <span className={`${kept['side'] ?? ''} ${classes['tools'] ?? ''}`}>
      <ActionIcon disabled={busy || at === 0} aria-label={t('up', { name: view.name })} onClick={() => move(view, at, -1)}>
        <IconArrowUp size={16} stroke={1.5} />
      </ActionIcon>
      <ActionIcon disabled={busy || at === views.length - 1} aria-label={t('down', { name: view.name })} onClick={() => move(view, at, 1)}>
        <IconArrowDown size={16} stroke={1.5} />
      </ActionIcon>
      <ActionIcon disabled={busy} aria-label={t('remove', { name: view.name })} onClick={() => remove(view)}>
        <IconTrash size={16} stroke={1.5} />
      </ActionIcon>
    </span>
  );
  return (
    <section className={classes['group']} aria-label={title}>
      <h3 className={classes['groupTitle']}>{title}</h3>
      <SettingsRows items={views} ordered label={title}>
        {(view, at) => (
          <li className={kept['row']}>
            {mayChange ? (
              <>
                <button type="button" className={kept['open']} aria-label={t('edit', { name: view.name })} onClick={() => onOpen(view.id)}>
                  <span className={kept['name']}>
                    <span>{view.name}</span>
                  </span>
                </button>
                {tools(view, at)}
              </>
            ) : (
              <span className={classes['name']}>{view.name}</span>
            )}
          </li>
        )}
      </SettingsRows>
    </section>
  );
}
