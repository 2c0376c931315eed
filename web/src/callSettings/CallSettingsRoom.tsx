import { api } from '../api/client';
import { SettingsWait } from '../settings/SettingsSection';
import { useSettingsQuery } from '../settings/useSettingsList';
import { CallSettingsForm } from './CallSettingsForm';
import classes from './callSettings.module.css';
import { KEY, PATH } from './model';
import { useTexts } from './texts';

const EVENTS = ['settingsChanged'] as const;

/** What is set for telephone calls, for whoever has the permission. */
export function CallSettingsRoom() {
  const { t } = useTexts();
  const settings = useSettingsQuery({ key: KEY, read: (options) => api.get(PATH, options), events: EVENTS, reloads: true, grant: 'call_settings' });
  const words = { denied: t('no_permission'), deniedText: t('no_permission_text'), loading: t('loading'), failed: t('load_failed') };
  return (
    <div className={classes['room']}>
      <div className={classes['page']}>
        <h1>{t('title')}</h1>
        <SettingsWait words={words} list={settings}>
          {/* What somebody else saved begins the form anew; what was typed outlives that. */}
          {(stored) => <CallSettingsForm key={JSON.stringify(stored)} stored={stored} />}
        </SettingsWait>
      </div>
    </div>
  );
}
