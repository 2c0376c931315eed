import { api } from '../api/client';
import { PATH } from '../api/contactFields';
import { SettingsWait } from '../settings/SettingsSection';
import { useSettingsQuery } from '../settings/useSettingsList';
import { sectionWords } from '../settings/words';
import { ContactFieldsForm } from './ContactFieldsForm';
import { useTexts } from './texts';

const EVENTS = ['settingsChanged'] as const;

/** What the desk writes down about its contacts. */
export function ContactFieldsSection() {
  const { t } = useTexts();
  const list = useSettingsQuery({ key: 'contact-fields', read: (options) => api.get(PATH, options), events: EVENTS, reloads: true });
  return (
    <SettingsWait words={sectionWords(t)} list={list}>
      {/* What another admin saved begins the form anew; what was typed outlives that. */}
      {(stored) => <ContactFieldsForm key={JSON.stringify(stored)} stored={stored} />}
    </SettingsWait>
  );
}
