import { oneOf } from '../description/choices.ts'
import { text, textScalar, topicFilter } from '../description/scalars.ts'
import { listOf, required, struct } from '../description/schema.ts'
import { tolerant, type ValueOf } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { document } from '../scalars.ts'

/** The maximum number of rules: the broker rejects twenty. */
export const maxRewriteRules = 19

export const rewriteActions = ['publish', 'subscribe', 'all'] as const
export type RewriteAction = (typeof rewriteActions)[number]

/**
 * The broker and the form validate the pattern, so that code which only reads rules works without the pattern engine.
 */
const patternText = textScalar('modules:re()', (value) =>
  typeof value === 'string' ? { value } : { reason: { expected: 'binary()' } },
)

/** The fields of a rule beside its pattern. */
export const rewriteFields = {
  action: required(oneOf(...rewriteActions)),
  source_topic: required(topicFilter),
  dest_topic: required(text),
}

/**
 * The first rule whose filter covers a topic applies; if its expression does not match, the topic stays unchanged. In
 * the destination, `$1` is the first group, `${clientid}` and `${username}` are the values of the client.
 */
export const rewriteRule = struct('modules:rewrite', {
  ...rewriteFields,
  re: required(patternText),
})
export type RewriteRule = ValueOf<typeof rewriteRule>

export const rewriteRulesSchema = tolerant(listOf(rewriteRule))

export const topicRewrite = {
  get: endpoint({
    method: 'GET',
    path: '/mqtt/topic_rewrite',
    response: { 200: rewriteRulesSchema },
    errors: [],
    access: 'token',
  }),
  /**
   * Replaces the whole list in its order: the last write wins. EMQX returns 500 for a missing field or an invalid
   * expression. Only rules for subscriptions may have a wildcard in their destination.
   */
  put: endpoint({
    method: 'PUT',
    path: '/mqtt/topic_rewrite',
    refreshes: ['/mqtt/topic_rewrite'],
    body: document(rewriteRulesSchema),
    response: { 200: rewriteRulesSchema },
    errors: ['EXCEED_LIMIT'],
    access: 'token',
  }),
} as const
