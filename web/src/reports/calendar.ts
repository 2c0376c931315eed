/** How calendars are written in the languages of the workspace. */
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';

/** English is there; the others come when a calendar is to be in them. */
const LOCALES: Readonly<Record<string, () => Promise<unknown>>> = {
  ms: () => import('dayjs/locale/ms'),
  zh: () => import('dayjs/locale/zh'),
};

interface Formats {
  monthLabelFormat: string;
  yearLabelFormat: string;
  day: string;
}

const USUAL: Formats = { monthLabelFormat: 'MMMM YYYY', yearLabelFormat: 'YYYY', day: 'D MMMM YYYY' };
const FORMATS: Readonly<Record<string, Formats>> = { zh: { monthLabelFormat: 'YYYY年M月', yearLabelFormat: 'YYYY年', day: 'YYYY年M月D日' } };

type WeekDay = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** What a calendar takes of the language: names of days and months, the order they stand in, the day that weeks begin with. */
export function useCalendar(language: string) {
  const [loaded, setLoaded] = useState('en');
  useEffect(() => {
    let isWanted = true;
    // A calendar in English is better than none.
    LOCALES[language]?.().then(
      () => isWanted && setLoaded(language),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [language]);
  const locale = loaded === language ? loaded : 'en';
  const { day, ...formats } = FORMATS[locale] ?? USUAL;
  return {
    ...formats,
    locale,
    firstDayOfWeek: (dayjs.Ls[locale]?.weekStart ?? 0) as WeekDay,
    getDayAriaLabel: (date: string) => dayjs(date).locale(locale).format(day),
  };
}
