import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { namedFileSchema } from '../file.ts'
import { pageQuery, pageSchema, rows } from '../paging.ts'
import { document, flag, textSchema } from '../scalars.ts'
import { chainMetrics, chainStatus } from './chain-status.ts'

/**
 * An authenticator in the chain that checks a client's credentials: `password_based:redis`, `scram:http`, `jwt`. Its
 * other fields depend on mechanism and backend. Secrets are sent as six asterisks; sending them back keeps the stored
 * secret.
 */
export const authenticatorSchema = v.looseObject({
  id: v.string(),
  mechanism: v.string(),
  /** Missing for `jwt`, `cinfo` and `gcp_device`. */
  backend: v.optional(v.string()),
  enable: v.boolean(),
})
export type Authenticator = v.InferOutput<typeof authenticatorSchema>

/**
 * Mechanism and backend decide which fields there are. An `id` is rejected, because it follows from these two fields.
 */
const authenticatorBody = document(
  v.looseObject({
    mechanism: v.string(),
    backend: v.optional(v.string()),
    enable: v.optional(v.boolean()),
  }),
)

/** `nomatch` counts the clients that the authenticator could not decide about and left to the next authenticator. */
export const authnMetricsSchema = chainMetrics(['total', 'success', 'failed', 'nomatch'])
export type AuthnMetrics = v.InferOutput<typeof authnMetricsSchema>

export const authenticatorStatusSchema = chainStatus(authnMetricsSchema)
export type AuthenticatorStatus = v.InferOutput<typeof authenticatorStatusSchema>

export const authnUserSchema = v.object({ user_id: v.string(), is_superuser: v.boolean() })
export type AuthnUser = v.InferOutput<typeof authnUserSchema>

/**
 * `override` is the number of users that replaced a user of the same name. A file with one unreadable row changes
 * nothing.
 */
export const userImportSchema = v.object({
  total: v.number(),
  success: v.number(),
  override: v.number(),
  skipped: v.number(),
  failed: v.number(),
})
export type UserImport = v.InferOutput<typeof userImportSchema>

const params = v.object({ id: v.string() })
const userParams = v.object({ id: v.string(), user_id: v.string() })

/** The timeout of a user import, in milliseconds: a broker takes minutes to hash many passwords. */
export const userImportTimeoutMs = 600_000

export const authentication = {
  /**
   * Lists the authenticators in the order of the chain. Clients need no credentials while the chain is empty or all
   * of it is disabled.
   */
  list: endpoint({
    method: 'GET',
    path: '/authentication',
    response: { 200: rows(authenticatorSchema) },
    errors: [],
    access: 'token',
  }),
  /** Adds an authenticator at the end of the chain. EMQX returns the secrets in clear text, this once. */
  create: endpoint({
    method: 'POST',
    path: '/authentication',
    refreshes: ['/authentication'],
    body: authenticatorBody,
    response: { 200: authenticatorSchema },
    errors: ['ALREADY_EXISTS'],
    access: 'token',
  }),
  get: endpoint({
    method: 'GET',
    path: '/authentication/:id',
    params,
    response: { 200: authenticatorSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** Replaces the whole authenticator: fields that are left out return to their defaults. */
  update: endpoint({
    method: 'PUT',
    path: '/authentication/:id',
    refreshes: ['/authentication', '/authentication/:id', '/authentication/:id/status'],
    params,
    body: authenticatorBody,
    response: { 204: null },
    errors: ['NOT_FOUND', 'ALREADY_EXISTS'],
    access: 'token',
  }),
  /**
   * Also removes the users of a built-in database. An unknown authenticator counts as removed, unless the chain is
   * empty.
   */
  remove: endpoint({
    method: 'DELETE',
    path: '/authentication/:id',
    refreshes: ['/authentication'],
    params,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  status: endpoint({
    method: 'GET',
    path: '/authentication/:id/status',
    params,
    response: { 200: authenticatorStatusSchema },
    errors: ['NOT_FOUND', 'INTERNAL_ERROR'],
    access: 'token',
  }),
  /** The positions are `front`, `rear`, `before:<id>` and `after:<id>`. */
  move: endpoint({
    method: 'PUT',
    path: '/authentication/:id/position/:position',
    refreshes: ['/authentication'],
    params: v.object({ id: v.string(), position: v.string() }),
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** The request body holds the ids of all authenticators. */
  order: endpoint({
    method: 'PUT',
    path: '/authentication/order',
    refreshes: ['/authentication'],
    body: v.array(v.object({ id: v.string() })),
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  /** The list has no count when it is filtered by a part of the user id. */
  users: endpoint({
    method: 'GET',
    path: '/authentication/:id/users',
    params,
    query: v.object({
      ...pageQuery,
      like_user_id: v.optional(v.string()),
      is_superuser: v.optional(flag),
    }),
    response: { 200: pageSchema(authnUserSchema) },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** For a SCRAM user, EMQX responds with the id of the authenticator instead of the id of the user. */
  addUser: endpoint({
    method: 'POST',
    path: '/authentication/:id/users',
    refreshes: ['/authentication/:id/users'],
    params,
    body: v.strictObject({ user_id: textSchema, password: textSchema, is_superuser: v.optional(flag) }),
    response: { 201: authnUserSchema },
    errors: ['NOT_FOUND', 'ALREADY_EXISTS'],
    access: 'token',
  }),
  user: endpoint({
    method: 'GET',
    path: '/authentication/:id/users/:user_id',
    params: userParams,
    response: { 200: authnUserSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** The request must contain the password again. */
  updateUser: endpoint({
    method: 'PUT',
    path: '/authentication/:id/users/:user_id',
    refreshes: ['/authentication/:id/users', '/authentication/:id/users/:user_id'],
    params: userParams,
    body: v.strictObject({ password: textSchema, is_superuser: v.optional(flag) }),
    response: { 200: authnUserSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  removeUser: endpoint({
    method: 'DELETE',
    path: '/authentication/:id/users/:user_id',
    refreshes: ['/authentication/:id/users'],
    params: userParams,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** The body is a `.csv` or `.json` file, or the list as JSON. `type` is `plain`; any other value means hashes. */
  importUsers: endpoint({
    method: 'POST',
    path: '/authentication/:id/import_users',
    refreshes: ['/authentication/:id/users'],
    params,
    query: v.object({ type: v.optional(v.string()) }),
    sends: 'form',
    body: v.union([v.array(v.unknown()), v.object({ filename: v.optional(namedFileSchema) })]),
    response: { 200: userImportSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
} as const
