import { Bell } from '../notifications/Bell';
import { lazyPart } from './lazyScreen';
import { parts } from './parts';
import { openSettings } from './settings/open';

const Panel = lazyPart(parts.notices);

/** The bell of the navigation; its panel leads to the settings. */
export function NoticeBell({ wide }: { wide: boolean }) {
  return <Bell wide={wide} panel={<Panel onSettings={() => openSettings('notifications')} />} />;
}
