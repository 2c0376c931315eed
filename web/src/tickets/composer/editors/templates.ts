import type { Template } from '../../../api/content';
import { keep } from '../../../api/keep';

const KEPT = 12;
const key = (channel: string) => `patchbay.templates.${channel.toLowerCase()}`;

/** Templates sent over a channel from this browser, the newest first. */
export function templatesOf(channel: string): Template[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key(channel)) ?? '[]');
    return Array.isArray(value) ? (value as Template[]) : [];
  } catch {
    return [];
  }
}

/** Only names and how many values: what was written to a customer is not kept. */
export function keepTemplate(channel: string, template: Template): void {
  const bare = { ...template, parameters: template.parameters?.map(([name]): [string, string] => [name, '']) ?? [] };
  const others = templatesOf(channel).filter((one) => one.name !== bare.name || one.language !== bare.language);
  try {
    keep(key(channel), JSON.stringify([bare, ...others].slice(0, KEPT)));
  } catch {
    // Without room it has to be typed again.
  }
}
