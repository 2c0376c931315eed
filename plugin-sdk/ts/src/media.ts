// Blobs: attachments live in the host's store and pass through the plugin only when it asks.
import { detail, failure } from './failure.ts';
import { BlobWriter } from './lent.ts';
import type { media } from './wit.gen.ts';

/** How many bytes one call to the host moves. */
const CHUNK = 256 * 1024;

/** Reads a whole blob; above `max` bytes it is a permanent failure. */
export function readAll(blob: media.Blob, max: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const piece = blob.read(size, CHUNK);
    if (piece.length === 0) {
      break;
    }
    size += piece.length;
    if (size > max) {
      throw failure.permanent(
        detail('media.too-large', `The file is larger than the ${max} bytes this plugin reads.`),
      );
    }
    pieces.push(piece);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Stores bytes as a new blob. */
export function store(bytes: Uint8Array, mime: string, filename?: string): media.Blob {
  const writer = new BlobWriter({ mime, filename: filename ?? null, size: bytes.length });
  for (let at = 0; at < bytes.length; at += CHUNK) {
    writer.write(bytes.subarray(at, at + CHUNK));
  }
  return BlobWriter.finish(writer);
}

/** The attachment kind of a media type: `image`, `video`, `audio` or `document`. */
export function kindOf(mime: string): 'image' | 'video' | 'audio' | 'document' {
  const [family] = mime.split('/');
  return family === 'image' || family === 'video' || family === 'audio' ? family : 'document';
}

const MIMES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  txt: 'text/plain',
  csv: 'text/csv',
  zip: 'application/zip',
};

/** A file name's usual media type, for providers that give only the name. */
export function mimeOf(filename: string): string {
  const extension = filename.split('.').pop() ?? '';
  return MIMES[extension.toLowerCase()] ?? 'application/octet-stream';
}
