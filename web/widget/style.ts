/**
 * The widget's style sheet, made by script: a host's content policy may forbid style elements and style
 * attributes. It belongs to a shadow tree, where the host's own rules do not reach.
 */

import { accentFor } from '../src/ui/accent';
import type { WidgetSettings } from './settings';
import fullScreen from './fullScreen.css?inline';
import rules from './widget.css?inline';

/** Where the chat takes the whole window: narrow ones, and ones too low for a panel, as when zoomed in. */
export const FULL_SCREEN = '(max-width: 480px), (max-height: 400px)';

/** The sheet for these settings. */
export function styles({ accent, position }: WidgetSettings): CSSStyleSheet {
  const { fill, onFill } = accentFor(accent, false);
  const edge = `--${position}: calc(20px + env(safe-area-inset-${position}, 0px))`;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:host { --fill: ${fill}; --on-fill: ${onFill}; ${edge} }${rules}@media ${FULL_SCREEN} { ${fullScreen} }`);
  return sheet;
}
