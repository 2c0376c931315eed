// Text and bytes. QuickJS has no TextEncoder; what follows does without and is quick there too,
// because the long loops run inside the engine.

// How many bytes one call may take as arguments.
const CHUNK = 8192;

declare function escape(text: string): string;
declare function unescape(text: string): string;

/** The UTF-8 bytes of a text. Half a surrogate pair becomes U+FFFD. */
export function toUtf8(text: string): Uint8Array {
  const binary = unescape(escaped(text));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) {
    bytes[at] = binary.charCodeAt(at);
  }
  return bytes;
}

function escaped(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '\ufffd'));
  }
}

/** The text of UTF-8 bytes. What is no UTF-8 becomes U+FFFD, as everywhere. */
export function fromUtf8(bytes: Uint8Array): string {
  let binary = '';
  for (let at = 0; at < bytes.length; at += CHUNK) {
    binary += String.fromCharCode.apply(null, bytes.subarray(at, at + CHUNK) as unknown as number[]);
  }
  try {
    return decodeURIComponent(escape(binary));
  } catch {
    return lenient(bytes);
  }
}

/** Piece by piece: for the rare text that is damaged. */
function lenient(bytes: Uint8Array): string {
  let text = '';
  let at = 0;
  while (at < bytes.length) {
    const first = bytes[at] ?? 0;
    const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
    let piece = '%' + first.toString(16).padStart(2, '0');
    for (let more = 1; more < length; more += 1) {
      piece += '%' + (bytes[at + more] ?? 0).toString(16).padStart(2, '0');
    }
    try {
      text += decodeURIComponent(piece);
      at += length;
    } catch {
      text += '\ufffd';
      at += 1;
    }
  }
  return text;
}
