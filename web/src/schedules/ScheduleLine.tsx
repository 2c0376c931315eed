import { ActionIcon, Switch } from '@mantine/core';
import { IconSend, IconTrash } from '@tabler/icons-react';
import ordered from '../settings/orderedRow.module.css';
import { openDialog } from '../ui/dialog';
import { Chip } from '../ui/SettingsList';
import kept from '../ui/settingsList.module.css';
import { Tooltip } from '../ui/Tooltip';
import { useNow } from '../ui/useNow';
import type { Choice } from '../ui/useTicketChoices';
import { hasMissed, type ScheduledReport } from './model';
import classes from './schedules.module.css';
import { useTexts } from './texts';
import { momentWords, NAMED, recipientWords, reportWords, runWords, timeWords, type Texts } from './words';

/** The names of what a row names by id. */
export interface RowNames {
  /** Null until they are known. */
  users: readonly Choice[] | null;
  narrowing: Readonly<Record<'channel' | 'department' | 'label', readonly Choice[]>>;
}

interface Props {
  schedule: ScheduledReport;
  names: RowNames;
  /** A change is on its way: until it is done nothing else is begun. */
  busy: boolean;
  onOpen: () => void;
  onSwitch: (enabled: boolean) => void;
  onSend: () => void;
  onRemove: () => void;
}

/** Row of a scheduled report: what goes out when and to whom, and what became of it last. It opens, is switched, sent and deleted. */
export function ScheduleLine({ schedule, names, busy, onOpen, onSwitch, onSend, onRemove }: Props) {
  const texts = useTexts();
  const { t, language } = texts;
  const now = useNow();
  const { name, enabled, recipients, last, next_at: next } = schedule;
  const people = recipientNames(recipients, names, texts);
  const lines = [
    [reportWords(schedule, texts), ...narrowingWords(schedule, names, texts)],
    [timeWords(schedule, texts), ...(next === null ? [] : [t('next', { at: momentWords(next, now, language) })])],
    [recipientWords(people, recipients.length, texts)],
    [last === null ? t('run.never') : t('run.last', { at: momentWords(last.at, now, language), what: runWords(last, texts) })],
  ];
  const remove = () => openDialog({ title: t('remove_title', { name }), text: t('remove_text'), confirm: { label: t('remove_confirm'), danger: true, run: onRemove } });
  return (
    <li className={`${kept['row'] ?? ''} ${ordered['row'] ?? ''} ${classes['schedule'] ?? ''}`} data-off={!enabled} data-wraps>
      <button type="button" className={kept['open']} title={people !== null && people.length > NAMED ? people.join(', ') : undefined} onClick={onOpen}>
        <span className={kept['name']}>
          <span>{name}</span>
          {enabled ? null : <Chip>{t('off')}</Chip>}
          {last !== null && hasMissed(last) ? <Chip tone="warn">{t('missed')}</Chip> : null}
        </span>
        {lines.map((line, at) => (
          <span key={at} className={`${kept['meta'] ?? ''} ${classes['line'] ?? ''}`}>
            {line.join(' · ')}
          </span>
        ))}
      </button>
      <span className={`${kept['side'] ?? ''} ${ordered['tools'] ?? ''}`}>
        <Switch size="xs" aria-label={t('on', { name })} disabled={busy} checked={enabled} onChange={(event) => onSwitch(event.currentTarget.checked)} />
        <Tooltip label={t('send')}>
          <ActionIcon disabled={busy} aria-label={t('send_of', { name })} onClick={onSend}>
            <IconSend size={16} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
        <ActionIcon disabled={busy} aria-label={t('remove', { name })} onClick={remove}>
          <IconTrash size={16} stroke={1.5} />
        </ActionIcon>
      </span>
    </li>
  );
}

/** The names of those it goes to; null until they are known. Whoever was deleted or disabled has none. */
function recipientNames(recipients: readonly number[], { users }: RowNames, { t }: Texts): string[] | null {
  if (users === null) return null;
  return recipients.map((id) => nameIn(users, String(id)) ?? t('user_gone'));
}

/** What the report is narrowed to, by name; what was deleted has none. */
function narrowingWords({ report, type, channel, department, label }: ScheduledReport, { narrowing }: RowNames, { t }: Texts): string[] {
  if (report !== 'performance') return [];
  const named = (kind: keyof RowNames['narrowing'], value: string) => nameIn(narrowing[kind], value) ?? `${t(`field.${kind}`)} ${value}`;
  return [
    ...(type === '' ? [] : [t(`type.${type}`)]),
    ...(channel === '' ? [] : [named('channel', channel)]),
    ...(department === null ? [] : [named('department', String(department))]),
    ...(label === null ? [] : [named('label', String(label))]),
  ];
}

const nameIn = (choices: readonly Choice[], wanted: string) => choices.find(({ value }) => value === wanted)?.label;
