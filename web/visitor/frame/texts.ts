/** What only the widget's frame says. */

import { language } from '../texts';

const en = {
  newChat: 'Start a new chat',
  hide: 'Close chat window',
  gone: 'This chat is no longer available',
  verified: 'Some details come from your account and cannot be changed here.',
  notOpened: 'The chat could not be opened',
  off: 'Live chat is not available on this page.',
};

export type FrameTexts = typeof en;

export const FRAME_TEXTS: Readonly<Record<string, FrameTexts>> = {
  en,
  ms: {
    newChat: 'Mulakan sembang baharu',
    hide: 'Tutup tetingkap sembang',
    gone: 'Sembang ini tidak lagi tersedia',
    verified: 'Sebahagian butiran datang daripada akaun anda dan tidak boleh diubah di sini.',
    notOpened: 'Sembang tidak dapat dibuka',
    off: 'Sembang langsung tidak tersedia di halaman ini.',
  },
  zh: {
    newChat: '开始新对话',
    hide: '关闭对话窗口',
    gone: '此对话已不可用',
    verified: '部分信息来自您的账户，无法在此修改。',
    notOpened: '无法打开对话',
    off: '此页面暂不提供在线客服。',
  },
};

export const ft = FRAME_TEXTS[language.tag] ?? en;
