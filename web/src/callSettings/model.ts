import type { components } from '../api/openapi.gen';

export const PATH = '/api/call/settings';
/** Under which they are kept once they were read. */
export const KEY = 'call-settings';

/** Bounds that the server has as well. */
export const ACW_SECONDS_MAX = 3_600;
export const KEYPRESSES_MAX = 50;

export type CallSettings = components['schemas']['CallSettings'];
export type KeypressName = components['schemas']['KeypressName'];
export type CallSettingsDraft = Required<CallSettings>;

/** What the server leaves out is empty. */
export function draftOf(stored: CallSettings): CallSettingsDraft {
  return { call_prefix: '', sip_ip: '', sip_port: '', keypresses: [], ...stored };
}
