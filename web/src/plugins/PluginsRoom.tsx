import { Button } from '@mantine/core';
import { IconPackageImport, IconPuzzle } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link, Route, Routes, useLocation } from 'react-router';
import { EmptyPlace } from '../ui/EmptyPlace';
import rooms from '../ui/room.module.css';
import { InstallPage } from './install/InstallPage';
import { ReviewPage } from './install/ReviewPage';
import { KeysPage } from './KeysPage';
import { places } from './paths';
import { PluginList } from './PluginList';
import { PluginPage } from './PluginPage';
import { usePackages, useWatch } from './queries';
import { useTexts } from './texts';

/** The plugins screen: what is installed, what it may do and what it does. Its inner paths hang under /plugins. */
export function PluginsRoom() {
  const { pathname } = useLocation();
  const open = pathname.replace(/\/+$/, '') !== places.root;
  const pane = useRef<HTMLDivElement>(null);
  useWatch();
  useEffect(() => {
    if (pane.current) pane.current.scrollTop = 0;
  }, [pathname]);
  return (
    <div className={rooms['room']} data-open={open || undefined}>
      <PluginList />
      <div ref={pane} className={rooms['pane']} data-opened={open || undefined}>
        <Routes>
          <Route index element={<Nothing />} />
          <Route path="-/install" element={<InstallPage />} />
          <Route path="-/keys" element={<KeysPage />} />
          <Route path="-/review/:id" element={<ReviewPage />} />
          <Route path=":id" element={<PluginPage />} />
          <Route path="*" element={<Nothing />} />
        </Routes>
      </div>
    </div>
  );
}

function Nothing() {
  const { t } = useTexts();
  const { operator } = usePackages();
  return (
    <EmptyPlace
      icon={<IconPuzzle size={20} stroke={1.5} />}
      title={t('pick')}
      text={t('pick_text')}
      {...(operator === true
        ? {
            action: (
              <Button component={Link} to={places.install} size="xs" leftSection={<IconPackageImport size={16} stroke={1.5} />}>
                {t('install.open')}
              </Button>
            ),
          }
        : {})}
    />
  );
}
