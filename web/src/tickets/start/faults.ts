import type { SendRules } from '../../api/types';
import { isAddress } from '../composer/head';
import type { WindowState } from '../composer/rules';
import type { PendingFile } from '../composer/uploads';
import type { StartChannel } from './calls';
import { addressOf, isPhone, type StartDraft } from './model';

interface Situation {
  draft: StartDraft;
  channel: StartChannel | undefined;
  rules: SendRules;
  window: WindowState | null;
  files: readonly PendingFile[];
  left: number | null;
  max: number | null;
}

type Say = (key: string, values?: Record<string, unknown>) => string;

function words({ draft, channel, rules, window, files, left, max }: Situation, t: Say): Record<string, string> {
  if (window !== null && !window.open) {
    if (draft.contents.length > 0) return {};
    return { contents: t(window.after === 'template' ? 'fault.template' : 'fault.waits') };
  }
  return {
    ...(draft.text.trim() !== '' || files.length > 0 ? {} : { message: t(channel !== undefined && rules.attachments_max === 0 ? 'fault.message' : 'fault.message_or_file') }),
    ...(left !== null && left < 0 ? { message: t('fault.too_long', { max }) } : {}),
    ...(files.some((file) => file.refused !== null) ? { attachment: t('fault.files') } : {}),
  };
}

/** What is missing before it can be sent, by the fields that the core names in its own refusals. */
export function faultsOf(situation: Situation, t: Say): Record<string, string> {
  const { draft, channel, rules } = situation;
  const address = addressOf(draft, channel).trim();
  const wrong = draft.cc.find((one) => !isAddress(one));
  return {
    ...(draft.picked === null && draft.name.trim() === '' && address === '' && channel === undefined ? { contact_id: t('fault.contact') } : {}),
    ...(channel === undefined ? { channel_id: t('fault.channel') } : {}),
    ...(channel?.starts === 'known' && draft.picked === null ? { contact_id: t('fault.contact') } : {}),
    ...(channel?.starts === 'email' && !isAddress(address) ? { address: t('fault.email') } : {}),
    ...(channel?.starts === 'phone' && !(isPhone(address) && /^(\+|00)/.test(address)) ? { address: t('fault.phone') } : {}),
    ...(channel?.starts === 'email' && draft.subject.trim() === '' ? { subject: t('fault.subject') } : {}),
    ...(rules.cc && wrong !== undefined ? { cc: t('fault.cc', { address: wrong }) } : {}),
    ...words(situation, t),
  };
}
