/** Letters by their place where the keyboard types another alphabet. */
function letterOf({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  const latin = /^[\x21-\x7e]$/.test(key) || key.length > 1;
  return latin ? key : (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? key);
}

const HELD = ['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Dead', 'Process', 'Unidentified', 'Fn'];

/** What is written in the map of keys for a key that was pressed; null for those that are only held. */
export function pressOf(event: KeyboardEvent): string | null {
  if (HELD.includes(event.key)) return null;
  const key = letterOf(event);
  const letter = /^[a-z]$/i.test(key);
  // What Shift does to other characters is seen in them.
  const shifted = event.shiftKey && (letter || key.length > 1 || event.ctrlKey || event.metaKey);
  const name = key === ' ' ? 'Space' : letter ? key.toLowerCase() : key;
  // Where Alt types a character, it is part of that.
  const alt = event.altKey && (letter || key.length > 1);
  return `${event.ctrlKey || event.metaKey ? 'Mod+' : ''}${alt ? 'Alt+' : ''}${shifted ? 'Shift+' : ''}${name}`;
}

/** Whether a press is one that types nothing. */
export function isChord(press: string): boolean {
  return /^(Mod|Alt)\+|^(Shift\+)?F\d/.test(press);
}

const SIGNS: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→', Escape: 'Esc', Delete: 'Del' };

/** Whether the keyboard calls its keys as Apple does. */
export const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform);

function shown(name: string): string {
  if (name === 'Mod') return isMac() ? '⌘' : 'Ctrl';
  if (name === 'Alt' && isMac()) return '⌥';
  return SIGNS[name] ?? (/^[a-z]$/.test(name) ? name.toUpperCase() : name);
}

/** The caps to draw for one press: `Mod+Shift+k` as Ctrl, Shift, K. */
export function capsOf(press: string): string[] {
  const parts = press.split(/\+(?=.)/);
  return parts.map(shown);
}

/** The same in one line, for menus and hints: `g t` as G T. */
export function lineOf(keys: string): string {
  return keys
    .split(' ')
    .map((press) => capsOf(press).join(isMac() ? '' : '+'))
    .join(' ');
}

/** As `aria-keyshortcuts` and screen readers want them. */
export function ariaOf(keys: string): string {
  return keys.replaceAll('Mod', isMac() ? 'Meta' : 'Control');
}
