import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { flag, infinite, integerSchema, textSchema, timestamp } from '../scalars.ts'
import { isKeyRole } from './roles.ts'

/** Times have whole seconds and are in UTC. `role` exists only in Enterprise. */
export const apiKeySchema = v.object({
  name: v.string(),
  api_key: v.string(),
  desc: v.string(),
  enable: v.boolean(),
  expired: v.boolean(),
  expired_at: v.union([infinite, timestamp]),
  created_at: timestamp,
  role: v.optional(v.string()),
})
export type ApiKey = v.InferOutput<typeof apiKeySchema>

/** The only response that contains the secret. */
export const createdApiKeySchema = v.object({ ...apiKeySchema.entries, api_secret: v.string() })
export type CreatedApiKey = v.InferOutput<typeof createdApiKeySchema>

/** The maximum length of a name that the broker accepts. */
export const maxApiKeyName = 256

const name = v.pipe(
  textSchema,
  v.check((value) => value.length > 0 && value.length <= maxApiKeyName, 'Name Length must =< 256'),
  v.check(
    (value) => value === '' || value.length > maxApiKeyName || /^[A-Za-z]+[A-Za-z0-9\-_]*$/.test(value),
    'Name should be ^[A-Za-z]+[A-Za-z0-9-_]*$',
  ),
)

/** The expiry time: epoch seconds, RFC 3339, or never (`infinity`, null). */
const expiredAt = v.nullish(v.union([infinite, integerSchema(0, 253_402_300_799), timestamp]))

const role = v.optional(v.pipe(v.string(), v.guard(isKeyRole, 'Role does not exist')))

const params = v.object({ name: v.string() })

export const apiKeys = {
  list: endpoint({
    method: 'GET',
    path: '/api_key',
    response: { 200: rows(apiKeySchema) },
    errors: ['API_KEY_NOT_ALLOW'],
    access: 'session',
  }),
  /** The broker crashes (500) if `desc` or `enable` is missing, although its documentation calls them optional. */
  create: endpoint({
    method: 'POST',
    path: '/api_key',
    refreshes: ['/api_key'],
    body: v.object({ name, desc: textSchema, enable: flag, expired_at: expiredAt, role }),
    response: { 200: createdApiKeySchema },
    errors: ['API_KEY_NOT_ALLOW'],
    access: 'session',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api_key/:name',
    params,
    response: { 200: apiKeySchema },
    errors: ['NOT_FOUND', 'API_KEY_NOT_ALLOW'],
    access: 'session',
  }),
  /**
   * Always send all four fields. Missing `desc` and `enable` stay unchanged, but a missing `expired_at` becomes never
   * and a missing `role` becomes administrator.
   */
  update: endpoint({
    method: 'PUT',
    path: '/api_key/:name',
    refreshes: ['/api_key', '/api_key/:name'],
    params,
    body: v.object({ desc: v.optional(textSchema), enable: v.optional(flag), expired_at: expiredAt, role }),
    response: { 200: apiKeySchema },
    errors: ['NOT_FOUND', 'API_KEY_NOT_ALLOW'],
    access: 'session',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api_key/:name',
    refreshes: ['/api_key'],
    params,
    response: { 204: null },
    errors: ['NOT_FOUND', 'API_KEY_NOT_ALLOW'],
    access: 'session',
  }),
} as const
