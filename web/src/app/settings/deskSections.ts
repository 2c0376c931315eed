import { IconCalendarOff, IconClockHour9, IconMessage2Bolt, IconSignature, IconSpeakerphone } from '@tabler/icons-react';
import type { Section } from './sections';

/** What a desk keeps: words, times, and what everybody is told. */
export const DESK_SECTIONS: readonly Section[] = [
  {
    number: 5,
    id: 'signatures',
    group: 'you',
    label: 'signatures',
    icon: IconSignature,
    adminOnly: false,
    load: async () => (await import('../../replies/SignaturesSection')).SignaturesSection,
  },
  {
    number: 6,
    id: 'replies',
    group: 'desk',
    label: 'replies',
    icon: IconMessage2Bolt,
    adminOnly: false,
    load: async () => (await import('../../replies/RepliesSection')).RepliesSection,
  },
  {
    number: 11,
    id: 'hours',
    group: 'desk',
    label: 'hours',
    icon: IconClockHour9,
    adminOnly: true,
    load: async () => (await import('../../hours/HoursSection')).HoursSection,
  },
  {
    number: 12,
    id: 'holidays',
    group: 'desk',
    label: 'holidays',
    icon: IconCalendarOff,
    adminOnly: true,
    load: async () => (await import('../../hours/HolidaysSection')).HolidaysSection,
  },
  {
    number: 13,
    id: 'announcements',
    group: 'desk',
    label: 'announcements',
    icon: IconSpeakerphone,
    adminOnly: true,
    load: async () => (await import('../../announcements/AnnouncementsSection')).AnnouncementsSection,
  },
];
