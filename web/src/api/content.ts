import type { components } from './openapi.gen';

/** What a message may hold besides text and files. */
export type Content = components['schemas']['MessageContent'];

type Part<K extends Content['kind']> = Omit<Extract<Content, { kind: K }>, 'kind'>;

export type Place = Part<'location'>;

export type ContactCard = Part<'contact'>;

/** A quick reply or a button; with an address it opens that instead of answering. */
export type Choice = components['schemas']['OfferedChoice'];

export type Template = Part<'template'>;

/** What an agent sends besides text and files. */
export type OutContent = Exclude<Content, { kind: 'choice' | 'custom' }>;
