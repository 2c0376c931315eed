/** The loader: one classic script that the site's tag asks for. The server puts the settings in the name's place. */

import { install } from './commands';
import type { WidgetSettings } from './settings';

declare const __PATCHBAY_WIDGET__: WidgetSettings;

install(__PATCHBAY_WIDGET__);
