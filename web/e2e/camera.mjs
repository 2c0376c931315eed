// How the pictures of the documentation are taken: light, dark, and on a phone.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openContext } from './browser.mjs';

/** Small text stays sharp at this quality, and a picture takes about 20 KB. */
const QUALITY = 80;
const DESK = { viewport: { width: 1280, height: 800 } };

/** By name, which ends the picture's. */
export const KINDS = {
  light: { ...DESK, colorScheme: 'light' },
  dark: { ...DESK, colorScheme: 'dark' },
  phone: { viewport: { width: 360, height: 740 }, colorScheme: 'light', hasTouch: true },
};

/** A browser that was asked about its notifications before: the question would lie over everything. */
export async function contextOf(browser, options) {
  const context = await openContext(browser, { ...options, reducedMotion: 'reduce' });
  await context.context.addInitScript(() => {
    // The frame around a mail has no origin and no storage.
    if (globalThis.origin !== 'null') localStorage.setItem('patchbay.browser_notifications', 'disabled');
  });
  return context;
}

/** Takes what a page shows into a file of the folder. */
export function camera(folder) {
  return async function take(page, name) {
    // Nothing is under the pointer.
    await page.mouse.move(0, 0);
    const tools = await page.context().newCDPSession(page);
    const { data } = await tools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    await tools.detach();
    const bytes = Buffer.from(data, 'base64');
    await writeFile(join(folder, `${name}.webp`), bytes);
    console.log(`${name} ${Math.ceil(bytes.length / 1024)} KB`);
  };
}
