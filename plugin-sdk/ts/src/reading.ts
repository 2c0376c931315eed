// Bodies that a provider sent: nobody promises their form.
import { PluginFailure, detail, failure } from './failure.ts';
import { fromJson } from './json.ts';

/** What JSON may begin with, besides white space. */
const BEGINS = '{["-0123456789tfn';
const SPACE = ' \t\r\n';

/**
 * Reads a body as JSON, whole numbers above 2^53 as texts of their digits, and passes it to what understands it. A body that is no JSON, or of a form
 * that `meaning` does not expect (a missing object, a number where a text belongs), is the same
 * tomorrow: a permanent failure, kept for a look and a replay.
 */
export function reading<Json, Value>(body: Uint8Array, meaning: (json: Json) => Value): Value {
  try {
    return meaning(parsed(body) as Json);
  } catch (error) {
    if (error instanceof PluginFailure || !(error instanceof SyntaxError || error instanceof TypeError)) {
      throw error;
    }
    throw failure.permanent(detail('plugin.json', `The data could not be read: ${error.message}.`));
  }
}

/** A megabyte of something else is refused by its first byte, before it is made a text. */
function parsed(body: Uint8Array): unknown {
  let at = 0;
  while (at < body.length && SPACE.includes(String.fromCharCode(body[at] ?? 0))) {
    at += 1;
  }
  if (at === body.length || !BEGINS.includes(String.fromCharCode(body[at] ?? 0))) {
    throw new SyntaxError('this is no JSON');
  }
  return fromJson(body);
}
