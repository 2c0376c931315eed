// Writes the pictures of docs/screenshots from the running demo: light, dark, and on a phone.
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { launch, openContext } from './browser.mjs';
import { furnish } from './furnish.mjs';
import { PLUGIN_SCREENS } from './pluginPictures.mjs';
import { SCREENS } from './screens.mjs';
import { startStand } from './stand.mjs';

const OUT = resolve(import.meta.dirname, '../../docs/screenshots');
const DESK = { viewport: { width: 1440, height: 900 } };
const KINDS = {
  light: { ...DESK, colorScheme: 'light' },
  dark: { ...DESK, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'light', hasTouch: true },
};

const wanted = process.argv.slice(2);
const stand = await startStand();
const browser = await launch();
try {
  await furnish(stand, browser);
  await mkdir(OUT, { recursive: true });
  for (const [kind, options] of Object.entries(KINDS)) {
    const screens = kind === 'light' ? { ...SCREENS, ...PLUGIN_SCREENS } : SCREENS;
    for (const [name, go] of Object.entries(screens)) {
      if (wanted.length > 0 && !wanted.includes(name)) continue;
      const context = await openContext(browser, { ...options, reducedMotion: 'reduce' });
      try {
        const page = await context.page();
        await go(page, stand);
        const file = join(OUT, `${name}-${kind}.png`);
        const bytes = await page.screenshot({ caret: 'hide' });
        await writeFile(file, bytes);
        console.log(`${file} ${Math.ceil(bytes.length / 1024)} KB`);
        for (const complaint of context.complaints) console.error(`  complained: ${complaint}`);
      } catch (error) {
        process.exitCode = 1;
        console.error(`${name}-${kind}: ${error}`);
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
  await stand.stop();
}
