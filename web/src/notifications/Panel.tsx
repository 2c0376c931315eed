import { ActionIcon, Button, Tabs } from '@mantine/core';
import { IconBell, IconSettings, IconVolume, IconVolumeOff } from '@tabler/icons-react';
import { EmptyPlace } from '../ui/EmptyPlace';
import { ErrorPlace } from '../ui/ErrorPlace';
import { toastError } from '../ui/toast';
import { useLate } from '../ui/useLate';
import { useNow } from '../ui/useNow';
import { CATEGORIES, isCategory, type Category } from './model';
import { NoticeItem } from './NoticeItem';
import classes from './notifications.module.css';
import { setSound, useSound } from './sound';
import { closePanel, loadMore, loadTab, openTab, useNotices } from './store';
import { useTexts } from './texts';
import { Waiting } from '../ui/Waiting';
import { Tooltip } from '../ui/Tooltip';

function SoundToggle() {
  const { t } = useTexts();
  const on = useSound((state) => state.on);
  const label = t(on ? 'sound_on' : 'sound_off');
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} aria-pressed={on} onClick={() => setSound(!on)}>
        {on ? <IconVolume size={18} stroke={1.5} /> : <IconVolumeOff size={18} stroke={1.5} />}
      </ActionIcon>
    </Tooltip>
  );
}

/** Nothing for a moment, so that a quick answer does not flicker. */
function LateWaiting() {
  const { t } = useTexts();
  const late = useLate(true);
  return late ? <Waiting m="lg" label={t('loading')} /> : null;
}

function List({ category }: { category: Category }) {
  const { t } = useTexts();
  const { phase, problem, items, more, loadingMore } = useNotices((state) => state.tabs[category]);
  const now = useNow();
  if (problem !== null) {
    return <ErrorPlace compact problem={problem} title={t('load_failed')} onRetry={() => void loadTab(category)} />;
  }
  if (items.length === 0) {
    if (phase !== 'ready') return <LateWaiting />;
    return <EmptyPlace compact icon={<IconBell size={18} stroke={1.5} />} title={t('empty')} text={t('empty_text')} />;
  }
  return (
    <>
      <ul className={classes['list']}>
        {items.map((item) => (
          <NoticeItem key={item.id} notice={item} now={now} />
        ))}
      </ul>
      {more ? (
        <Button
          variant="subtle"
          size="xs"
          fullWidth
          className={classes['more'] ?? ''}
          loading={loadingMore}
          onClick={() => void loadMore(category).catch(() => toastError(t('more_failed')))}
        >
          {t('more')}
        </Button>
      ) : null}
    </>
  );
}

/** What this person was told: three tabs, newest first. */
export function Panel({ onSettings }: { onSettings: () => void }) {
  const { t } = useTexts();
  const tab = useNotices((state) => state.tab);
  const dots = useNotices((state) => state.dots);
  return (
    <Tabs
      className={classes['panel'] ?? ''}
      value={tab}
      onChange={(value) => {
        if (value !== null && isCategory(value)) openTab(value);
      }}
    >
      <header className={classes['head']}>
        <h2 className={classes['title']}>{t('title')}</h2>
        <SoundToggle />
        <Tooltip label={t('settings')}>
          <ActionIcon
            aria-label={t('settings')}
            onClick={() => {
              closePanel();
              onSettings();
            }}
          >
            <IconSettings size={18} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </header>
      <Tabs.List className={classes['tabs'] ?? ''}>
        {CATEGORIES.map((category) => (
          <Tabs.Tab key={category} value={category}>
            {t(`tab.${category}`)}
            {dots[category] ? (
              <span className={classes['dot']} data-dot={category}>
                <span className="pb-unseen">{t('tab_unread')}</span>
              </span>
            ) : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {CATEGORIES.map((category) => (
        <Tabs.Panel key={category} value={category} className={classes['page'] ?? ''}>
          {category === tab ? <List category={category} /> : null}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
