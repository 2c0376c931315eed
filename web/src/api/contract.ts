import type { components, paths } from './openapi.gen';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The addresses that can be called in one way. */
export type PathFor<M extends Method> = { [P in keyof paths]: paths[P][M] extends undefined ? never : P }[keyof paths];

type Operation<M extends Method, P extends keyof paths> = NonNullable<paths[P][M]>;

type Body<R> = R extends { content: { 'application/json': infer T } } ? T : never;

type Success<R> = R extends { responses: infer A } ? A[keyof A & (200 | 201 | 202 | 204)] : never;

/** What a call answers when it does not fail. */
export type Answer<M extends Method, P extends keyof paths> = Body<Success<Operation<M, P>>>;

/** Bodies whose parts all have a default, which the generated types take for always there. */
type Defaulted = components['schemas']['ContactMessage'] | components['schemas']['SurveyWish'];

type Listed<T> = T extends readonly (infer U)[] ? readonly U[] : T;
type Needed<T> = { [K in keyof T as null extends T[K] ? never : K]: Listed<T[K]> };
/** What may be null may as well be left out: the core reads both alike. */
type Free<T> = { [K in keyof T as null extends T[K] ? K : never]?: Listed<T[K]> };

/** The token of a page is in its cookie, which `-` says. */
type Sent<T> = T extends Defaulted ? Partial<T> : T extends object ? Needed<T> & Free<T> & { _token?: '-' } : T;

type Json<O> = O extends { requestBody?: infer R } ? ([R] extends [never] ? never : JsonIn<NonNullable<R>>) : never;
type JsonIn<R> = [R] extends [never] ? never : R extends { content: { 'application/json': infer T } } ? Sent<T> : never;

/** What is sent as JSON. */
export type Asked<M extends Method, P extends keyof paths> = Json<Operation<M, P>>;

type Parameters<O, In extends 'path' | 'query'> = O extends { parameters: { [K in In]?: infer T } } ? NonNullable<T> : never;

type Text<T> = string extends T ? string | number | boolean : number extends T ? string | number : T;

/** Everything in an address is text. */
type Places<T> = { [K in keyof T]: Extract<Text<T[K]>, string | number> };

/** What is empty is left out of the address. */
type Query<T> = {
  [K in keyof T]: Extract<Text<NonNullable<T[K]>>, string | number | boolean> | (undefined extends T[K] ? null | undefined : never);
};

type Part<K extends string, T> = [T] extends [never] ? { [N in K]?: never } : Partial<T> extends T ? { [N in K]?: T } : { [N in K]: T };

export type Options<M extends Method, P extends keyof paths> = Part<'path', Places<Parameters<Operation<M, P>, 'path'>>> &
  Part<'query', Query<Parameters<Operation<M, P>, 'query'>>> &
  Part<'json', Asked<M, P>> & { signal?: AbortSignal | undefined };

/** The options may be left out where none is needed. */
export type Arguments<M extends Method, P extends keyof paths> =
  Partial<Options<M, P>> extends Options<M, P> ? [options?: Options<M, P>] : [options: Options<M, P>];

export type Call<M extends Method> = <P extends PathFor<M>>(path: P, ...options: Arguments<M, P>) => Promise<Answer<M, P>>;
