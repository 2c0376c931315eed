/**
 * The guest side of the Patchbay plugin interface.
 *
 * A plugin is a module that exports one constant for each interface its manifest names:
 *
 * ```ts
 * import { implement, type Settings } from '@patchbay/plugin';
 *
 * export const settings = implement<Settings>({
 *   check: () => validation({ title: 'Echo' }),
 *   connect: () => {},
 * });
 * ```
 */
export type * as wit from './wit.gen.ts';
export { batch, byBusiness, event, replacing, type BatchParts, type ConsentParts, type MessageParts, type ReasonParts } from './batch.ts';
export { choice, config, flag, integer, text, type Reader } from './config.ts';
export { PluginFailure, detail, failure, type RetryParts } from './failure.ts';
export { fileUrls, type FileUrl } from './files.ts';
export { host, log } from './host.ts';
export { Answer, ask, encodeForm, send, type RequestParts } from './http.ts';
export { implement } from './implement.ts';
export { fromJson, toJson } from './json.ts';
export { kindOf, mimeOf, readAll, store } from './media.ts';
export { reading } from './reading.ts';
export { characters, split, units } from './split.ts';
export { fromUtf8, toUtf8 } from './utf8.ts';
export { validation, type ValidationParts } from './validation.ts';

import type * as wit from './wit.gen.ts';

/** The settings of one account, and who is asking. */
export type Account = wit.types.Account;
/** What an agent sent. */
export type Message = wit.outgoing.Message;
/** What a plugin wants done. */
export type Batch = wit.effects.Batch;
/** Stored bytes: an attachment, a recording. */
export type Blob = wit.media.Blob;
/** What AI helpers work on. */
export type Conversation = wit.talk.Conversation;

/** `export const settings`: the check of what an admin entered. */
export type Settings = wit.settings.Plugin;
/** `export const webhook`: the provider calls us. */
export type Webhook = wit.webhook.Plugin;
/** `export const poll`: we ask the provider. */
export type Poll = wit.poll.Plugin;
/** `export const socket`: a connection the provider pushes events through. */
export type Socket = wit.socket.Plugin;
/** `export const mail`: raw mail in and out. */
export type Mail = wit.mail.Plugin;
/** `export const visitor`: a visitor did something on our page. */
export type Visitor = wit.visitor.Plugin;
/** `export const outbound`: sending what an agent wrote. */
export type Outbound = wit.outbound.Plugin;
/** `export const outboundParts`: sending what an agent wrote, part by part. */
export type OutboundParts = wit.outboundParts.Plugin;
/** `export const outboundEdits`: changing what was sent. */
export type OutboundEdits = wit.outboundEdits.Plugin;
/** `export const presence`: typing and read signals. */
export type Presence = wit.presence.Plugin;
/** `export const directory`: who is behind an id. */
export type Directory = wit.directory.Plugin;
/** `export const calls`: telephony. */
export type Calls = wit.calls.Plugin;
/** `export const timers`: a time that a batch asked for has come. */
export type Timers = wit.timers.Plugin;
/** `export const oauth`: after a sign-in at the provider. */
export type OAuth = wit.oauth.Plugin;
/** `export const suggest`: answers an agent might give. */
export type Suggest = wit.suggest.Plugin;
/** `export const translate`: another language. */
export type Translate = wit.translate.Plugin;
/** `export const analyseText`: what a conversation is about. */
export type AnalyseText = wit.analyseText.Plugin;
/** `export const transcribe`: speech to text. */
export type Transcribe = wit.transcribe.Plugin;
/** `export const analyseVoice`: how something was said. */
export type AnalyseVoice = wit.analyseVoice.Plugin;
/** `export const answer`: an answer that shows where it comes from. */
export type Recommend = wit.answer.Plugin;
/** `export const messageInsight`: what a message tells. */
export type MessageInsight = wit.messageInsight.Plugin;
