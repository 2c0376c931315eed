/** Browsers by the mark in what they call themselves; the first that fits, for most carry several. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|\bCriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPod)\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

export interface Device {
  /** The browser, or whatever program it was; empty when it did not say. */
  program: string;
  system: string;
  handheld: boolean;
}

function named(list: readonly [RegExp, string][], agent: string): string {
  return list.find(([mark]) => mark.test(agent))?.[1] ?? '';
}

export function deviceOf(agent: string): Device {
  const system = named(SYSTEMS, agent);
  const program = named(BROWSERS, agent) || (agent.split(/[\s/]/)[0] ?? '');
  return { program, system, handheld: ['Android', 'iPhone', 'iPad'].includes(system) };
}
