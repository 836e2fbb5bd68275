import * as v from 'valibot'
import { endpoint } from './endpoint.ts'

/** `self` is the node that answered; stopped nodes are not listed. */
export const clusterSchema = v.object({ name: v.string(), nodes: v.array(v.string()), self: v.string() })
export type ClusterInfo = v.InferOutput<typeof clusterSchema>

export const coreNodeSchema = v.object({
  core_node: v.string(),
  replicant_nodes: v.array(v.object({ node: v.string(), streams: v.optional(v.number()) })),
})
export type CoreNode = v.InferOutput<typeof coreNodeSchema>

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
    response: { 200: v.array(coreNodeSchema) },
    errors: [],
    access: 'token',
  }),
} as const
