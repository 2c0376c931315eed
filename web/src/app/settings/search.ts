import i18next from 'i18next';
import { useEffect, useState } from 'react';
import type { Section } from './sections';
import { SETTING_TEXTS } from './settingTexts';
import './texts';

/** A section, or a setting in it, that has every word somebody types. */
export interface SettingsHit {
  id: string;
  section: Section;
  /** The setting's name, or the section's. */
  title: string;
  about: string;
  /** Where the setting is; empty for the section itself. */
  within: string;
}

export function wordsOf(query: string): readonly string[] {
  return query.toLowerCase().split(/\s+/).filter((word) => word !== '');
}

/** A text in the current language; empty while its room's texts are not there. */
function say(key: string | undefined): string {
  return key !== undefined && i18next.exists(key) ? i18next.t(key) : '';
}

function hitsIn(section: Section, isAdmin: boolean): readonly SettingsHit[] {
  const texts = SETTING_TEXTS[section.id];
  const title = say(`settings:label.${section.label}`);
  const settings = (texts?.settings ?? []).filter(({ adminOnly }) => isAdmin || adminOnly !== true);
  return [
    { id: section.id, section, title, about: say(texts?.about), within: '' },
    ...settings
      .map(({ label, about }) => ({ id: `${section.id}.${label}`, section, title: say(label), about: say(about), within: title }))
      .filter((hit) => hit.title !== ''),
  ];
}

/** Sections by their names come first, then settings by theirs, then what only the sentences say. */
function rank(hit: SettingsHit, words: readonly string[]): number | null {
  const title = hit.title.toLowerCase();
  const own = `${title} ${hit.about.toLowerCase()}`;
  const all = `${own} ${hit.within.toLowerCase()}`;
  // The section's name alone does not find everything in it.
  if (!words.every((word) => all.includes(word)) || !words.some((word) => own.includes(word))) return null;
  const named = `${title} ${hit.within.toLowerCase()}`;
  if (!words.every((word) => named.includes(word)) || !words.some((word) => title.includes(word))) return 2;
  return hit.within === '' ? 0 : 1;
}

/** How much of a sentence stands before the first word that was found in it. */
const LEAD = 20;

/** The part of a sentence that a short place shows: it begins a little before what was found. */
function excerpt(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0));
  if (!Number.isFinite(first) || first <= 2 * LEAD) return text;
  const from = first - LEAD;
  // Chinese has no blanks to cut at.
  const blank = text.indexOf(' ', from);
  return `…${text.slice(blank >= 0 && blank < first ? blank + 1 : from)}`;
}

export function findSettings(query: string, sections: readonly Section[], isAdmin: boolean): readonly SettingsHit[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return sections
    .flatMap((section) => hitsIn(section, isAdmin))
    .flatMap((hit) => {
      const place = rank(hit, words);
      return place === null ? [] : [{ hit: { ...hit, about: excerpt(hit.about, words) }, place }];
    })
    .sort((a, b) => a.place - b.place)
    .map(({ hit }) => hit);
}

type Phase = 'idle' | 'loading' | 'ready' | 'failed';

/** The texts of the sections' rooms come when somebody looks for something in them. */
export function useSettingTexts(wanted: boolean, sections: readonly Section[]): { phase: Phase; retry: () => void } {
  const [turn, setTurn] = useState(0);
  const [ended, setEnded] = useState<{ turn: number; phase: 'ready' | 'failed' } | null>(null);
  useEffect(() => {
    if (!wanted) return undefined;
    let gone = false;
    void Promise.allSettled(sections.map(({ id }) => SETTING_TEXTS[id]?.load() ?? Promise.resolve())).then((answers) => {
      if (!gone) setEnded({ turn, phase: answers.some(({ status }) => status === 'rejected') ? 'failed' : 'ready' });
    });
    return () => {
      gone = true;
    };
  }, [wanted, sections, turn]);
  const phase = ended?.turn === turn ? ended.phase : wanted ? 'loading' : 'idle';
  return { phase, retry: () => setTurn(turn + 1) };
}
