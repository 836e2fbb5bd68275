import type { GenericSchema, InferInput, InferOutput } from 'valibot'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/**
 * The credentials that an endpoint needs: `public` needs no token, `session` a dashboard token (API keys are
 * rejected), `token` either of them; `scrape` is `token` or `public`, depending on the settings of Prometheus.
 */
export type Access = 'public' | 'session' | 'token' | 'scrape'

type SuccessStatus = 200 | 201 | 202 | 204

interface EndpointSpec {
  readonly method: Method
  /** The path below `/api/v5`, with parameters as `:name`. */
  readonly path: `/${string}`
  readonly params?: GenericSchema
  readonly query?: GenericSchema
  readonly body?: GenericSchema
  /**
   * The format of the request body; JSON by default. A `form` (multipart) is an object of files here, a `text` a
   * string; `json-or-form` may be a form of texts too.
   */
  readonly sends?: 'form' | 'text' | 'json-or-form'
  /** The format of a successful response; JSON by default. A `file` is its bytes (`fileSchema`), a `text` a string. */
  readonly gives?: 'file' | 'text'
  /** The schema of the response for each success status; `null` means an empty body. */
  readonly response: { readonly [S in SuccessStatus]?: GenericSchema | null }
  /** The error codes that the endpoint is known to return, in addition to those that every endpoint may return. */
  readonly errors: readonly ErrorCode[]
  readonly access: Access
  /**
   * For a write: the paths of all resources that it changes and that still exist; `everything` if they cannot be
   * determined.
   */
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

type OptionalWhenEmpty<K extends string, T> = [T] extends [undefined]
  ? { readonly [P in K]?: undefined }
  : object extends T
    ? { readonly [P in K]?: T }
    : { readonly [P in K]: T }

/** The arguments with which a caller requests an endpoint. */
export type RequestOf<E extends Endpoint> = OptionalWhenEmpty<'params', PartInput<E, 'params'>> &
  OptionalWhenEmpty<'query', PartInput<E, 'query'>> &
  OptionalWhenEmpty<'body', PartInput<E, 'body'>>

/** The query parameters that filter a list; a misspelt parameter does not compile. */
export type QueryKey<E extends Endpoint> = Exclude<
  keyof NonNullable<PartInput<E, 'query'>> & string,
  'page' | 'limit' | 'cursor'
>

/** The parsed response that a caller receives; `undefined` for an empty body. */
export type ResponseOf<E extends Endpoint> = OutputOf<Answers<E>>

/** The parsed request that a handler of the endpoint receives. */
export interface ReceivedOf<E extends Endpoint> {
  readonly params: PartOutput<E, 'params'>
  readonly query: PartOutput<E, 'query'>
  readonly body: PartOutput<E, 'body'>
}

/** The response of a handler: a success status of the endpoint with the matching body. */
export type AnswerOf<E extends Endpoint> = {
  readonly [S in keyof E['response'] & SuccessStatus]: {
    readonly status: S
    readonly body: InputOf<Exclude<E['response'][S], undefined>>
  }
}[keyof E['response'] & SuccessStatus]

/**
 * One handler per endpoint of a resource. A missing handler, or a handler whose response the contract does not
 * declare, does not compile.
 */
export type Handlers<R extends Resource, Context> = {
  readonly [K in keyof R]: (
    received: ReceivedOf<R[K]>,
    context: Context,
  ) => AnswerOf<R[K]> | Promise<AnswerOf<R[K]>>
}

/** Converts a query to its form in a URL: lists become repeated keys, missing values are left out. */
export function toSearch(query: object | undefined): URLSearchParams {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(key, String(one))
    }
  }
  return search
}

/** Converts a URL query to an object: a key that occurs once gives a text, a repeated key gives a list. */
export function fromSearch(search: URLSearchParams): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = Object.create(null)
  for (const key of new Set(search.keys())) {
    const values = search.getAll(key)
    query[key] = values.length === 1 ? (values[0] ?? '') : values
  }
  return query
}

/**
 * Returns false for values that no path can carry: an empty value would request the list instead, and every HTTP
 * client removes `.` and `..` from a path, even if written as `%2E` (WHATWG URL), so kicking the client `..` would
 * send another request.
 */
export function canAddress(value: string): boolean {
  return value !== '' && value !== '.' && value !== '..' && !/\p{Surrogate}/u.test(value)
}

