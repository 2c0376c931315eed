import { create } from 'zustand';
import { api } from '../../api/client';
import type { TicketFilter } from '../../api/types';
import { toField } from '../../ui/dates';
import { filterFrom } from '../model';
import { narrowFrom, narrowTo, paramsOf, spanOf, type Days, type Narrow } from '../narrow';

interface DateChoice {
  value: '' | 'current' | 'yesterday' | '1week';
  /** Unix seconds; where a day has a name, those of the day it was kept. */
  start: number | null;
  end: number | null;
}

/** A list somebody keeps under a name, in this browser. */
export interface Preset {
  name: string;
  count: number | null;
  countMore: boolean;
  settings: {
    campaignId: string;
    filter: TicketFilter;
    channelFilter: string;
    fieldFilter: string;
    labelFilter: string;
    depFilter: string;
    priorityFilter: string;
    automaticStatus: boolean;
    noAutomaticStatus: boolean;
    apptLessTwoDays: boolean;
    appt: string;
    due: string;
    mentioned: string;
    following: string;
    snoozed: string;
    agentSelected: string;
    withReply: string;
    replyTAT: string;
    named: string;
    sort: string;
  };
  dateSelection: { updated: DateChoice; created: DateChoice; appointment: DateChoice };
}

/** As many as somebody still finds their way in. */
export const PRESETS_MAX = 30;
const NAMES = { today: 'current', yesterday: 'yesterday', week: '1week' } as const;
const TEXT_MAX = 4_000;

function choiceOf(text: Days, ahead = false): DateChoice {
  const [start = null, end = null] = spanOf(text, Date.now(), ahead);
  return { value: text in NAMES ? NAMES[text as keyof typeof NAMES] : '', start, end };
}

function daysOf({ value, start, end }: DateChoice): Days {
  const named = Object.entries(NAMES).find(([, name]) => name === value);
  if (named !== undefined) return named[0];
  const day = (seconds: number | null) => (seconds === null ? '' : toField(seconds * 1000).slice(0, 10));
  return start === null && end === null ? '' : `${day(start)},${day(end)}`;
}

export function presetOf(name: string, filter: TicketFilter, narrow: Narrow): Preset {
  return {
    name,
    count: null,
    countMore: false,
    settings: {
      campaignId: '',
      filter,
      channelFilter: narrow.channels.join(','),
      fieldFilter: narrow.fields.join(','),
      labelFilter: narrow.labels.join(','),
      depFilter: narrow.departments.join(','),
      priorityFilter: narrow.priorities.join(','),
      automaticStatus: narrow.automatic === '1',
      noAutomaticStatus: narrow.automatic === '0',
      apptLessTwoDays: narrow.appt === 'soon',
      appt: narrow.appt,
      due: narrow.due,
      mentioned: narrow.mentioned,
      following: narrow.following,
      snoozed: narrow.snoozed,
      agentSelected: narrow.agents.join(','),
      withReply: narrow.replied,
      replyTAT: narrow.answeredWithin,
      named: narrow.named,
      sort: narrow.sort,
    },
    dateSelection: { updated: choiceOf(narrow.updated), created: choiceOf(narrow.received), appointment: choiceOf(narrow.appointment, true) },
  };
}

/** Checked like an address. */
export function listOf({ settings, dateSelection }: Preset): { filter: TicketFilter; narrow: Narrow } {
  const search = new URLSearchParams({
    labels: settings.labelFilter,
    departments: settings.depFilter,
    agents: settings.agentSelected,
    priorities: settings.priorityFilter,
    channels: settings.channelFilter,
    fields: settings.fieldFilter,
    replied: settings.withReply,
    automatic: settings.automaticStatus ? '1' : settings.noAutomaticStatus ? '0' : '',
    answeredWithin: settings.replyTAT,
    named: settings.named,
    received: daysOf(dateSelection.created),
    updated: daysOf(dateSelection.updated),
    appt: settings.apptLessTwoDays ? 'soon' : settings.appt,
    appointment: daysOf(dateSelection.appointment),
    due: settings.due,
    mentioned: settings.mentioned,
    following: settings.following,
    snoozed: settings.snoozed,
    sort: settings.sort,
  });
  return { filter: filterFrom(settings.filter), narrow: narrowFrom(search) };
}

/** The address of a preset's list. */
export function addressOf(preset: Preset): URLSearchParams {
  const { filter, narrow } = listOf(preset);
  return narrowTo(new URLSearchParams(filter === 'open' ? {} : { filter }), narrow);
}

interface PresetsState {
  of: string;
  presets: readonly Preset[];
  /** The browser keeps nothing: what is here is gone with this page. */
  unkept: boolean;
}

