import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { textSchema } from '../scalars.ts'

/** `role` and `backend` (`local` or a single sign-on) exist only in Enterprise. */
export const userSchema = v.object({
  username: v.string(),
  description: v.string(),
  role: v.optional(v.string()),
  backend: v.optional(v.string()),
})
export type User = v.InferOutput<typeof userSchema>

const params = v.object({ username: v.string() })
/** The back end of a user that is not in the broker's own list. */
const query = v.object({ backend: v.optional(v.picklist(['local', 'ldap', 'oidc', 'saml'])) })

export const users = {
  list: endpoint({
    method: 'GET',
    path: '/users',
    response: { 200: rows(userSchema) },
    errors: ['API_KEY_NOT_ALLOW'],
    access: 'session',
  }),
  /** `description` is required, but may be empty. Names consist of letters, digits and underscores. */
  create: endpoint({
    method: 'POST',
    path: '/users',
    refreshes: ['/users'],
    body: v.object({
      username: textSchema,
      password: textSchema,
      description: textSchema,
      role: v.optional(v.string()),
    }),
    response: { 200: userSchema },
    errors: ['API_KEY_NOT_ALLOW'],
    access: 'session',
  }),
  /** Without `role`, Enterprise makes the user an administrator, so always send the role that was read. */
  update: endpoint({
    method: 'PUT',
    path: '/users/:username',
    refreshes: ['/users'],
    params,
    query,
    body: v.object({ description: textSchema, role: v.optional(v.string()) }),
    response: { 200: userSchema },
    errors: ['USER_NOT_FOUND', 'API_KEY_NOT_ALLOW'],
    access: 'session',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/users/:username',
    refreshes: ['/users'],
    params,
    query,
    response: { 204: null },
    errors: ['USER_NOT_FOUND', 'NOT_ALLOWED', 'API_KEY_NOT_ALLOW'],
    access: 'session',
  }),
  /** Revokes all tokens of the user, including the token of the request. Accepts an API key, unlike its siblings. */
  changePassword: endpoint({
    method: 'POST',
    path: '/users/:username/change_pwd',
    refreshes: [],
    params,
    body: v.object({ old_pwd: textSchema, new_pwd: textSchema }),
    response: { 204: null },
    errors: ['USER_NOT_FOUND', 'ERROR_PWD_NOT_MATCH'],
    access: 'token',
  }),
} as const
