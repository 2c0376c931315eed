import { UnstyledButton } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import {
  IconEyeOff,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
  IconSearch,
  IconUsers,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useProduct, useVariant } from '../api/variant';
import { openCard, togglePanel, useWindows } from '../presence/open';
import { rememberedLabels, rememberLabels } from '../session/remembered';
import { useHints } from '../actions/live';
import { BrandMark } from '../ui/BrandMark';
import { SilentBoundary } from '../ui/SilentBoundary';
import { Tooltip } from '../ui/Tooltip';
import { AccountMenu } from './AccountMenu';
import { IncomingPlace } from './IncomingPlace';
import { lazyPart } from './lazyScreen';
import { entryAt } from './menu';
import { useNavItems, type NavItem } from './nav';
import classes from './Nav.module.css';
import { NoticeBell } from './NoticeBell';
import { parts } from './parts';
import { openSearch } from './overlays';

const NavEdit = lazyPart(async () => (await import('./NavEdit')).NavEdit);
const NavDrawer = lazyPart(parts.navDrawer);
const OnlinePanel = lazyPart(parts.online);

/** How many entries the bar of a phone holds beside the button for the rest. */
const ON_PHONE = 3;

interface EntryProps {
  item: NavItem;
  wide: boolean;
  /** Not shown while the panel is collapsed. */
  hidden: boolean;
}

function Entry({ item, wide, hidden }: EntryProps) {
  const { t } = useTranslation();
  const label = t(item.label);
  const here = entryAt(useLocation().pathname)?.to === item.to;
  const unread = item.unread > 0 ? t('nav.unread', { count: item.unread }) : '';
  return (
    <Tooltip label={label} position="right" disabled={wide}>
      <Link
        to={item.to}
        aria-current={here ? 'page' : undefined}
        className={classes['entry'] ?? ''}
        data-hidden={hidden || undefined}
        aria-label={`${label} ${unread}`.trim()}
      >
        <item.icon size={20} stroke={1.5} aria-hidden />
        <span className={classes['label']}>{label}</span>
        {item.unread > 0 ? ' ' : null}
        {item.unread > 0 ? (
          <span className={classes['count']} aria-hidden>
            {item.unread > 99 ? '99+' : item.unread}
          </span>
        ) : null}
      </Link>
    </Tooltip>
  );
}

/** Opens everything the bar of a phone has no room for. */
function More({ unread }: { unread: number }) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <>
      <UnstyledButton
        className={`${classes['entry'] ?? ''} ${classes['more'] ?? ''}`}
        aria-expanded={open}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        <IconMenu2 size={20} stroke={1.5} aria-hidden />
        <span className={classes['label']}>{t('nav.more')}</span>
        {unread > 0 ? <span className={classes['dot']} aria-hidden /> : null}
      </UnstyledButton>
      {asked ? (
        <SilentBoundary>
          <NavDrawer open={open} onClose={() => setOpen(false)} />
        </SilentBoundary>
      ) : null}
    </>
  );
}

/** 56 px of icons, 220 px with labels; a bottom bar with a drawer on phones. */
export function Nav() {
  const { t } = useTranslation();
  const product = useProduct();
  const items = useNavItems();
  const firstHidden = useVariant((state) => state.variant.hidden_menu);
  const [wide, setWide] = useLocalStorage({ key: 'patchbay.nav.wide', defaultValue: rememberedLabels(), getInitialValueInEffect: false });
  useEffect(() => rememberLabels(wide), [wide]);
  // Without a default: the hook would store it, and a later variant's own would count for nothing.
  const [chosen, setHidden] = useLocalStorage<string[] | undefined>({ key: 'patchbay.nav.hidden', getInitialValueInEffect: false });
  const hidden = chosen ?? firstHidden;
  const [editing, setEditing] = useState(false);
  const panel = useWindows((state) => state.panel);
  const searchKey = useHints((state) => state.keys['desk.search'] ?? '/');
  const toggle = t(wide ? 'nav.collapse' : 'nav.expand');
  return (
    <nav className={classes['nav']} data-region="navigation" data-wide={wide || undefined} aria-label={t('nav.label')}>
      <Link to="/" className={classes['brand']} aria-label={product}>
        <BrandMark size={26} />
        <span className={classes['name']}>{product}</span>
      </Link>
      <div className={classes['tools']}>
        <UnstyledButton className={classes['search']} onClick={openSearch} aria-label={`${t('nav.search')} (${searchKey})`}>
          <IconSearch size={18} stroke={1.5} aria-hidden />
          <span className={classes['label']}>{t('nav.search')}</span>
          <kbd className={classes['kbd']}>{searchKey}</kbd>
        </UnstyledButton>
      </div>
      <IncomingPlace />
      <div className={classes['entries']}>
        {editing && wide ? (
          <SilentBoundary>
            <NavEdit items={items} hidden={hidden} onHidden={setHidden} onDone={() => setEditing(false)} />
          </SilentBoundary>
        ) : (
          <>
            {items.map((item, at) => (
              <div key={item.to} className={classes['place']} data-late={at >= ON_PHONE || undefined}>
                <Entry item={item} wide={wide} hidden={hidden.includes(item.to)} />
              </div>
            ))}
            <More unread={items.slice(ON_PHONE).reduce((sum, item) => sum + item.unread, 0)} />
          </>
        )}
      </div>
      <div className={classes['foot']}>
        {wide ? (
          <UnstyledButton className={classes['toggle']} onClick={() => setEditing(!editing)} aria-pressed={editing}>
            <IconEyeOff size={20} stroke={1.5} aria-hidden />
            <span className={classes['label']}>{t('nav.edit')}</span>
          </UnstyledButton>
        ) : null}
        <Tooltip label={toggle} position="right" disabled={wide}>
          <UnstyledButton className={classes['toggle']} onClick={() => setWide(!wide)} aria-label={toggle} aria-expanded={wide}>
            {wide ? <IconLayoutSidebarLeftCollapse size={20} stroke={1.5} /> : <IconLayoutSidebarLeftExpand size={20} stroke={1.5} />}
            <span className={classes['label']}>{toggle}</span>
          </UnstyledButton>
        </Tooltip>
        <Tooltip label={t('account.online_users')} position="right" disabled={wide}>
          <UnstyledButton
            className={classes['toggle']}
            data-opens-online
            onClick={togglePanel}
            aria-label={t('account.online_users')}
            aria-expanded={panel}
          >
            <IconUsers size={20} stroke={1.5} />
            <span className={classes['label']}>{t('account.online_users')}</span>
          </UnstyledButton>
        </Tooltip>
        <NoticeBell wide={wide} />
        <AccountMenu wide={wide} />
      </div>
      <SilentBoundary>{panel ? <OnlinePanel onProfile={openCard} /> : null}</SilentBoundary>
    </nav>
  );
}
