import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '../../api/client';
import { SectionHead } from '../../settings/SectionHead';
import { SettingsWait } from '../../settings/SettingsSection';
import { useSettingsQuery } from '../../settings/useSettingsList';
import { sectionWords } from '../../settings/words';
import { useTexts } from '../texts';
import { AskedLog } from './AskedLog';
import classes from './assist.module.css';
import { SettingSwitches } from './SettingSwitches';
import { TaskList } from './TaskList';

const EVENTS = ['assistChanged', 'channelDataUpdated', 'pluginsChanged'] as const;
/** A channel that connects tells of itself several times. */
const PAUSE_MS = 500;

/** AI helpers in the settings: who is asked for what, what they do by themselves, and what they were asked. */
export function AssistSection() {
  const { t } = useTexts();
  const list = useSettingsQuery({ key: 'assist', read: (options) => api.get('/api/assist', options), events: EVENTS, pauseMs: PAUSE_MS, reloads: true });
  return (
    <SettingsWait words={sectionWords(t)} list={list}>
      {({ tasks, setting }) => (
        <div className={classes['section']}>
          <SectionHead about={t('about')} add={null} />
          <SettingSwitches setting={setting} reload={list.reload} />
          <TaskList tasks={tasks} />
          <p className={classes['dim']}>
            {t('recordings')}{' '}
            <Anchor component={Link} to="/upload" inherit underline="always">
              {t('upload')}
            </Anchor>
          </p>
          <AskedLog />
        </div>
      )}
    </SettingsWait>
  );
}
