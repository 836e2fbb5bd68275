import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { document } from '../scalars.ts'

/** `connected`, `connecting`, `disconnected`, `stopped`; of the whole also `inconsistent` where nodes differ. */
const status = v.string()

/**
 * How something that is connected to another system fares on each running node; `status_reason` is missing or empty
 * where nothing is wrong.
 */
export const resourceStatus = {
  status,
  status_reason: v.optional(v.string()),
  node_status: rows(v.object({ node: v.string(), status, status_reason: v.optional(v.string()) })),
}

/** A connection to another system; what else it has depends on its type. */
export const connectorSchema = v.looseObject({
  type: v.string(),
  name: v.string(),
  enable: v.optional(v.boolean(), true),
  description: v.optional(v.string()),
  /** Names of those that use it; their type is not told. Missing in lists of older brokers. */
  actions: v.optional(v.array(v.string()), []),
  sources: v.optional(v.array(v.string()), []),
  ...resourceStatus,
})
export type Connector = v.InferOutput<typeof connectorSchema>

/** `type:name`. */
export const resourceId = v.object({ id: v.string() })
/** In the path: whether it is to be enabled. */
export const toEnable = v.object({ id: v.string(), enable: v.picklist(['true', 'false']) })
/** The only one that 5.8 takes; others of the documents are refused. */
const operation = v.picklist(['start'])
export const toOperate = v.object({ id: v.string(), operation })
export const toOperateOnNode = v.object({ node: v.string(), id: v.string(), operation })
/** What is made, which is what is tried, too: everything else depends on the type. */
export const newResource = document(v.looseObject({ type: v.string(), name: v.string() }))
/** All settings but type and name: what is not sent goes back to its default. */
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
  /** It is made although nothing answers there. */
  create: endpoint({
    method: 'POST',
    path: '/connectors',
    refreshes: ['/connectors'],
    body: newResource,
    response: { 201: connectorSchema },
    errors: ['ALREADY_EXISTS'],
    access: 'token',
  }),
  /** Connects once, as the settings say, and keeps nothing. A mask stands for the secret of the connector of that name. */
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
  /** Connects anew: what its actions have in flight is sent again, what they buffer is kept. */
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
  /** Refused while an action or a source uses it. */
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
  /** Connects anew on all nodes; the answer is the reason where it does not work. */
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
