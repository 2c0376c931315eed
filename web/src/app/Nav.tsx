import { Tooltip, UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link, NavLink } from 'react-router';
import { BrandMark } from '../ui/BrandMark';
import { AccountMenu } from './AccountMenu';
import { useNavItems, type NavItem } from './nav';
import classes from './Nav.module.css';
import { openPalette } from './overlays';

function Entry({ item, wide }: { item: NavItem; wide: boolean }) {
  const { t } = useTranslation();
  const label = t(item.label);
  const unread = item.unread > 0 ? t('nav.unread', { count: item.unread }) : '';
  return (
    <Tooltip label={label} position="right" disabled={wide}>
      <NavLink to={item.to} end={item.to === '/'} className={classes['entry'] ?? ''} aria-label={`${label} ${unread}`.trim()}>
        <item.icon size={20} stroke={1.5} aria-hidden />
        <span className={classes['label']}>{label}</span>
        {item.unread > 0 ? (
          <span className={classes['count']} aria-hidden>
            {item.unread > 99 ? '99+' : item.unread}
          </span>
        ) : null}
      </NavLink>
    </Tooltip>
  );
}

/** 56 px of icons, 220 px with labels, a bottom bar on phones. */
export function Nav() {
  const { t } = useTranslation();
  const items = useNavItems();
  const [wide, setWide] = useLocalStorage({ key: 'patchbay.nav.wide', defaultValue: false, getInitialValueInEffect: false });
  const toggle = t(wide ? 'nav.collapse' : 'nav.expand');
  return (
    <nav className={classes['nav']} data-wide={wide || undefined} aria-label={t('nav.label')}>
      <Link to="/" className={classes['brand']} aria-label={t('product')}>
        <BrandMark size={26} />
        <span className={classes['name']}>{t('product')}</span>
      </Link>
      <UnstyledButton className={classes['search']} onClick={openPalette} aria-label={`${t('nav.search')} (Ctrl K)`}>
        <IconSearch size={18} stroke={1.5} aria-hidden />
        <span className={classes['label']}>{t('nav.search')}</span>
        <kbd className={classes['kbd']}>Ctrl K</kbd>
      </UnstyledButton>
      <div className={classes['entries']}>
        {items.map((item) => (
          <Entry key={item.to} item={item} wide={wide} />
        ))}
      </div>
      <div className={classes['foot']}>
        <Tooltip label={toggle} position="right" disabled={wide}>
          <UnstyledButton className={classes['toggle']} onClick={() => setWide(!wide)} aria-label={toggle} aria-expanded={wide}>
            {wide ? <IconLayoutSidebarLeftCollapse size={20} stroke={1.5} /> : <IconLayoutSidebarLeftExpand size={20} stroke={1.5} />}
            <span className={classes['label']}>{toggle}</span>
          </UnstyledButton>
        </Tooltip>
        <AccountMenu wide={wide} />
      </div>
    </nav>
  );
}
