// `node --import @patchbay/plugin/register`: lets Node run a plugin's TypeScript as it is, with
// stand-ins where the host would be.
import { register } from 'node:module';

register('./hooks.mjs', import.meta.url);
