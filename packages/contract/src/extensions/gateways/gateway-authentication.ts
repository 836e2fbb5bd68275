import * as v from 'valibot'
import { authnUserSchema, userImportSchema } from '../../access/authentication.ts'
import { endpoint } from '../../endpoint.ts'
import { namedFileSchema } from '../../file.ts'
import { pageQuery, pageSchema } from '../../paging.ts'
import { document, flag, textSchema } from '../../scalars.ts'
import { gatewayKindSchema as name } from './gateway-settings.ts'

const params = v.object({ name })
const userParams = v.object({ name, uid: v.string() })

/**
 * The only authenticator of a gateway or of a listener, as it was written: defaults are not filled in. Responses to
 * writes lack `chain_name` and `id`.
 */
export const gatewayAuthenticatorSchema = v.looseObject({
  /** The name of the chain: `stomp:global`, or the id of the listener. */
  chain_name: v.optional(v.string()),
  id: v.optional(v.string()),
  mechanism: v.string(),
  backend: v.optional(v.string()),
  enable: v.optional(v.boolean()),
})
export type GatewayAuthenticator = v.InferOutput<typeof gatewayAuthenticatorSchema>

const one = gatewayAuthenticatorSchema

const kept = {
  body: document(v.looseObject({ mechanism: v.string(), backend: v.optional(v.string()) })),
  errors: ['RESOURCE_NOT_FOUND', 'NOT_FOUND'],
  access: 'token',
} as const
const asked = { errors: kept.errors, access: 'token' } as const

const userList = { response: { 200: pageSchema(authnUserSchema) }, ...asked } as const
const newUser = {
  body: v.strictObject({ user_id: textSchema, password: textSchema, is_superuser: v.optional(flag) }),
  response: { 201: authnUserSchema },
  errors: ['RESOURCE_NOT_FOUND', 'NOT_FOUND', 'ALREADY_EXISTS'],
  access: 'token',
} as const
const oneUser = { response: { 200: authnUserSchema }, ...asked } as const
const changedUser = {
  body: v.strictObject({ password: textSchema, is_superuser: v.optional(flag) }),
  ...oneUser,
} as const
/** EMQX accepts only hashes, whatever `type` says. */
const importedUsers = {
  query: v.object({ type: v.optional(v.string()) }),
  sends: 'form',
  body: v.union([v.array(v.unknown()), v.object({ filename: v.optional(namedFileSchema) })]),
  response: { 200: userImportSchema },
  ...asked,
} as const

/** The parts that the endpoints of gateways and of listeners share. */
export const authenticatorShapes = {
  asked,
  kept,
  userList,
  newUser,
  oneUser,
  changedUser,
  importedUsers,
} as const

const changes = ['/gateways/:name', '/gateways/:name/authentication'] as const
const users = '/gateways/:name/authentication/users'

/**
 * The authenticator of a gateway; without it, every client is accepted. A listener's own authenticator takes
 * precedence.
 */
export const gatewayAuthentication = {
  get: endpoint({
    method: 'GET',
    path: '/gateways/:name/authentication',
    params,
    response: { 200: one, 204: null },
    ...asked,
  }),
  create: endpoint({
    method: 'POST',
    path: '/gateways/:name/authentication',
    refreshes: changes,
    params,
    response: { 201: one },
    ...kept,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/gateways/:name/authentication',
    refreshes: changes,
    params,
    response: { 200: one },
    ...kept,
  }),
  /** Also removes the users. Removing an authenticator that no longer exists succeeds. */
  remove: endpoint({
    method: 'DELETE',
    path: '/gateways/:name/authentication',
    refreshes: changes,
    params,
    response: { 204: null },
    ...asked,
  }),
  users: endpoint({
    method: 'GET',
    path: '/gateways/:name/authentication/users',
    params,
    query: v.object({
      ...pageQuery,
      like_user_id: v.optional(v.string()),
      is_superuser: v.optional(flag),
    }),
    ...userList,
  }),
  addUser: endpoint({
    method: 'POST',
    path: '/gateways/:name/authentication/users',
    refreshes: [users],
    params,
    ...newUser,
  }),
  user: endpoint({
    method: 'GET',
    path: '/gateways/:name/authentication/users/:uid',
    params: userParams,
    ...oneUser,
  }),
  updateUser: endpoint({
    method: 'PUT',
    path: '/gateways/:name/authentication/users/:uid',
    refreshes: [users, '/gateways/:name/authentication/users/:uid'],
    params: userParams,
    ...changedUser,
  }),
  removeUser: endpoint({
    method: 'DELETE',
    path: '/gateways/:name/authentication/users/:uid',
    refreshes: [users],
    params: userParams,
    response: { 204: null },
    ...asked,
  }),
  importUsers: endpoint({
    method: 'POST',
    path: '/gateways/:name/authentication/import_users',
    refreshes: [users],
    params,
    ...importedUsers,
  }),
} as const
