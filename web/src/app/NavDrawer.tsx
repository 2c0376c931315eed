import { Drawer, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useProduct } from '../api/variant';
import { entryAt } from './menu';
import { useNavItems } from './nav';
import classes from './NavDrawer.module.css';
import { openSearch } from './overlays';
import { useTexts } from './texts';

/** Every entry with its name, for screens too narrow for the panel. */
export function NavDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t: common } = useTranslation();
  const { t } = useTexts();
  const product = useProduct();
  const items = useNavItems();
  const here = entryAt(useLocation().pathname);
  return (
    <Drawer opened={open} onClose={onClose} title={product} size={300} closeButtonProps={{ 'aria-label': common('action.close') }}>
      <nav className={classes['list']} aria-label={t('menu.all')}>
        <UnstyledButton
          className={classes['entry']}
          onClick={() => {
            onClose();
            openSearch();
          }}
        >
          <IconSearch size={20} stroke={1.5} aria-hidden />
          {common('nav.search')}
        </UnstyledButton>
        {items.map((item) => (
          <Link key={item.to} to={item.to} aria-current={here?.to === item.to ? 'page' : undefined} className={classes['entry'] ?? ''} onClick={onClose}>
            <item.icon size={20} stroke={1.5} aria-hidden />
            {common(item.label)}
            {item.unread > 0 ? <span className={classes['count']}>{common('nav.unread', { count: item.unread })}</span> : null}
          </Link>
        ))}
      </nav>
    </Drawer>
  );
}
