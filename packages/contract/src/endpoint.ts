import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import type { ErrorCode } from './error-codes.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * Who may ask: `public` needs no token, `session` a dashboard token (API keys are refused), `token` either; `scrape` is
 * `token` or `public` as the settings of Prometheus say.
 */
export type Access = 'public' | 'session' | 'token' | 'scrape'

export type SuccessStatus = 200 | 201 | 202 | 204

interface EndpointSpec {
  readonly method: Method
  /** Below `/api/v5`, parameters as `:name`. */
  readonly path: `/${string}`
  readonly params?: GenericSchema
  readonly query?: GenericSchema
  readonly body?: GenericSchema
  /** How the body travels; JSON unless said. A `form` (multipart) is an object of files here, a `text` a string; `json-or-form` may be a form of texts too. */
  readonly sends?: 'form' | 'text' | 'json-or-form'
  /** How a success travels; JSON unless said. A `file` is its bytes (`fileSchema`), a `text` a string. */
  readonly gives?: 'file' | 'text'
  /** Schema of the answer for each success status; `null` means an empty body. */
  readonly response: { readonly [S in SuccessStatus]?: GenericSchema | null }
  /** Error codes that the endpoint is known to answer with, beside those every endpoint may give. */
  readonly errors: readonly ErrorCode[]
  readonly access: Access
  /** Of a write: the paths of all that reads something else afterwards, and is there still; `everything` where nobody can tell. */
  readonly refreshes?: readonly `/${string}`[] | 'everything'
}

export type Endpoint = EndpointSpec
export type Resource = Readonly<Record<string, Endpoint>>

export function endpoint<const S extends EndpointSpec>(spec: S): S {
  return spec
}

type Answers<E extends Endpoint> = Exclude<E['response'][keyof E['response']], undefined>

type OutputOf<S> = S extends GenericSchema ? InferOutput<S> : undefined
type InputOf<S> = S extends GenericSchema ? InferInput<S> : undefined
type PartInput<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends GenericSchema
  ? InferInput<E[K]>
  : undefined
type PartOutput<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends GenericSchema
  ? InferOutput<E[K]>
  : undefined

type Given<K extends string, T> = [T] extends [undefined]
  ? { readonly [P in K]?: undefined }
  : object extends T
    ? { readonly [P in K]?: T }
    : { readonly [P in K]: T }

/** What a caller hands over to ask an endpoint. */
export type RequestOf<E extends Endpoint> = Given<'params', PartInput<E, 'params'>> &
  Given<'query', PartInput<E, 'query'>> &
  Given<'body', PartInput<E, 'body'>>

/** The parameters that a list can be narrowed by: a misspelt one does not compile. */
export type QueryKey<E extends Endpoint> = keyof NonNullable<PartInput<E, 'query'>> & string

/** What a caller gets back, parsed; `undefined` for an empty answer. */
export type ResponseOf<E extends Endpoint> = OutputOf<Answers<E>>

/** What a handler of the endpoint is given, parsed. */
export interface ReceivedOf<E extends Endpoint> {
  readonly params: PartOutput<E, 'params'>
  readonly query: PartOutput<E, 'query'>
  readonly body: PartOutput<E, 'body'>
}

/** What a handler answers: a success status that the endpoint knows with the body that belongs to it. */
export type AnswerOf<E extends Endpoint> = {
  readonly [S in keyof E['response'] & SuccessStatus]: {
    readonly status: S
    readonly body: InputOf<Exclude<E['response'][S], undefined>>
  }
}[keyof E['response'] & SuccessStatus]

/**
 * One handler per endpoint of a resource: a missing one, or one that answers what the contract does not know,
 * does not compile.
 */
export type Handlers<R extends Resource, Context> = {
  readonly [K in keyof R]: (
    received: ReceivedOf<R[K]>,
    context: Context,
  ) => AnswerOf<R[K]> | Promise<AnswerOf<R[K]>>
}
