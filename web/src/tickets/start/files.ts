import type { SendRules } from '../../api/types';
import { refusal, type PendingFile } from '../composer/uploads';

/** A chosen file as the list of files shows it: it goes with the message and not before, since there is no ticket yet. */
export function pendingOf(file: File, at: number, rules: SendRules): PendingFile {
  return {
    key: `${at} ${file.name} ${file.size} ${file.lastModified}`,
    name: file.name,
    size: file.size,
    mime: file.type,
    preview: null,
    progress: 1,
    done: { id: 0, url: '', mime: file.type, filename: file.name, size: file.size },
    problem: null,
    refused: refusal(file, at, rules),
    cancel: () => undefined,
  };
}
