import { Tabs } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useMe } from '../session/store';
import { HOME_TABS, keepHomeTab, keptHomeTab } from './access';
import classes from './dashboard.module.css';
import { useTexts } from './texts';

interface Props {
  dashboard: ReactNode;
  /** What waits for this person. */
  queue: ReactNode;
}

/** The home page of whoever may view reports: the dashboard, or the own queue; the one that was left open stays. */
export function HomeTabs({ dashboard, queue }: Props) {
  const { t } = useTexts();
  const me = useMe();
  const [tab, setTab] = useState(() => keptHomeTab(me));
  const panels = { dashboard, queue };
  return (
    <Tabs
      className={classes['home'] ?? ''}
      value={tab}
      keepMounted={false}
      onChange={(value) => {
        const next = HOME_TABS.find((one) => one === value) ?? 'dashboard';
        setTab(next);
        keepHomeTab(me, next);
      }}
    >
      <Tabs.List className={classes['tabs'] ?? ''} aria-label={t('tabs')}>
        {HOME_TABS.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(`tab.${one}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {HOME_TABS.map((one) => (
        <Tabs.Panel key={one} value={one} className={classes['tabPanel'] ?? ''}>
          {panels[one]}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
