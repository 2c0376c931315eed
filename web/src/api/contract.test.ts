import { expectTypeOf, it } from 'vitest';
import type { Answer, Asked, Options, PathFor } from './contract';
import type { components } from './openapi.gen';

type Schemas = components['schemas'];

it('takes answers from the description', () => {
  expectTypeOf<Answer<'get', '/api/unread'>>().toEqualTypeOf<Schemas['UnreadTotals']>();
  expectTypeOf<Answer<'post', '/api/replies'>>().toEqualTypeOf<Schemas['CannedReply']>();
  expectTypeOf<Answer<'post', '/api/webhooks/{id}/ping'>>().toEqualTypeOf<Schemas['WebhookDelivery']>();
});

it('knows which addresses are called how', () => {
  expectTypeOf<'/api/label/get'>().toExtend<PathFor<'get'>>();
  expectTypeOf<'/api/label/get'>().not.toExtend<PathFor<'post'>>();
  expectTypeOf<'/api/labels'>().not.toExtend<PathFor<'get'>>();
});

it('asks for every part of an address, and for what the core has to be told', () => {
  type Note = Options<'delete', '/api/messages/{id}/notes/{note}'>;
  expectTypeOf<{ path: { id: number; note: number } }>().toExtend<Note>();
  expectTypeOf<{ path: { id: number } }>().not.toExtend<Note>();
  expectTypeOf<{ query: { ts: number } }>().toExtend<Options<'get', '/api/ticket/data/sync'>>();
  expectTypeOf<{ query: { ts: null } }>().not.toExtend<Options<'get', '/api/ticket/data/sync'>>();
  expectTypeOf<{ query: { before: null } }>().toExtend<Options<'get', '/api/audit'>>();
});

it('checks what is sent, and lets out what may be null', () => {
  expectTypeOf<{ enabled: boolean }>().toExtend<Asked<'patch', '/api/rules/{id}'>>();
  expectTypeOf<{ enabled: string }>().not.toExtend<Asked<'patch', '/api/rules/{id}'>>();
  expectTypeOf<{ to: string }>().not.toExtend<Asked<'post', '/api/tickets/{id}/links'>>();
  expectTypeOf<Asked<'put', '/api/messages/{id}/pin'>>().toEqualTypeOf<never>();
});
