import type { Action } from '../../actions/types';
import { useSession } from '../../session/store';
import { openSettings } from '../settings/open';
import { maySee, SECTIONS } from '../settings/sections';
import '../settings/texts';

/** The letter after a comma that opens each section, by its id; with Shift where another section has that letter. */
const LETTERS: Readonly<Record<string, string>> = {
  profile: 'p', security: 's', notifications: 'n', appearance: 'a', shortcuts: 'k', signatures: 'g', replies: 'r', rules: 'u', macros: 'm',
  hours: 'h', holidays: 'o', announcements: 't', emoji: 'e', 'custom-fields': 'f', 'contact-fields': 'c', 'ticket-forms': 'w', surveys: 'v',
  'blocked-senders': 'b', 'api-keys': 'i', webhooks: 'j', subscription: 'x', labels: 'l', 'custom-statuses': 'q', departments: 'd', users: 'y',
  audit: 'z', sla: 'Shift+s', routing: 'Shift+r', widget: 'Shift+w', imports: 'Shift+i', assist: 'Shift+a', roles: 'Shift+o',
  'scheduled-reports': 'Shift+m', 'routing-replay': 'Shift+p',
};

/** Each section of the settings. */
export const SETTINGS: readonly Action[] = SECTIONS.map((section) => {
  const { id, label, icon } = section;
  const letter = LETTERS[id];
  return {
    id: `settings.${id}`,
    label: `settings:label.${label}`,
    scope: 'settings',
    opens: true,
    many: false,
    keys: letter === undefined ? [] : [`, ${letter}`],
    icon,
    available: ({ desk }) => desk !== null && maySee(section, useSession.getState().session),
    run: () => openSettings(id),
  };
});
