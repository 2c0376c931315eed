import { durationOf } from '../ui/durationOf';
import { valueOf, type Figure, type PerformanceFigures } from './performance';
import { useTexts } from './texts';

/** How figures are written in this person's language. */
export function useFigureWords() {
  const { t, language } = useTexts();
  const number = (value: number) => new Intl.NumberFormat(language).format(value);
  const duration = (seconds: number) => {
    const { unit, values } = durationOf(seconds);
    return t(`performance.duration.${unit}`, values);
  };
  const share = (value: number) => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(value);
  /** A count, a median or a share; a dash where there is nothing. */
  const valueIn = (figures: PerformanceFigures, figure: Figure): string => {
    const value = valueOf(figures, figure);
    if (value === null) return t('none');
    if (figure === 'one_touch') return share(value);
    return figure === 'first_reply' || figure === 'next_reply' || figure === 'resolution' ? duration(value) : number(value);
  };
  return { number, duration, valueIn };
}