export class UnaddressableError extends Error {
  override readonly name = 'UnaddressableError'
  readonly parameter: string

  constructor(path: string, parameter: string) {
    super(`${path} cannot be asked for this ${parameter}`)
    this.parameter = parameter
  }
}

/** Returns the path of an endpoint below `/api/v5` with its parameters filled in; throws UnaddressableError. */
export function buildPath(endpoint: Pick<Endpoint, 'path'>, params: object | undefined): string {
  const values = new Map<string, unknown>(Object.entries(params ?? {}))
  return endpoint.path.replaceAll(/:([a-z_]+)/g, (_, name: string) => {
    const value = String(values.get(name) ?? '')
    if (!canAddress(value)) throw new UnaddressableError(endpoint.path, name)
    return encodeURIComponent(value)
  })
}

/**
 * The codes that `api/v5` returns in the `code` of an error response, with the usual status of each. The broker's own
 * `GET /error_codes` lacks several codes that are listed here, because its responses contain them.
 */
export const errorCodes = {
  BAD_REQUEST: { status: 400, meaning: 'The request breaks the schema of the endpoint or one of its rules.' },
  INVALID_PARAMETER: { status: 400, meaning: 'A parameter has a value that the endpoint cannot use.' },
  NOT_ALLOWED: { status: 400, meaning: 'The object is protected from this change.' },
  ERROR_PWD_NOT_MATCH: { status: 400, meaning: 'The old password is wrong.' },
  ALREADY_EXISTS: { status: 400, meaning: 'An object of this name exists already.' },
  INVALID_PARAMS: { status: 400, meaning: 'The values do not go together, or one is out of place.' },
  UPDATE_FAILED: { status: 400, meaning: 'The configuration was not changed.' },
  INVALID_NODE: { status: 400, meaning: 'No node has this name.' },
  INVALID_TOPIC_NAME: { status: 400, meaning: 'This is no topic name.' },
  BAD_TOPIC: { status: 400, meaning: 'This topic cannot be counted, or is counted already.' },
  ALREADY_INSTALLED: { status: 400, meaning: 'The plugin, or another version of it, is installed already.' },
  BAD_PLUGIN_INFO: { status: 400, meaning: 'The file is no package of a plugin with this name and version.' },
  BAD_FORM_DATA: { status: 400, meaning: 'The form lacks its file.' },
  BAD_CONFIG: { status: 400, meaning: 'The configuration does not match the schema of the plugin.' },
  BAD_POSITION: { status: 400, meaning: 'This is no position in the order.' },
  MOVE_FAILED: { status: 400, meaning: 'The order was not changed.' },
  PARAM_ERROR: { status: 400, meaning: 'A parameter has a value that the endpoint cannot use.' },
  MESSAGE_ID_SCHEMA_ERROR: { status: 400, meaning: 'This is no message id.' },
  INVALID_ACCEPT: { status: 400, meaning: 'No format that is accepted can be given.' },
  TEST_FAILED: { status: 400, meaning: 'The other system cannot be used with these settings.' },
  NO_DEFAULT_VALUE: { status: 400, meaning: 'There is no default to go back to.' },
  BAD_USERNAME_OR_PWD: { status: 401, meaning: 'Username or password is wrong.' },
  BAD_TOKEN: { status: 401, meaning: 'The token is unknown, logged out or revoked.' },
  TOKEN_TIME_OUT: { status: 401, meaning: 'The token has not been used for longer than it lives.' },
  AUTHORIZATION_HEADER_ERROR: { status: 401, meaning: 'The request carries no credentials.' },
  BAD_API_KEY_OR_SECRET: { status: 401, meaning: 'API key or secret is wrong, disabled or expired.' },
  API_KEY_NOT_ALLOW: { status: 401, meaning: 'This endpoint takes a session token, not an API key.' },
  WRONG_TOKEN_OR_USERNAME: { status: 401, meaning: 'The token belongs to somebody else.' },
  UNAUTHORIZED_ROLE: { status: 403, meaning: 'The role of the user does not allow this.' },
  FORBIDDEN: { status: 403, meaning: 'The broker does not allow this before it is told to on its node.' },
  READ_ONLY: { status: 403, meaning: 'The console server was started read-only.' },
  PAYLOADS_HIDDEN: { status: 403, meaning: 'The console server hides the payloads of messages.' },
  PUBLISH_OFF: { status: 403, meaning: 'The console server publishes nothing.' },
  EXPORT_OFF: { status: 403, meaning: 'The console server gives no files out.' },
  NOT_FOUND: { status: 404, meaning: 'The path or the object does not exist.' },
  CLIENTID_NOT_FOUND: { status: 404, meaning: 'No session has this client id.' },
  USER_NOT_FOUND: { status: 404, meaning: 'No dashboard user has this name.' },
  TOPIC_NOT_FOUND: {
    status: 404,
    meaning: 'Nobody subscribes to this filter, or this topic is not counted.',
  },
  MESSAGE_NOT_FOUND: { status: 404, meaning: 'No message waits for this topic.' },
  MESSAGE_ID_NOT_FOUND: { status: 404, meaning: 'No message has this id.' },
  CLIENT_NOT_FOUND: { status: 404, meaning: 'No client of the gateway has this client id.' },
  RESOURCE_NOT_FOUND: { status: 404, meaning: 'The resource does not exist.' },
  BACKEND_NOT_FOUND: { status: 404, meaning: 'This single sign-on is not set up.' },
  NODE_ERROR: { status: 404, meaning: 'The node cannot be asked.' },
  BAD_LISTENER_ID: { status: 404, meaning: 'No listener has this id.' },
  CONFLICT: { status: 409, meaning: 'An object like this exists already, or is in use.' },
  DUPLICATE_CONDITION: { status: 409, meaning: 'An object with this condition exists already.' },
  BAD_TYPE: { status: 409, meaning: 'A node of the cluster does not know this type.' },
  EXCEED_LIMIT: { status: 409, meaning: 'There is no room for one more.' },
  FILES_NOT_FOUND: { status: 404, meaning: 'The transfer has left no file.' },
  RULE_NOT_FOUND: { status: 404, meaning: 'There is no such rule.' },
  NOT_MATCH: { status: 412, meaning: 'The statement gives nothing for this event.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: 'The endpoint takes JSON only.' },
  TOO_MANY_ATTEMPTS: {
    status: 429,
    meaning: 'Too many sign-ins at once. Nothing was checked: try again later.',
  },
  CLIENT_NOT_RESPONSE: { status: 504, meaning: 'The client has not answered in time.' },
  INTERNAL_ERROR: { status: 500, meaning: 'The broker failed while it worked on the request.' },
  UNKNOWN_ERROR: { status: 500, meaning: 'The broker failed and does not say how.' },
  UNEXPECTED_ERROR: { status: 500, meaning: 'The broker failed in a way that it did not foresee.' },
  NODE_DOWN: { status: 500, meaning: 'The node is unknown or not running.' },
  BAD_RPC: { status: 500, meaning: 'A node of the cluster did not answer the other.' },
  UPSTREAM_UNREACHABLE: { status: 502, meaning: 'The console server cannot reach the broker.' },
  UPSTREAM_TLS: { status: 502, meaning: 'The console server does not trust the certificate of the broker.' },
  NODE_EVACUATING: { status: 503, meaning: 'The node gives its clients away and takes no new ones.' },
  SERVICE_UNAVAILABLE: { status: 503, meaning: 'The broker cannot serve this at the moment.' },
  UPSTREAM_TIMEOUT: { status: 504, meaning: 'The broker did not answer the console server in time.' },
} as const

export type ErrorCode = keyof typeof errorCodes

/** The error codes that any endpoint may return in addition to its own `errors`. */
export const commonErrorCodes = [
  'BAD_REQUEST',
  'BAD_TOKEN',
  'TOKEN_TIME_OUT',
  'AUTHORIZATION_HEADER_ERROR',
  'BAD_API_KEY_OR_SECRET',
  'UNAUTHORIZED_ROLE',
  'READ_ONLY',
  'PAYLOADS_HIDDEN',
  'PUBLISH_OFF',
  'EXPORT_OFF',
  'NOT_FOUND',
  'UNSUPPORTED_MEDIA_TYPE',
  'INTERNAL_ERROR',
  'UPSTREAM_UNREACHABLE',
  'UPSTREAM_TLS',
  'UPSTREAM_TIMEOUT',
] as const satisfies readonly ErrorCode[]

export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorCodes, code)
}
