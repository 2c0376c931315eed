// JSON without loss: `JSON.parse` rounds whole numbers above 2^53, which many providers' ids are.
import { fromUtf8 } from './utf8.ts';

/** A JSON text in pieces: strings, numbers, and whatever is between them. */
const PIECES = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Digits of a whole number that may be too large; shorter ones never are. */
const LONG = /^-?[1-9]\d{15,}$/;

/**
 * Reads JSON. A whole number that JavaScript cannot hold comes as a text of its digits, so that an
 * id stays what it is; every other number is a number. `String(id)` fits both.
 */
export function fromJson(json: string | Uint8Array): unknown {
  const text = typeof json === 'string' ? json : fromUtf8(json);
  // What is no JSON is said by the parser, of the text as it came.
  return JSON.parse(/\d{16}/.test(text) ? quoted(text) : text);
}

function quoted(text: string): string {
  return text.replace(PIECES, (piece) =>
    LONG.test(piece) && !Number.isSafeInteger(Number(piece)) ? `"${piece}"` : piece,
  );
}

/**
 * Writes JSON as `JSON.stringify` does, and a `bigint` as the number it is: for providers that want
 * large ids back as numbers.
 */
export function toJson(value: unknown): string {
  return written(value) ?? 'null';
}

function written(value: unknown): string | undefined {
  if (typeof value === 'bigint') {
    return value.toString();
  }
  if (value === null || typeof value !== 'object') {
    return JSON.stringify(value);
  }
  const own = value as { toJSON?: () => unknown };
  if (typeof own.toJSON === 'function') {
    return written(own.toJSON());
  }
  if (Array.isArray(value)) {
    return `[${value.map((one) => written(one) ?? 'null').join(',')}]`;
  }
  const fields = Object.entries(value).flatMap(([name, one]) => {
    const text = written(one);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${fields.join(',')}}`;
}
