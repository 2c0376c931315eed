import {
  IconBell,
  IconCreditCard,
  IconHistory,
  IconKeyboard,
  IconMoodSmile,
  IconPalette,
  IconShieldLock,
  IconSitemap,
  IconTags,
  IconUser,
  IconUsers,
  IconUserShield,
  type Icon,
} from '@tabler/icons-react';
import { useMemo, type ComponentType } from 'react';
import { loadActionTexts } from '../../actions/texts';
import { abilitiesOf, holds, type Grant } from '../../session/abilities';
import type { Session } from '../../session/model';
import { useSession } from '../../session/store';
import { DESK_SECTIONS } from './deskSections';

/** Who sees a section: everybody, or whoever manages the account. */
export type SectionGroup = 'you' | 'desk' | 'people' | 'account';

export interface Section {
  /** Fixed for good: other places open a section by its number. 17 is the subscription. */
  number: number;
  /** Fixed for good: it is the end of the section's address, and links to it are kept. */
  id: string;
  group: SectionGroup;
  /** Key of the visible text, in `app/settings/texts`. */
  label: string;
  icon: Icon;
  adminOnly: boolean;
  /** Who sees it besides admins. */
  grant?: Grant;
  /** Of no use to people who answer no customers. */
  answering?: true;
  /** The section's screen, loaded when it is first shown. */
  load: () => Promise<ComponentType>;
}

/** Every section of the settings, in the order in which they are listed. */
export const SECTIONS: readonly Section[] = [
  {
    number: 1,
    id: 'profile',
    group: 'you',
    label: 'profile',
    icon: IconUser,
    adminOnly: false,
    load: async () => (await import('../../session/profile/ProfileSection')).ProfileSection,
  },
  {
    number: 2,
    id: 'security',
    group: 'you',
    label: 'security',
    icon: IconShieldLock,
    adminOnly: false,
    load: async () => (await import('../../session/security/SecuritySection')).SecuritySection,
  },
  {
    number: 3,
    id: 'notifications',
    group: 'you',
    label: 'notifications',
    icon: IconBell,
    adminOnly: false,
    load: async () => (await import('../../notifications/NotificationsSection')).NotificationsSection,
  },
  {
    number: 4,
    id: 'appearance',
    group: 'you',
    label: 'appearance',
    icon: IconPalette,
    adminOnly: false,
    load: async () => (await import('./Appearance')).Appearance,
  },
  {
    number: 38,
    id: 'shortcuts',
    group: 'you',
    label: 'shortcuts',
    icon: IconKeyboard,
    adminOnly: false,
    load: async () => (await Promise.all([import('./Shortcuts'), import('../actions'), loadActionTexts()]))[0].Shortcuts,
  },
  ...DESK_SECTIONS,
  {
    number: 17,
    id: 'subscription',
    group: 'account',
    label: 'subscription',
    icon: IconCreditCard,
    adminOnly: true,
    load: async () => (await import('../plans/Subscription')).Subscription,
  },
  {
    number: 7,
    id: 'labels',
    group: 'desk',
    label: 'labels',
    icon: IconTags,
    adminOnly: true,
    load: async () => (await import('../../labels/LabelsSection')).LabelsSection,
  },
  {
    number: 14,
    id: 'custom-statuses',
    group: 'desk',
    label: 'custom_statuses',
    icon: IconMoodSmile,
    adminOnly: true,
    load: async () => (await import('../../presence/CustomStatuses')).CustomStatuses,
  },
  {
    number: 8,
    id: 'departments',
    group: 'people',
    label: 'departments',
    icon: IconSitemap,
    adminOnly: true,
    load: async () => (await import('../../people/DepartmentsSection')).DepartmentsSection,
  },
  {
    number: 9,
    id: 'users',
    group: 'people',
    label: 'users',
    icon: IconUsers,
    adminOnly: true,
    load: async () => (await import('../../people/UsersSection')).UsersSection,
  },
  {
    number: 44,
    id: 'roles',
    group: 'people',
    label: 'roles',
    icon: IconUserShield,
    adminOnly: true,
    load: async () => (await import('../../people/roles/RolesSection')).RolesSection,
  },
  {
    number: 10,
    id: 'audit',
    group: 'account',
    label: 'audit',
    icon: IconHistory,
    adminOnly: true,
    grant: 'view_audit',
    load: async () => (await import('../../audit/AuditSection')).AuditSection,
  },
];

export const GROUPS: readonly SectionGroup[] = ['you', 'desk', 'people', 'account'];

/** A section by its id or number; an address holds the number in digits. */
export function sectionOf(wanted: string | number): Section | undefined {
  return SECTIONS.find(({ id, number }) => id === wanted || String(number) === String(wanted));
}

/** Whether somebody may see a section; of nobody who is known, what everybody may. */
export function maySee({ adminOnly, grant, answering }: Section, me: Session | null): boolean {
  if (answering === true && !abilitiesOf(me).answers) return false;
  return !adminOnly || (me !== null && (me.isAdmin || (grant !== undefined && holds(me, grant))));
}

/** The sections this person may see. */
export function useSections(): readonly Section[] {
  const me = useSession((state) => state.session);
  return useMemo(() => SECTIONS.filter((section) => maySee(section, me)), [me]);
}
