import { UnstyledButton } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { Suspense, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Popover } from '../ui/Popover';
import { SilentBoundary } from '../ui/SilentBoundary';
import { Tooltip } from '../ui/Tooltip';
import classes from './bell.module.css';
import { CATEGORIES } from './model';
import { closePanel, openPanel, useNotices } from './store';

/** The bell with its dot, and the panel beside it; what is in the panel is loaded when it first opens. */
export function Bell({ wide, panel }: { wide: boolean; panel: ReactNode }) {
  const { t } = useTranslation();
  const open = useNotices((state) => state.open);
  const lit = useNotices((state) => CATEGORIES.some((category) => state.dots[category]));
  const phone = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const label = t('nav.notifications');
  // The focus may be nowhere: what it was on can leave the list.
  useHotkeys(open ? [['Escape', closePanel]] : [], []);
  return (
    <Popover
      opened={open}
      onChange={(opened) => (opened ? openPanel() : closePanel())}
      position={phone ? 'top-end' : 'right-end'}
      offset={phone ? 8 : 12}
      width={400}
      trapFocus
      returnFocus
      withinPortal
      radius="lg"
      middlewares={{ shift: { padding: 8 }, flip: true }}
      dropdownProps={{ className: classes['dropdown'] ?? '', 'aria-label': label }}
      target={(button) => (
        <Tooltip label={label} position="right" disabled={wide || open}>
          <UnstyledButton
            {...button}
            className={classes['bell']}
            data-wide={wide || undefined}
            data-open={open || undefined}
            aria-label={lit ? `${label} (${t('nav.news')})` : label}
            aria-haspopup="dialog"
            aria-expanded={open}
            onClick={() => (open ? closePanel() : openPanel())}
          >
            <span className={classes['mark']}>
              <IconBell size={20} stroke={1.5} aria-hidden />
              {lit ? <span className={classes['dot']} data-bell-dot /> : null}
            </span>
            <span className={classes['label']}>{label}</span>
          </UnstyledButton>
        </Tooltip>
      )}
    >
      {open ? (
        <SilentBoundary>
          <Suspense fallback={null}>{panel}</Suspense>
        </SilentBoundary>
      ) : null}
    </Popover>
  );
}
