import * as v from 'valibot'
import { oneOf } from '../description/choices.ts'
import { boolean, duration, integer, topicFilter } from '../description/scalars.ts'
import { field, listOf, required, struct, withDefault } from '../description/schema.ts'
import { tolerant, type ValueOf } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { document } from '../scalars.ts'
import { chainMetrics, chainStatus } from './chain-status.ts'

/** Each source type may occur once. */
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

/**
 * The cache of the broker's decisions, kept for each connection separately. Topics that `excludes` covers are not
 * cached.
 */
const cache = struct('emqx:authz_cache', {
  enable: withDefault(boolean, true),
  max_size: withDefault(integer(1, 1_048_576), 32),
  ttl: withDefault(duration, '1m'),
  excludes: withDefault(listOf(topicFilter), []),
})

export const authorizationOutcome = {
  /** The decision for requests that no source decides. */
  no_match: withDefault(oneOf('allow', 'deny'), 'allow'),
  /** The additional consequence for a client whose request was denied. */
  deny_action: withDefault(oneOf('ignore', 'disconnect'), 'ignore'),
  cache: field(cache),
}

/** The settings beside the sources. The API accepts them only as a whole. */
export const authorizationSettings = struct('emqx:authorization', {
  ...authorizationOutcome,
  cache: required(cache),
})
const authorizationSettingsSchema = tolerant(authorizationSettings)
export type AuthorizationSettings = ValueOf<typeof authorizationSettings>

/**
 * The other fields of a source depend on its type. Secrets are sent as six asterisks; sending them back keeps the
 * stored secret.
 */
export const accessSourceSchema = v.looseObject({ type, enable: v.boolean() })
export type AccessSource = v.InferOutput<typeof accessSourceSchema>

const sourceBody = document(v.looseObject({ type: v.string(), enable: v.optional(v.boolean()) }))

/**
 * `nomatch` counts requests that no rule of the source matches, `ignore` requests that the source declines to decide;
 * both leave the request to the next source.
 */
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
  /** Replaces the settings as a whole: a request without `cache` is rejected. */
  saveSettings: endpoint({
    method: 'PUT',
    path: '/authorization/settings',
    refreshes: ['/authorization/settings'],
    body: document(authorizationSettingsSchema),
    response: { 200: authorizationSettingsSchema },
    errors: [],
    access: 'token',
  }),
  /** Cleans the caches of all clients on all nodes. */
  cleanCache: endpoint({
    method: 'DELETE',
    path: '/authorization/cache',
    refreshes: ['/clients/:clientid/authorization/cache'],
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  /** Lists the sources in the order in which the broker asks them. */
  sources: endpoint({
    method: 'GET',
    path: '/authorization/sources',
    response: { 200: v.object({ sources: rows(accessSourceSchema) }) },
    errors: [],
    access: 'token',
  }),
  /** Adds the source at the beginning, so the broker asks it first. */
  createSource: endpoint({
    method: 'POST',
    path: '/authorization/sources',
    refreshes: ['/authorization/sources'],
    body: sourceBody,
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
  /** The request body names all sources. */
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
  /** Replaces the whole source: fields that are left out return to their defaults. */
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
  /** Also removes the rules of a built-in database. */
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
  /** The positions are `front`, `rear`, `before:<type>` and `after:<type>`. */
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
