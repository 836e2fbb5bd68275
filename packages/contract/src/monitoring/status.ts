import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { rows } from '../paging.ts'

export const statusSchema = v.object({
  node_name: v.string(),
  /** The version begins with `v`, unlike everywhere else. */
  rel_vsn: v.string(),
  broker_status: v.string(),
  app_status: v.string(),
})
export type Status = v.InferOutput<typeof statusSchema>

export const errorCodeSchema = v.object({ code: v.string(), description: v.string() })

export const status = {
  /**
   * Returns JSON with `format=json`, otherwise two lines of text, whatever `Accept` says. Also at `/status`, outside
   * api/v5.
   */
  get: endpoint({
    method: 'GET',
    path: '/status',
    query: v.object({ format: v.optional(v.string()) }),
    response: { 200: v.union([statusSchema, v.string()]) },
    errors: ['SERVICE_UNAVAILABLE'],
    access: 'public',
  }),
  /** The list lacks some codes that the broker returns: see endpoint.ts. */
  errorCodes: endpoint({
    method: 'GET',
    path: '/error_codes',
    response: { 200: rows(errorCodeSchema) },
    errors: [],
    access: 'public',
  }),
} as const
