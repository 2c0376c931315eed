/** Contrast: a client's accent, bent just enough that text on it and text in it can be read (WCAG 2.2, 1.4.3). */

type Rgb = readonly [number, number, number];

const FALLBACK = '#0B7A75';
const WHITE: Rgb = [255, 255, 255];
const INK: Rgb = [17, 20, 20];

/** Red, green and blue of `#rrggbb`, each 0 to 255; null for anything else. */
export function parseColour(hex: string | null): Rgb | null {
  const found = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex ?? '');
  if (!found) return null;
  return [parseInt(found[1] ?? '', 16), parseInt(found[2] ?? '', 16), parseInt(found[3] ?? '', 16)];
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Contrast ratio of two colours, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

function mix(colour: Rgb, towards: Rgb, share: number): Rgb {
  const part = (at: 0 | 1 | 2) => Math.round(colour[at] + (towards[at] - colour[at]) * share);
  return [part(0), part(1), part(2)];
}

/** Moves the colour towards `towards` until it stands out from `background`. */
function readable(colour: Rgb, background: Rgb, towards: Rgb): Rgb {
  let bent = colour;
  for (let step = 1; contrast(bent, background) < 4.6 && step <= 20; step += 1) {
    bent = mix(colour, towards, step / 20);
  }
  return bent;
}

const css = (colour: Rgb) => `rgb(${colour.join(' ')})`;

/** An accent to draw with, as CSS colours. */
export interface Accent {
  /** Behind text. */
  readonly fill: string;
  /** Text on `fill`. */
  readonly onFill: string;
  /** Text in the accent itself, on the page's ground. */
  readonly text: string;
}

/** The accent of `#rrggbb`, or of the product where it is none. */
export function accentFor(hex: string | null, dark: boolean): Accent {
  const base = parseColour(hex) ?? parseColour(FALLBACK) ?? INK;
  const background: Rgb = dark ? [29, 31, 31] : WHITE;
  // A middling colour is deepened under white letters; only a bright one carries dark letters.
  const onFill = contrast(base, WHITE) >= 2.6 ? WHITE : INK;
  const fill = onFill === WHITE ? readable(base, WHITE, INK) : base;
  return {
    fill: css(fill),
    onFill: css(onFill),
    text: css(readable(base, background, dark ? WHITE : INK)),
  };
}
