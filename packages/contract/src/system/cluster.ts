import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'
import { integerSchema, timestamp } from '../scalars.ts'

/** `self` is the node that responded; stopped nodes are not listed. */
export const clusterSchema = v.object({ name: v.string(), nodes: v.array(v.string()), self: v.string() })

export const coreNodeSchema = v.object({
  core_node: v.string(),
  replicant_nodes: rows(v.object({ node: v.string(), streams: v.optional(v.number()) })),
})
export type CoreNode = v.InferOutput<typeof coreNodeSchema>

const begun = { node: v.string(), started_at: timestamp }
const ended = { ...begun, finished_at: timestamp }

/** The results of asynchronous invitations, the last invitation of each node. */
export const invitationsSchema = v.object({
  succeed: rows(v.object(ended)),
  in_progress: rows(v.object(begun)),
  /** `reason` is an Erlang term. */
  failed: rows(v.object({ ...ended, reason: v.string() })),
})
export type Invitations = v.InferOutput<typeof invitationsSchema>

/** Returns whether a text is the name of an Erlang node: `name@host`. */
export const isNodeName = (text: string): boolean => /^[\w-]+@[^@\s/]+$/.test(text)

const params = v.object({ node: v.pipe(v.string(), v.check(isNodeName, 'Bad node name')) })

export const cluster = {
  get: endpoint({
    method: 'GET',
    path: '/cluster',
    response: { 200: clusterSchema },
    errors: [],
    access: 'token',
  }),
  topology: endpoint({
    method: 'GET',
    path: '/cluster/topology',
    response: { 200: rows(coreNodeSchema) },
    errors: [],
    access: 'token',
  }),
  invitations: endpoint({
    method: 'GET',
    path: '/cluster/invitation',
    response: { 200: invitationsSchema },
    errors: [],
    access: 'token',
  }),
  /** Responds after the node has joined, which restarts the node; `timeout` is in milliseconds, at least 5000. */
  invite: endpoint({
    method: 'PUT',
    path: '/cluster/:node/invite',
    refreshes: ['/nodes', '/cluster', '/cluster/topology'],
    params,
    body: v.strictObject({ timeout: v.optional(integerSchema(0)) }),
    response: { 200: null },
    errors: [],
    access: 'token',
  }),
  /** Responds immediately; see `invitations`. */
  inviteAsync: endpoint({
    method: 'PUT',
    path: '/cluster/:node/invite_async',
    refreshes: ['/cluster/invitation'],
    params,
    response: { 200: null },
    errors: [],
    access: 'token',
  }),
  forceLeave: endpoint({
    method: 'DELETE',
    path: '/cluster/:node/force_leave',
    refreshes: ['/nodes', '/cluster', '/cluster/topology'],
    params,
    response: { 204: null },
    errors: [],
    access: 'token',
  }),
} as const
