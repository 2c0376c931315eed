// Files that a provider loads from the desk instead of being handed their bytes.
import { detail, failure } from './failure.ts';
import type { outgoing, types } from './wit.gen.ts';

/** A file of an outgoing message, and where it can be loaded. */
export interface FileUrl {
  /** The signed address: whoever has it can load the file for seven days, without signing in. */
  url: string;
  mime: string;
  filename: string | null;
  /** `image`, `video`, `audio`, `voice`, `sticker` or `document`. */
  kind: string;
  /** In bytes, where it is known. */
  size: number | null;
}

/**
 * The message's files with their addresses, in the order of `attachments`. Addresses are signed anew
 * for each attempt, so two attempts differ in them. Where the desk has no address that others can
 * reach, a message with files is a permanent failure, `media.no-address`.
 */
export function fileUrls(account: types.Account, message: outgoing.Message): FileUrl[] {
  const base = account.publicUrl.replace(/\/+$/, '');
  const listed = addresses(message);
  return (message.attachments ?? []).map((file, place) => {
    const about = listed[place];
    const path = typeof about?.url === 'string' ? about.url : '';
    if (path === '' || !(path.startsWith('http') || base.startsWith('http'))) {
      throw failure.permanent(
        detail(
          'media.no-address',
          'The provider loads files from this desk, and this desk has no public address. Ask its ' +
            'operator to set server.public_url, or send the text alone.',
        ),
      );
    }
    return {
      url: path.startsWith('http') ? path : `${base}${path}`,
      mime: file.mime,
      filename: file.filename ?? null,
      kind: file.kind,
      size: typeof about?.size === 'number' ? about.size : null,
    };
  });
}

function addresses(message: outgoing.Message): ({ url?: unknown; size?: unknown } | null | undefined)[] {
  const pair = (message.extras ?? []).find(([name]) => name === 'attachment-json');
  try {
    const list: unknown = JSON.parse(pair?.[1] ?? '[]');
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
