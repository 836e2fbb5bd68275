import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'

/** `connected`, `connecting`, `disconnected`, `stopped`; of the whole also `inconsistent` where nodes differ. */
const status = v.string()

/** A connection to another system; what else it has depends on its type. */
export const connectorSchema = v.object({
  type: v.string(),
  name: v.string(),
  enable: v.optional(v.boolean()),
  status,
  /** Missing while all is well. */
  status_reason: v.optional(v.string()),
  node_status: v.array(v.object({ node: v.string(), status, status_reason: v.optional(v.string()) })),
})
export type Connector = v.InferOutput<typeof connectorSchema>

export const connectors = {
  list: endpoint({
    method: 'GET',
    path: '/connectors',
    response: { 200: v.array(connectorSchema) },
    errors: [],
    access: 'token',
  }),
} as const
