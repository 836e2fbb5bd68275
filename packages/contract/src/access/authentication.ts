import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { namedFileSchema } from '../file.ts'
import { pageQuery, pageSchema, rows } from '../paging.ts'
import { document, flag, textSchema } from '../scalars.ts'
import { chainMetrics, chainStatus } from './chain-status.ts'

/**
 * One link of the chain that a client's credentials go through: `password_based:redis`, `scram:http`, `jwt`. What else it
 * has depends on mechanism and backend. Secrets come as six asterisks, which keep the stored one when they are sent.
 */
export const authenticatorSchema = v.looseObject({
  id: v.string(),
  mechanism: v.string(),
  /** Missing for `jwt`, `cinfo` and `gcp_device`. */
  backend: v.optional(v.string()),
  enable: v.boolean(),
})
export type Authenticator = v.InferOutput<typeof authenticatorSchema>

/** Mechanism and backend say which fields there are; an `id` is refused, it follows from them. */
const authenticatorBody = document(
  v.looseObject({
    mechanism: v.string(),
    backend: v.optional(v.string()),
    enable: v.optional(v.boolean()),
  }),
)

/** `nomatch`: it had nothing to say of a client and left it to the next. */
export const authnMetricsSchema = chainMetrics(['total', 'success', 'failed', 'nomatch'])
export type AuthnMetrics = v.InferOutput<typeof authnMetricsSchema>

export const authenticatorStatusSchema = chainStatus(authnMetricsSchema)
export type AuthenticatorStatus = v.InferOutput<typeof authenticatorStatusSchema>

export const authnUserSchema = v.object({ user_id: v.string(), is_superuser: v.boolean() })
export type AuthnUser = v.InferOutput<typeof authnUserSchema>

/** `override` is how many replaced a user of the same name. A file with one row that cannot be read changes nothing. */
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

/** Many passwords take a broker minutes to hash. */
export const userImportTimeoutMs = 600_000

export const authentication = {
  /** In the order of the chain. Nobody is asked for credentials while it is empty or all of it disabled. */
  list: endpoint({
    method: 'GET',
    path: '/authentication',
    response: { 200: rows(authenticatorSchema) },
    errors: [],
    access: 'token',
  }),
  /** At the end of the chain. EMQX gives the secrets back in clear text, once. */
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
  /** The whole of it: what is left out goes back to its default. */
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
  /** With the users of a built-in database. An unknown one is gone already, unless the chain is empty. */
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
  /** `front`, `rear`, `before:<id>`, `after:<id>`. */
  move: endpoint({
    method: 'PUT',
    path: '/authentication/:id/position/:position',
    refreshes: ['/authentication'],
    params: v.object({ id: v.string(), position: v.string() }),
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** The ids of all of them. */
  order: endpoint({
    method: 'PUT',
    path: '/authentication/order',
    refreshes: ['/authentication'],
    body: v.array(v.object({ id: v.string() })),
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  /** Filtered by a part of the id the list is not counted. */
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
  /** EMQX answers a SCRAM user with the id of the authenticator in place of the user's. */
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
  /** The password has to be given anew. */
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
  /** A `.csv` or `.json` file, or the list as JSON. `type` is `plain`; anything else means hashes. */
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
