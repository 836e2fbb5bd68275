import * as v from 'valibot'
import { endpoint } from '../../endpoint.ts'
import { rows } from '../../paging.ts'
import { document, flag, limitOrInfinite } from '../../scalars.ts'
import { gatewayListenerTypes } from './gateway-listener-settings.ts'
import { gatewayKindSchema as nameSchema } from './gateway-settings.ts'

export const gatewayStatuses = ['running', 'stopped', 'unloaded'] as const

const statusSchema = v.picklist(gatewayStatuses)
const params = v.object({ name: nameSchema })

/** A gateway has only its name and the status `unloaded` until it is set up for the first time. */
export const gatewaySummarySchema = v.object({
  name: nameSchema,
  status: statusSchema,
  created_at: v.optional(v.string()),
  started_at: v.optional(v.string()),
  stopped_at: v.optional(v.string()),
  current_connections: v.optional(v.number()),
  max_connections: v.optional(limitOrInfinite),
  listeners: v.optional(
    rows(v.object({ id: v.string(), type: v.string(), name: v.string(), running: v.boolean() })),
  ),
  node_status: v.optional(
    rows(
      v.object({
        node: v.string(),
        status: v.string(),
        /** Missing for a node that has not loaded the gateway. */
        current_connections: v.optional(v.number()),
        max_connections: v.optional(limitOrInfinite),
      }),
    ),
  ),
})
export type GatewaySummary = v.InferOutput<typeof gatewaySummarySchema>

/** The other fields depend on the kind of the gateway: see `gatewaySettings`. */
const gatewaySchema = v.looseObject({
  name: nameSchema,
  status: statusSchema,
  created_at: v.optional(v.string()),
  started_at: v.optional(v.string()),
  stopped_at: v.optional(v.string()),
})

const listenerStatusSchema = v.object({
  running: v.union([v.boolean(), v.literal('inconsistent')]),
  current_connections: v.number(),
  max_connections: limitOrInfinite,
})

const listenerEntries = {
  /** The id of the listener, such as `stomp:tcp:default`. */
  id: v.string(),
  name: v.string(),
  type: v.picklist(gatewayListenerTypes),
  bind: v.optional(v.union([v.string(), v.number()])),
  enable: v.optional(v.boolean()),
  enable_authn: v.optional(v.boolean()),
  max_connections: v.optional(limitOrInfinite),
  max_conn_rate: v.optional(v.union([v.number(), v.string()])),
  acceptors: v.optional(v.number()),
  mountpoint: v.optional(v.string()),
}

/**
 * The other fields depend on the type. A write returns the listener as it was written, `get` returns it with all
 * defaults.
 */
const gatewayListenerSchema = v.looseObject({ ...listenerEntries, running: v.optional(v.boolean()) })

const gatewayListenerStatusSchema = v.looseObject({
  ...listenerEntries,
  /** The sums over the nodes. */
  status: listenerStatusSchema,
  node_status: rows(v.object({ node: v.string(), status: listenerStatusSchema })),
})

const listenerBody = document(
  v.looseObject({ type: v.string(), name: v.optional(v.string()), bind: v.optional(v.unknown()) }),
)
const listenerParams = v.object({ name: nameSchema, id: v.string() })

export const gateways = {
  list: endpoint({
    method: 'GET',
    path: '/gateways',
    query: v.object({ status: v.optional(v.string()) }),
    response: { 200: rows(gatewaySummarySchema) },
    errors: [],
    access: 'token',
  }),
  get: endpoint({
    method: 'GET',
    path: '/gateways/:name',
    params,
    response: { 200: gatewaySchema },
    errors: ['RESOURCE_NOT_FOUND'],
    access: 'token',
  }),
  /**
   * Loads the gateway the first time, with `listeners`, which later requests may contain but the broker ignores. Each
   * request replaces all settings. The fields that `get` adds are rejected: `created_at`, `started_at`, `stopped_at`,
   * `status`.
   */
  update: endpoint({
    method: 'PUT',
    path: '/gateways/:name',
    refreshes: ['/gateways', '/gateways/:name', '/gateways/:name/listeners', '/gateways/:name/clients'],
    params,
    body: document(v.looseObject({ enable: v.optional(v.boolean()) })),
    response: { 204: null },
    errors: ['RESOURCE_NOT_FOUND', 'UNKNOWN_ERROR'],
    access: 'token',
  }),
  enable: endpoint({
    method: 'PUT',
    path: '/gateways/:name/enable/:enable',
    refreshes: ['/gateways', '/gateways/:name', '/gateways/:name/listeners', '/gateways/:name/clients'],
    params: v.object({ name: nameSchema, enable: flag }),
    response: { 204: null },
    errors: ['RESOURCE_NOT_FOUND'],
    access: 'token',
  }),
  listeners: endpoint({
    method: 'GET',
    path: '/gateways/:name/listeners',
    params,
    response: { 200: rows(gatewayListenerStatusSchema) },
    errors: ['RESOURCE_NOT_FOUND'],
    access: 'token',
  }),
  addListener: endpoint({
    method: 'POST',
    path: '/gateways/:name/listeners',
    refreshes: ['/gateways', '/gateways/:name', '/gateways/:name/listeners'],
    params,
    body: listenerBody,
    response: { 201: gatewayListenerSchema },
    errors: ['RESOURCE_NOT_FOUND', 'UNKNOWN_ERROR'],
    access: 'token',
  }),
  listener: endpoint({
    method: 'GET',
    path: '/gateways/:name/listeners/:id',
    params: listenerParams,
    response: { 200: gatewayListenerSchema },
    errors: ['RESOURCE_NOT_FOUND'],
    access: 'token',
  }),
  /** Replaces the whole listener and closes its connections. An unknown id gives 400. */
  updateListener: endpoint({
    method: 'PUT',
    path: '/gateways/:name/listeners/:id',
    refreshes: ['/gateways', '/gateways/:name', '/gateways/:name/listeners', '/gateways/:name/listeners/:id'],
    params: listenerParams,
    body: listenerBody,
    response: { 200: gatewayListenerSchema },
    errors: ['RESOURCE_NOT_FOUND'],
    access: 'token',
  }),
  removeListener: endpoint({
    method: 'DELETE',
    path: '/gateways/:name/listeners/:id',
    refreshes: ['/gateways', '/gateways/:name', '/gateways/:name/listeners'],
    params: listenerParams,
    response: { 204: null },
    errors: ['RESOURCE_NOT_FOUND'],
    access: 'token',
  }),
} as const
