import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { pageQuery, pageSchema } from '../paging.ts'
import { integerSchema, moment, timestamp } from '../scalars.ts'

/** Where an operation came from. The first two are HTTP and have a method, an address and a result. */
export const auditOrigins = ['dashboard', 'rest_api', 'cli', 'erlang_console'] as const

export const auditResults = ['success', 'failure'] as const
export type AuditResult = (typeof auditResults)[number]

export const auditMethods = ['post', 'put', 'delete'] as const

/** What does not apply is an empty text: a command has no `http_request`, a request no `args`. */
const orNothing = <const Schema extends v.GenericSchema>(schema: Schema) => v.union([v.literal(''), schema])

/**
 * `body` is Erlang text; secrets and the authorization header are six asterisks. Of a request that was refused before
 * anybody looked at it (405 of a wrong method, say) nothing but the method is kept.
 */
export const auditRequestSchema = v.object({
  method: v.string(),
  bindings: v.optional(v.record(v.string(), v.unknown()), {}),
  headers: v.optional(v.record(v.string(), v.unknown()), {}),
  body: v.optional(v.unknown()),
})

/** What the log does not know of an operation is missing, or an empty text. */
const known = v.optional(v.string(), '')

/** `source` is a user or an API key, `operation_id` a path with `:parameters`. Times have microseconds. */
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
  /** The newest first. 400 while the audit log is off (`log.audit.enable`). Times: RFC 3339 or epoch milliseconds. */
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
