import * as v from 'valibot'
import { boolean, duration } from '../description/scalars.ts'
import { struct, withDefault } from '../description/schema.ts'
import { tolerant } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { fileSchema } from '../file.ts'
import { pageMetaSchema, rows } from '../paging.ts'
import { document } from '../scalars.ts'

export const republishArgsSchema = v.object({
  topic: v.string(),
  qos: v.optional(v.union([v.number(), v.string()]), '${qos}'),
  retain: v.optional(v.union([v.boolean(), v.string()]), '${retain}'),
  payload: v.optional(v.string(), '${payload}'),
  mqtt_properties: v.optional(v.record(v.string(), v.union([v.string(), v.number()])), {}),
  user_properties: v.optional(v.string(), '${user_properties}'),
  /** True to publish directly to the subscribers, without rules, hooks and counters. */
  direct_dispatch: v.optional(v.union([v.boolean(), v.string()]), false),
})
export type RepublishArgs = v.InferOutput<typeof republishArgsSchema>

/** The `type:name` of an action, or an action that the rule performs itself. */
export const ruleActionSchema = v.union([
  v.string(),
  v.object({ function: v.literal('console') }),
  v.object({ function: v.literal('republish'), args: republishArgsSchema }),
])
export type RuleAction = v.InferOutput<typeof ruleActionSchema>

export const ruleSchema = v.object({
  id: v.string(),
  name: v.string(),
  sql: v.string(),
  description: v.string(),
  enable: v.boolean(),
  actions: v.array(ruleActionSchema),
  /** The topics in the FROM clause. */
  from: v.array(v.string()),
  created_at: v.string(),
  last_modified_at: v.string(),
})
export type Rule = v.InferOutput<typeof ruleSchema>

export const ruleCounters = [
  'matched',
  'passed',
  'failed',
  'failed.exception',
  'failed.no_result',
  'actions.total',
  'actions.success',
  'actions.failed',
  'actions.failed.out_of_service',
  'actions.failed.unknown',
  'actions.discarded',
] as const

const ruleFiguresSchema = v.object({
  matched: v.number(),
  passed: v.number(),
  failed: v.number(),
  'failed.exception': v.number(),
  'failed.no_result': v.number(),
  'actions.total': v.number(),
  'actions.success': v.number(),
  'actions.failed': v.number(),
  'actions.failed.out_of_service': v.number(),
  'actions.failed.unknown': v.number(),
  'actions.discarded': v.number(),
  'matched.rate': v.number(),
  'matched.rate.last5m': v.number(),
  'matched.rate.max': v.number(),
})
export type RuleFigures = v.InferOutput<typeof ruleFiguresSchema>

const ruleEventSchema = v.object({
  event: v.string(),
  title: v.object({ en: v.string(), zh: v.string() }),
  description: v.object({ en: v.string(), zh: v.string() }),
  columns: v.array(v.string()),
  /** An example with its description, or the example alone. */
  test_columns: v.record(v.string(), v.union([v.array(v.unknown()), v.string()])),
  sql_example: v.string(),
})

/** The settings that apply to all rules. */
export const ruleEngineSettings = struct('rule_engine', {
  ignore_sys_message: withDefault(boolean, true),
  /** Requests contain a duration, responses a number of milliseconds. */
  jq_function_default_timeout: withDefault(duration, '10s'),
})
const engineSchema = v.object({
  ignore_sys_message: v.boolean(),
  /** The timeout in milliseconds. */
  jq_function_default_timeout: v.number(),
})
export type RuleEngineSettings = v.InferOutput<typeof engineSchema>

const id = v.object({ id: v.string() })
const ruleParts = v.object({
  sql: v.string(),
  name: v.optional(v.string()),
  description: v.optional(v.string()),
  enable: v.optional(v.boolean()),
  actions: v.optional(v.array(ruleActionSchema)),
  metadata: v.optional(v.record(v.string(), v.unknown())),
  /** The id, which the broker chooses by default; only accepted when a rule is created. */
  id: v.optional(v.string()),
})
/** The columns of an event, `event_type` among them. */
const context = v.record(v.string(), v.unknown())

export const rules = {
  list: endpoint({
    method: 'GET',
    path: '/rules',
    query: v.object({
      page: v.optional(v.string()),
      limit: v.optional(v.string()),
      enable: v.optional(v.string()),
      from: v.optional(v.string()),
      like_id: v.optional(v.string()),
      like_from: v.optional(v.string()),
      /** Matches rules whose filters this filter covers. */
      match_from: v.optional(v.string()),
      like_description: v.optional(v.string()),
      action: v.optional(v.string()),
      source: v.optional(v.string()),
    }),
    response: { 200: v.object({ data: rows(ruleSchema), meta: pageMetaSchema }) },
    errors: [],
    access: 'token',
  }),
  create: endpoint({
    method: 'POST',
    path: '/rules',
    refreshes: ['/rules'],
    body: document(ruleParts),
    response: { 201: ruleSchema },
    errors: [],
    access: 'token',
  }),
  get: endpoint({
    method: 'GET',
    path: '/rules/:id',
    params: id,
    response: { 200: ruleSchema },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** Fields that are not sent stay unchanged; a rule that does not exist is created. */
  update: endpoint({
    method: 'PUT',
    path: '/rules/:id',
    refreshes: ['/rules', '/rules/:id'],
    params: id,
    body: document(v.partial(ruleParts)),
    response: { 200: ruleSchema },
    errors: [],
    access: 'token',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/rules/:id',
    refreshes: ['/rules'],
    params: id,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  metrics: endpoint({
    method: 'GET',
    path: '/rules/:id/metrics',
    params: id,
    response: {
      200: v.object({
        id: v.string(),
        metrics: ruleFiguresSchema,
        node_metrics: rows(v.object({ node: v.string(), metrics: ruleFiguresSchema })),
      }),
    },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  resetMetrics: endpoint({
    method: 'PUT',
    path: '/rules/:id/metrics/reset',
    refreshes: ['/rules/:id/metrics'],
    params: id,
    response: { 204: null },
    errors: ['NOT_FOUND'],
    access: 'token',
  }),
  /** Runs the rule on sample columns, including its actions unless `stop_action_after_template_rendering` is set. */
  apply: endpoint({
    method: 'POST',
    path: '/rules/:id/test',
    refreshes: [],
    params: id,
    body: document(v.object({ context, stop_action_after_template_rendering: v.optional(v.boolean()) })),
    response: { 200: v.unknown() },
    errors: ['NOT_MATCH', 'RULE_NOT_FOUND'],
    access: 'token',
  }),
  /** The response is the JSON text as received, because its integers may exceed the range of JavaScript numbers. */
  test: endpoint({
    method: 'POST',
    path: '/rule_test',
    refreshes: [],
    body: document(v.object({ sql: v.string(), context })),
    gives: 'file',
    response: { 200: fileSchema },
    errors: ['NOT_MATCH'],
    access: 'token',
  }),
  events: endpoint({
    method: 'GET',
    path: '/rule_events',
    response: { 200: rows(ruleEventSchema) },
    errors: [],
    access: 'token',
  }),
  getEngine: endpoint({
    method: 'GET',
    path: '/rule_engine',
    response: { 200: engineSchema },
    errors: [],
    access: 'token',
  }),
  putEngine: endpoint({
    method: 'PUT',
    path: '/rule_engine',
    refreshes: ['/rule_engine'],
    body: document(tolerant(ruleEngineSettings)),
    response: { 200: engineSchema },
    errors: [],
    access: 'token',
  }),
} as const