const nothing: PresetsState = { of: '', presets: [], unkept: false };

/** The presets of one username. */
export const usePresets = create<PresetsState>()(() => nothing);

const key = (username: string) => `patchbay.presets.${username}`;

type Loose = Record<string, unknown>;
const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, TEXT_MAX) : '');
const numberOf = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/** What a browser keeps may be from any earlier day, or from anybody. */
function presetFrom(value: unknown): Preset[] {
  if (!isLoose(value) || !isLoose(value['settings']) || textOf(value['name']) === '') return [];
  const settings = value['settings'];
  const dates = isLoose(value['dateSelection']) ? value['dateSelection'] : {};
  const date = (name: string): DateChoice => {
    const given = dates[name];
    const choice = isLoose(given) ? given : {};
    const named = Object.values(NAMES).find((one) => one === choice['value']);
    return { value: named ?? '', start: numberOf(choice['start']), end: numberOf(choice['end']) };
  };
  const text = (name: string) => textOf(settings[name]);
  return [
    {
      name: textOf(value['name']),
      count: numberOf(value['count']),
      countMore: value['countMore'] === true,
      settings: {
        campaignId: text('campaignId'),
        filter: filterFrom(text('filter')),
        channelFilter: text('channelFilter'),
        fieldFilter: text('fieldFilter'),
        labelFilter: text('labelFilter'),
        depFilter: text('depFilter'),
        priorityFilter: text('priorityFilter'),
        automaticStatus: settings['automaticStatus'] === true,
        noAutomaticStatus: settings['noAutomaticStatus'] === true,
        apptLessTwoDays: settings['apptLessTwoDays'] === true,
        appt: text('appt'),
        due: text('due'),
        mentioned: text('mentioned'),
        following: text('following'),
        snoozed: text('snoozed'),
        agentSelected: text('agentSelected'),
        withReply: text('withReply'),
        replyTAT: text('replyTAT'),
        named: text('named'),
        sort: text('sort'),
      },
      dateSelection: { updated: date('updated'), created: date('created'), appointment: date('appointment') },
    },
  ];
}

/** What is stored; nothing where it is not readable, and null where the browser refuses. */
function stored(username: string): Preset[] | null {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key(username)) ?? '[]');
    return Array.isArray(found) ? found.flatMap(presetFrom) : [];
  } catch (thrown) {
    return thrown instanceof SyntaxError ? [] : null;
  }
}

export function readPresets(username: string): void {
  const { of, presets, unkept } = usePresets.getState();
  const found = stored(username);
  // Presets that could not be kept live as long as the page.
  if (of === username && (unkept || found === null)) return;
  usePresets.setState({ of: username, presets: of === username ? (found ?? presets) : (found ?? []), unkept: false });
}

/** Changes what is stored now, which another tab may have changed too. */
function change(edit: (presets: readonly Preset[]) => readonly Preset[]): void {
  const { of, presets, unkept } = usePresets.getState();
  const next = edit(unkept ? presets : (stored(of) ?? presets));
  try {
    localStorage.setItem(key(of), JSON.stringify(next));
    usePresets.setState({ presets: next, unkept: false });
  } catch {
    usePresets.setState({ presets: next, unkept: true });
  }
}

/** A preset of the same name is replaced. False where there are as many as there may be. */
export function savePreset(preset: Preset): boolean {
  const others = usePresets.getState().presets.filter((other) => other.name !== preset.name);
  if (others.length >= PRESETS_MAX) return false;
  change((presets) => [...presets.filter((other) => other.name !== preset.name), preset]);
  return true;
}

export function dropPreset(name: string): void {
  change((presets) => presets.filter((preset) => preset.name !== name));
}

/** Asks how many tickets each has now, or only the one of a name; one after the other, until nobody waits. */
export async function countPresets(wanted: () => boolean = () => true, only?: string): Promise<void> {
  const { of, presets } = usePresets.getState();
  for (const { name } of presets) {
    const { of: now, presets: left } = usePresets.getState();
    const preset = left.find((candidate) => candidate.name === name);
    if (now !== of || !wanted()) return;
    if (preset === undefined || (only !== undefined && name !== only)) continue;
    const { filter, narrow } = listOf(preset);
    try {
      const path = { token: '-', filter, kind: 'ticket', offset: 0 };
      const { count, countMore } = await api.get('/api/ticket/load/{token}/{filter}/{kind}/{offset}', { path, query: paramsOf(narrow) });
      if (usePresets.getState().of !== of) return;
      change((all) => all.map((one) => (one.name === name ? { ...one, count, countMore } : one)));
    } catch {
      // The count of the last time stays.
    }
  }
}
