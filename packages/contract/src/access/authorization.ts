import * as v from 'valibot'
import { oneOf } from '../description/choices.ts'
import { boolean, duration, integer, topicFilter } from '../description/scalars.ts'
import { field, listOf, required, struct, withDefault } from '../description/schema.ts'
import { tolerant, type ValueOf } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { document } from '../scalars.ts'
import { chainMetrics, chainStatus } from './chain-status.ts'

/** Each may be there once. */
export const sourceTypes = [
  'file',
  'built_in_database',
  'http',
  'redis',
  'mysql',
  'postgresql',
  'mongodb',
  'ldap',
] as const
export type SourceType = (typeof sourceTypes)[number]

const type = v.picklist(sourceTypes)

/** What the broker remembers of its decisions, for each connection by itself; topics that `excludes` cover it does not. */
const cache = struct('emqx:authz_cache', {
  enable: withDefault(boolean, true),
  max_size: withDefault(integer(1, 1_048_576), 32),
  ttl: withDefault(duration, '1m'),
  excludes: withDefault(listOf(topicFilter), []),
})

export const authorizationOutcome = {
  /** What no source decides. */
  no_match: withDefault(oneOf('allow', 'deny'), 'allow'),
  /** What else happens to a client that was denied something. */
  deny_action: withDefault(oneOf('ignore', 'disconnect'), 'ignore'),
  cache: field(cache),
}

/** What is set beside the sources, as the API takes it: as a whole. */
export const authorizationSettings = struct('emqx:authorization', {
  ...authorizationOutcome,
  cache: required(cache),
})
const authorizationSettingsSchema = tolerant(authorizationSettings)
export type AuthorizationSettings = ValueOf<typeof authorizationSettings>

/** What else it has depends on its type. Secrets come as six asterisks, which keep the stored one when they are sent. */
export const accessSourceSchema = v.looseObject({ type, enable: v.boolean() })
export type AccessSource = v.InferOutput<typeof accessSourceSchema>

const sourceBody = document(v.looseObject({ type: v.string(), enable: v.optional(v.boolean()) }))

/** `nomatch` has nothing to say of a request, `ignore` says that it has not; both leave it to the next. */
export const sourceMetricsSchema = chainMetrics(['total', 'allow', 'deny', 'nomatch', 'ignore'])
export type SourceMetrics = v.InferOutput<typeof sourceMetricsSchema>

export const sourceStatusSchema = chainStatus(sourceMetricsSchema)
export type SourceStatus = v.InferOutput<typeof sourceStatusSchema>

const params = v.object({ type })

export const authorization = {
  settings: endpoint({
    method: 'GET',
    path: '/authorization/settings',
    response: { 200: authorizationSettingsSchema },
    errors: [],
    access: 'token',
  }),
  /** The whole of it: without `cache` it is refused. */
  saveSettings: endpoint({
    method: 'PUT',
    path: '/authorization/settings',
    refreshes: ['/authorization/settings'],
    body: document(authorizationSettingsSchema),
    response: { 200: authorizationSettingsSchema },
    errors: [],
    access: 'token',
  }),
  /** Of all clients on all nodes. */
  cleanCache: endpoint({
    method: 'DELETE',
    path: '/authorization/cache',
    refreshes: ['/clients/:clientid/authorization/cache'],
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  /** In the order in which they are asked. */
  sources: endpoint({
    method: 'GET',
    path: '/authorization/sources',
    response: { 200: v.object({ sources: rows(accessSourceSchema) }) },
    errors: [],
    access: 'token',
  }),
  /** Becomes the first to be asked. */
  createSource: endpoint({
    method: 'POST',
    path: '/authorization/sources',
    refreshes: ['/authorization/sources'],
    body: sourceBody,
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  /** Names all of them. */
  orderSources: endpoint({
    method: 'PUT',
    path: '/authorization/sources/order',
    refreshes: ['/authorization/sources'],
    body: v.array(v.strictObject({ type })),
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  source: endpoint({
    method: 'GET',
    path: '/authorization/sources/:type',
    params,
    response: { 200: accessSourceSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** The whole of it: what is left out goes back to its default. */
  saveSource: endpoint({
    method: 'PUT',
    path: '/authorization/sources/:type',
    refreshes: [
      '/authorization/sources',
      '/authorization/sources/:type',
      '/authorization/sources/:type/status',
    ],
    params,
    body: sourceBody,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** With the rules of a built-in database. */
  removeSource: endpoint({
    method: 'DELETE',
    path: '/authorization/sources/:type',
    refreshes: ['/authorization/sources'],
    params,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  status: endpoint({
    method: 'GET',
    path: '/authorization/sources/:type/status',
    params,
    response: { 200: sourceStatusSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** `front`, `rear`, `before:<type>`, `after:<type>`. */
  moveSource: endpoint({
    method: 'POST',
    path: '/authorization/sources/:type/move',
    refreshes: ['/authorization/sources'],
    params,
    body: v.strictObject({ position: v.string() }),
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
} as const
