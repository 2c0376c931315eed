// What stands between a plugin's functions and the host.
import { PluginFailure, detail, failure } from './failure.ts';
import { log } from './host.ts';

type Anything = (...args: never[]) => unknown;

/**
 * Wraps the functions of one interface, so that whatever they throw means something to the host.
 * JSON that does not read is the same tomorrow: a permanent failure, kept for a look and a replay.
 * Any other error is a fault of the plugin: it is logged and ends the call.
 */
export function implement<Plugin extends object>(plugin: Plugin): Plugin {
  const wrapped: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(plugin)) {
    wrapped[name] = typeof member === 'function' ? guard(name, member.bind(plugin) as Anything) : member;
  }
  return wrapped as Plugin;
}

function guard(name: string, run: Anything): Anything {
  return (...args) => {
    try {
      return run(...args);
    } catch (error) {
      if (error instanceof PluginFailure) {
        throw error;
      }
      if (error instanceof SyntaxError) {
        throw failure.permanent(detail('plugin.json', `The data could not be read: ${error.message}.`));
      }
      const shown = error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error);
      log.error('the plugin failed', { function: name, error: shown });
      throw error;
    }
  };
}
