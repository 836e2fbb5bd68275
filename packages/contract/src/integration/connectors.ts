import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { document } from '../scalars.ts'

/**
 * `connected`, `connecting`, `disconnected` or `stopped`; the overall status is also `inconsistent` if the nodes
 * differ.
 */
const status = v.string()

/**
 * The status of a resource that connects to another system, with its status on each running node; `status_reason` is
 * missing or empty if there is no problem.
 */
export const resourceStatus = {
  status,
  status_reason: v.optional(v.string()),
  node_status: rows(v.object({ node: v.string(), status, status_reason: v.optional(v.string()) })),
}

/** A connection to another system; the other fields depend on its type. */
export const connectorSchema = v.looseObject({
  type: v.string(),
  name: v.string(),
  enable: v.optional(v.boolean(), true),
  description: v.optional(v.string()),
  /**
   * The names of the actions and sources that use the connector, without their types. Missing in lists of older
   * brokers.
   */
  actions: v.optional(v.array(v.string()), []),
  sources: v.optional(v.array(v.string()), []),
  ...resourceStatus,
})
export type Connector = v.InferOutput<typeof connectorSchema>

/** The id of a resource has the form `type:name`. */
export const resourceId = v.object({ id: v.string() })
/** The `enable` in the path enables or disables the resource. */
export const toEnable = v.object({ id: v.string(), enable: v.picklist(['true', 'false']) })
/** The only operation that 5.8 accepts; other documented operations are rejected. */
const operation = v.picklist(['start'])
export const toOperate = v.object({ id: v.string(), operation })
export const toOperateOnNode = v.object({ node: v.string(), id: v.string(), operation })
/** The body for creating and for testing a resource; all other fields depend on the type. */
export const newResource = document(v.looseObject({ type: v.string(), name: v.string() }))
/** All settings except type and name: fields that are not sent return to their defaults. */
export const changedResource = document(v.looseObject({}))

/** EMQX `api/v5` /connectors. */
export const connectors = {
  list: endpoint({
    method: 'GET',
    path: '/connectors',
    response: { 200: rows(connectorSchema) },
    errors: [],
    access: 'token',
  }),
  /** Creates the connector even if the other system does not respond. */
  create: endpoint({
    method: 'POST',
    path: '/connectors',
    refreshes: ['/connectors'],
    body: newResource,
    response: { 201: connectorSchema },
    errors: ['ALREADY_EXISTS'],
    access: 'token',
  }),
  /**
   * Connects once with the given settings and stores nothing. A mask stands for the secret of the connector of that
   * name.
   */
  probe: endpoint({
    method: 'POST',
    path: '/connectors_probe',
    refreshes: [],
    body: newResource,
    response: { 204: null },
    errors: ['TEST_FAILED'],
    access: 'token',
  }),
  get: endpoint({
    method: 'GET',
    path: '/connectors/:id',
    params: resourceId,
    response: { 200: connectorSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** Reconnects: its actions send in-flight messages again and keep buffered messages. */
  update: endpoint({
    method: 'PUT',
    path: '/connectors/:id',
    refreshes: [
      '/connectors',
      '/connectors/:id',
      '/actions',
      '/actions_summary',
      '/sources',
      '/sources_summary',
    ],
    params: resourceId,
    body: changedResource,
    response: { 200: connectorSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** Rejected while an action or a source uses the connector. */
  remove: endpoint({
    method: 'DELETE',
    path: '/connectors/:id',
    refreshes: ['/connectors'],
    params: resourceId,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  setEnabled: endpoint({
    method: 'PUT',
    path: '/connectors/:id/enable/:enable',
    refreshes: [
      '/connectors',
      '/connectors/:id',
      '/actions',
      '/actions_summary',
      '/sources',
      '/sources_summary',
    ],
    params: toEnable,
    response: { 204: null },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    access: 'token',
  }),
  /** Reconnects on all nodes; if this fails, the response contains the reason. */
  start: endpoint({
    method: 'POST',
    path: '/connectors/:id/:operation',
    refreshes: ['/connectors', '/connectors/:id'],
    params: toOperate,
    response: { 204: null },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    access: 'token',
  }),
  startOnNode: endpoint({
    method: 'POST',
    path: '/nodes/:node/connectors/:id/:operation',
    refreshes: ['/connectors', '/connectors/:id'],
    params: toOperateOnNode,
    response: { 204: null },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    access: 'token',
  }),
} as const
