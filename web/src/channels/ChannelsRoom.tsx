import { IconPlug } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Route, Routes, useLocation } from 'react-router';
import { EmptyPlace } from '../ui/EmptyPlace';
import { AddChannel } from './AddChannel';
import { ChannelList } from './ChannelList';
import { ChannelPage } from './ChannelPage';
import { NewChannel } from './NewChannel';
import { UnsavedGuard } from './parts/UnsavedGuard';
import classes from '../ui/room.module.css';
import { loadChannels, useChannels, watchChannels } from './store';
import { useTexts } from './texts';

/** The channels screen: plugins, connected accounts, their forms and logs. Its inner paths hang under /channels. */
export function ChannelsRoom() {
  const { pathname } = useLocation();
  const open = pathname.replace(/\/+$/, '') !== '/channels';
  const pane = useRef<HTMLDivElement>(null);
  const none = useChannels((state) => state.phase === 'ready' && state.list.length === 0);
  useEffect(() => {
    void loadChannels();
    return watchChannels();
  }, []);
  // Another channel begins at its top, where its state is.
  useEffect(() => {
    if (pane.current) pane.current.scrollTop = 0;
  }, [pathname]);
  return (
    <div className={classes['room']} data-open={open || none || undefined}>
      <ChannelList />
      <div ref={pane} className={classes['pane']} data-opened={open || undefined}>
        <Routes>
          <Route index element={none ? <AddChannel first /> : <Nothing />} />
          <Route path="add" element={<AddChannel first={none} />} />
          <Route path="add/:plugin" element={<NewChannel />} />
          <Route path=":id" element={<ChannelPage />} />
          <Route path="*" element={none ? <AddChannel first /> : <Nothing />} />
        </Routes>
      </div>
      <UnsavedGuard />
    </div>
  );
}

function Nothing() {
  const { t } = useTexts();
  const ready = useChannels((state) => state.phase === 'ready');
  if (!ready) return null;
  return <EmptyPlace icon={<IconPlug size={20} stroke={1.5} />} title={t('pick')} text={t('pick_text')} />;
}
