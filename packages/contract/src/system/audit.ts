import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { pageQuery, pageSchema } from '../paging.ts'
import { integerSchema, moment, timestamp } from '../scalars.ts'

/** The origin of an operation. The first two origins are HTTP and have a method, an address and a result. */
export const auditOrigins = ['dashboard', 'rest_api', 'cli', 'erlang_console'] as const

export const auditResults = ['success', 'failure'] as const
export type AuditResult = (typeof auditResults)[number]

export const auditMethods = ['post', 'put', 'delete'] as const

/** Fields that do not apply are empty texts: a command has no `http_request`, a request has no `args`. */
const orNothing = <const Schema extends v.GenericSchema>(schema: Schema) => v.union([v.literal(''), schema])

/**
 * `body` is Erlang text; secrets and the authorization header are six asterisks. For a request that was rejected
 * before it was processed (for example 405 for a wrong method), only the method is recorded.
 */
export const auditRequestSchema = v.object({
  method: v.string(),
  bindings: v.optional(v.record(v.string(), v.unknown()), {}),
  headers: v.optional(v.record(v.string(), v.unknown()), {}),
  body: v.optional(v.unknown()),
})

/** Unknown details of an operation are missing or empty texts. */
const known = v.optional(v.string(), '')

/** `source` is a user or an API key, `operation_id` is a path with `:parameters`. Times have microseconds. */
export const auditEntrySchema = v.object({
  created_at: timestamp,
  node: known,
  from: v.string(),
  source: known,
  source_ip: known,
  operation_id: known,
  operation_type: known,
  operation_result: known,
  http_method: known,
  http_status_code: v.optional(orNothing(v.number()), ''),
  http_request: v.optional(orNothing(auditRequestSchema), ''),
  args: v.optional(orNothing(v.array(v.string())), ''),
  duration_ms: v.optional(v.number(), 0),
  failure: v.optional(v.unknown()),
})
export type AuditEntry = v.InferOutput<typeof auditEntrySchema>

export const audit = {
  /**
   * Lists the newest entries first. 400 while the audit log is disabled (`log.audit.enable`). Times are RFC 3339 or
   * epoch milliseconds.
   */
  list: endpoint({
    method: 'GET',
    path: '/audit',
    query: v.object({
      ...pageQuery,
      node: v.optional(v.string()),
      from: v.optional(v.picklist(auditOrigins)),
      source: v.optional(v.string()),
      source_ip: v.optional(v.string()),
      operation_id: v.optional(v.string()),
      operation_type: v.optional(v.string()),
      operation_result: v.optional(v.picklist(auditResults)),
      http_status_code: v.optional(integerSchema(0)),
      http_method: v.optional(v.picklist(auditMethods)),
      gte_duration_ms: v.optional(integerSchema(0)),
      lte_duration_ms: v.optional(integerSchema(0)),
      gte_created_at: v.optional(moment),
      lte_created_at: v.optional(moment),
    }),
    response: { 200: pageSchema(auditEntrySchema) },
    errors: [],
    access: 'token',
  }),
} as const
