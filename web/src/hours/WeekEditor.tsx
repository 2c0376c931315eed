import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconCopy, IconPlus, IconX } from '@tabler/icons-react';
import type { WeeklyTime } from '../api/types';
import { dayNames } from '../ui/weekdays';
import classes from './hours.module.css';
import { crossesMidnight, DAYS, linesOf, nextTime } from './model';
import { useTexts } from './texts';

interface Props {
  weekly: readonly WeeklyTime[];
  /** What is wrong, by places such as `weekly.2.to`. */
  faults: Readonly<Record<string, string>>;
  onChange: (weekly: WeeklyTime[]) => void;
}

/** The times of a week: any number a day, and none where the desk is closed. */
export function WeekEditor({ weekly, faults, onChange }: Props) {
  const { t, language } = useTexts();
  const long = dayNames(language, 'long');

  function copyDown(day: number) {
    const times = linesOf(weekly, day).map(({ time }) => time);
    const others = weekly.filter((time) => time.day > 5 || time.day === day);
    const copies = [1, 2, 3, 4, 5].filter((other) => other !== day).flatMap((other) => times.map((time) => ({ ...time, day: other })));
    onChange([...others, ...copies]);
  }

  return (
    <fieldset className={classes['week']}>
      <legend className={classes['legend']}>{t('week')}</legend>
      {DAYS.map((day) => {
        const lines = linesOf(weekly, day);
        const name = long[day - 1] ?? '';
        return (
          <div key={day} className={classes['day']} role="group" aria-label={name}>
            <span className={classes['dayName']}>{name}</span>
            <div className={classes['times']}>
              {lines.length === 0 ? <span className={classes['closed']}>{t('closed')}</span> : null}
              {lines.map(({ at, time }, nth) => (
                <Time
                  key={nth}
                  name={name}
                  time={time}
                  fault={faults[`weekly.${at}.from`] ?? faults[`weekly.${at}.to`] ?? null}
                  onChange={(next) => onChange(weekly.map((other, place) => (place === at ? next : other)))}
                  onRemove={() => onChange(weekly.filter((_, place) => place !== at))}
                />
              ))}
            </div>
            <div className={classes['acts']}>
              {day <= 5 && lines.length > 0 ? (
                <ActionIcon size="sm" aria-label={t('copy', { day: name })} title={t('copy', { day: name })} onClick={() => copyDown(day)}>
                  <IconCopy size={15} stroke={1.5} />
                </ActionIcon>
              ) : null}
              <Button
                size="compact-xs"
                variant="subtle"
                leftSection={<IconPlus size={13} stroke={1.5} />}
                aria-label={t('add_time', { day: name })}
                onClick={() => onChange([...weekly, nextTime(weekly, day)])}
              >
                {t('add_short')}
              </Button>
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}

interface TimeProps {
  name: string;
  time: WeeklyTime;
  fault: string | null;
  onChange: (time: WeeklyTime) => void;
  onRemove: () => void;
}

function Time({ name, time, fault, onChange, onRemove }: TimeProps) {
  const { t } = useTexts();
  const field = (key: 'from' | 'to') => ({
    type: 'time',
    size: 'xs' as const,
    'aria-label': t(`${key}_of`, { day: name }),
    value: time[key],
    error: fault !== null,
    onChange: (event: { currentTarget: { value: string } }) => onChange({ ...time, [key]: event.currentTarget.value }),
  });
  return (
    <div>
      <div className={classes['time']}>
        <TextInput {...field('from')} />
        <span aria-hidden>–</span>
        <TextInput {...field('to')} />
        <ActionIcon size="sm" aria-label={t('drop_time', { day: name, from: time.from, to: time.to })} onClick={onRemove}>
          <IconX size={15} stroke={1.5} />
        </ActionIcon>
        {crossesMidnight(time) ? <span className={classes['night']}>{t('next_day')}</span> : null}
      </div>
      {fault === null ? null : (
        <p role="alert" className={classes['fault']}>
          {fault}
        </p>
      )}
    </div>
  );
}
