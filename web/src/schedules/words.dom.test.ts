import i18next from 'i18next';
import { beforeEach, expect, it } from 'vitest';
import { setTimezone } from '../ui/dates';
import { newDraft, type ScheduleDraft, type ScheduledReportRun } from './model';
import './texts';
import { momentWords, recipientWords, reportWords, runWords, timeWords } from './words';

const DRAFT = newDraft(7, 'Asia/Kuala_Lumpur');
const RUN: ScheduledReportRun = { at: 0, from: '2026-11-22', to: '2026-11-28', empty: false, sent: 0, waiting: 0, refused: 0, no_address: 0, failed: 0 };
const texts = (language: 'en' | 'ms' | 'zh') => ({ t: i18next.getFixedT(language, 'schedules'), language });
const EN = texts('en');
const MS = texts('ms');
const ZH = texts('zh');

beforeEach(() => setTimezone('Asia/Kuala_Lumpur'));

it.each<[Partial<ScheduleDraft>, string, string, string]>([
  [{ group: 'agent' }, 'Reply and resolution times by agent, last 7 days', 'Masa balasan dan penyelesaian mengikut ejen, 7 hari lepas', '回复与解决时间（按客服），过去 7 天'],
  [{ report: 'calls', days: 'last_week' }, 'Calls by day, last week', 'Panggilan mengikut hari, minggu lepas', '通话（按日期），上周'],
  [{ report: 'calls', group: 'line', days: 'yesterday' }, 'Calls by line, yesterday', 'Panggilan mengikut talian, semalam', '通话（按线路），昨天'],
])('tells what is reported: %j', (part, en, ms, zh) => {
  expect([EN, MS, ZH].map((one) => reportWords({ ...DRAFT, ...part }, one))).toEqual([en, ms, zh]);
});

it.each<[Partial<ScheduleDraft>, string, string, string]>([
  [{ repeat: 'daily' }, 'Every day at 08:00', 'Setiap hari pada pukul 08:00', '每天 08:00'],
  [{ weekdays: [1, 2, 3, 4, 5, 6, 7] }, 'Every day at 08:00', 'Setiap hari pada pukul 08:00', '每天 08:00'],
  [{ weekdays: [1, 2, 3, 4, 5] }, 'Monday to Friday at 08:00', 'Isnin hingga Jumaat pada pukul 08:00', '星期一至星期五 08:00'],
  [{ weekdays: [1] }, 'Monday at 08:00', 'Isnin pada pukul 08:00', '每星期一 08:00'],
  [{ weekdays: [4, 1] }, 'Monday and Thursday at 08:00', 'Isnin dan Khamis pada pukul 08:00', '每星期一和星期四 08:00'],
  [{ weekdays: [1, 3, 7], time: '17:30' }, 'Monday, Wednesday and Sunday at 17:30', 'Isnin, Rabu dan Ahad pada pukul 17:30', '每星期一、星期三和星期日 17:30'],
  [{ repeat: 'monthly', day_of_month: 28 }, 'On day 28 of every month at 08:00', 'Pada 28 hari bulan setiap bulan, pukul 08:00', '每月 28 日 08:00'],
  [{ repeat: 'daily', timezone: 'Europe/Berlin' }, 'Every day at 08:00 (Europe/Berlin)', 'Setiap hari pada pukul 08:00 (Europe/Berlin)', '每天 08:00（Europe/Berlin）'],
])('tells when it goes out: %j', (part, en, ms, zh) => {
  expect([EN, MS, ZH].map((one) => timeWords({ ...DRAFT, ...part }, one))).toEqual([en, ms, zh]);
});

it('takes UTC for one zone under either name', () => {
  setTimezone('UTC');
  expect(timeWords({ ...DRAFT, repeat: 'daily', timezone: 'Etc/UTC' }, EN)).toBe('Every day at 08:00');
});

it("tells a moment on the reader's clock, with its year where that is another", () => {
  const now = Date.UTC(2026, 10, 29, 9);
  const at = Date.UTC(2026, 10, 29, 0);
  expect(momentWords(at, now, 'en')).toBe('29 Nov, 08:00');
  expect(momentWords(at, now, 'zh')).toBe('11月29日 08:00');
  expect(momentWords(Date.UTC(2027, 0, 4, 0), now, 'en')).toBe('4 Jan 2027, 08:00');
});

it.each<[Partial<ScheduledReportRun>, string, string, string]>([
  [{ sent: 3 }, 'sent to 3', 'dihantar kepada 3', '已发给 3 人'],
  [{ empty: true }, 'nothing happened, no mail', 'tiada apa-apa berlaku, tiada e-mel', '没有任何记录，未发邮件'],
  [
    { sent: 2, waiting: 1, refused: 1, no_address: 1, failed: 1 },
    'sent to 2, 1 waiting, 1 without permission, 1 without a mail address, 1 failed',
    'dihantar kepada 2, 1 menunggu, 1 tanpa kebenaran, 1 tanpa alamat e-mel, 1 gagal',
    '已发给 2 人，1 人等待中，1 人没有权限，1 人没有邮箱地址，1 人发送失败',
  ],
  [{}, 'no mail', 'tiada e-mel', '未发邮件'],
])('tells what became of it: %j', (part, en, ms, zh) => {
  expect([EN, MS, ZH].map((one) => runWords({ ...RUN, ...part }, one))).toEqual([en, ms, zh]);
});

it.each<[readonly string[] | null, string]>([
  [null, '4 recipients'],
  [['Ann'], '1 recipient: Ann'],
  [['Ann', 'Ben', 'Cora'], '3 recipients: Ann, Ben, Cora'],
  [['Ann', 'Ben', 'Cora', 'Mei', 'Ravi'], '5 recipients: Ann, Ben, Cora, and 2 more'],
])('tells to whom it goes: %j', (names, words) => {
  expect(recipientWords(names, names?.length ?? 4, EN)).toBe(words);
});
