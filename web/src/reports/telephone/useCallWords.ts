import { useMe } from '../../session/store';
import { shownDay } from '../days';
import { useTexts } from '../texts';
import { listPath, settledOf, valueOf, type CallFigures, type CallGrouping, type CallReportRow, type Figure } from './figures';

const MINUTE_S = 60;
const HOUR_S = 3_600;

/** How the figures of calls are written in this person's language, and where each of them leads to. */
export function useCallWords() {
  const { t, language } = useTexts();
  const me = useMe();
  const number = (value: number) => new Intl.NumberFormat(language).format(value);
  const share = (value: number) => new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(value);
  /** To the second below an hour: of a telephone that rings, a minute is much. */
  const duration = (seconds: number) => {
    const whole = Math.max(0, Math.round(seconds));
    if (whole < MINUTE_S) return t('performance.duration.seconds', { seconds: whole });
    const minutes = Math.floor((whole % HOUR_S) / MINUTE_S);
    if (whole < HOUR_S) return t('calls.duration', { minutes, seconds: whole % MINUTE_S });
    return t('performance.duration.hours', { hours: Math.floor(whole / HOUR_S), minutes });
  };
  const valueIn = (figures: CallFigures, figure: Figure): string => {
    const value = valueOf(figures, figure);
    if (value === null) return t('none');
    if (figure === 'in_time') return share(value);
    return figure === 'wait' || figure === 'talk' || figure === 'talk_total' ? duration(value) : number(value);
  };
  /** What is told of a figure beside it; empty where there is nothing. */
  const besideIn = (figures: CallFigures, figure: Figure): string[] => {
    const settled = settledOf(figures);
    if (figure === 'missed') return settled === 0 ? [] : [t('calls.share', { share: share(figures.missed / settled) })];
    if (figure === 'in_time') return settled === 0 ? [] : [t('performance.of', { count: number(figures.answered_in_time), all: number(settled) })];
    if (figure === 'reached') return figures.outbound === 0 ? [] : [t('performance.of', { count: number(figures.reached), all: number(figures.outbound) })];
    if (figure === 'outbound') return figures.outbound === 0 ? [] : [t('calls.reached', { count: number(figures.reached) })];
    if (figure !== 'wait' && figure !== 'talk') return [];
    const { p90, mean } = figures[figure];
    return [
      ...(p90 === null ? [] : [t('performance.p90', { duration: duration(p90) })]),
      ...(mean === null ? [] : [t('performance.mean', { duration: duration(mean) })]),
    ];
  };
  const rowName = (group: CallGrouping, { key, name }: CallReportRow): string => {
    if (group === 'day') return shownDay(key);
    if (group === 'line') return key === '' ? t('calls.name.no_line') : key;
    if (key === '-') return t('calls.name.nobody');
    return name === '' ? t('performance.name.gone', { key }) : name;
  };
  /** Who may not see the calls has the figures without a way to them. */
  const pathTo = me.isAdmin || !me.permissions.hide_call ? listPath : () => null;
  return { valueIn, besideIn, rowName, pathTo };
}
