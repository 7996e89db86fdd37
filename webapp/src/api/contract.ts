import type { components, paths } from '@pkg/api';

/**
 * The API's contract as types, from docs/openapi.json: each call's request and response. The server's tests keep that
 * document correct, so a call that the server would reject does not compile.
 */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A type that the contract names. */
export type Contract<Name extends keyof components['schemas']> = components['schemas'][Name];

/** The paths of a method, without the common `/api`. */
export type PathFor<M extends Method> = {
  [P in keyof paths]: paths[P] extends Record<Lowercase<M>, object>
    ? P extends `/api${infer Short}`
      ? Short
      : never
    : never;
}[keyof paths];

type Described<M extends Method, P extends string> = `/api${P}` extends keyof paths
  ? Lowercase<M> extends keyof paths[`/api${P}`]
    ? paths[`/api${P}`][Lowercase<M>]
    : never
  : never;

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type Parameters<D, Kind extends string> = D extends { parameters: Partial<Record<Kind, infer Given>> }
  ? Exclude<Given, undefined>
  : never;

/** The parameters in a call's path, for example `{ id }`. */
export type PathValues<M extends Method, P extends string> = Parameters<Described<M, P>, 'path'>;
export type QueryOf<M extends Method, P extends string> = Partial<Parameters<Described<M, P>, 'query'>>;
export type BodyOf<M extends Method, P extends string> =
  Described<M, P> extends { requestBody?: infer Body }
    ? [Json<NonNullable<Body>>] extends [never]
      ? undefined
      : Json<NonNullable<Body>>
    : undefined;

type Success<D> = D extends { responses: infer Answers } ? Answers[keyof Answers & (200 | 201 | 202)] : never;

/** The type of `data` in the response. */
export type DataOf<M extends Method, P extends string> =
  Json<Success<Described<M, P>>> extends { data: infer Data } ? Data : undefined;
