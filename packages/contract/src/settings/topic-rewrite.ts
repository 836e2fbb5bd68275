import { oneOf } from '../description/choices.ts'
import { pattern } from '../description/pattern.ts'
import { text, topicFilter } from '../description/scalars.ts'
import { listOf, required, struct } from '../description/schema.ts'
import { tolerant, type ValueOf } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { document } from '../scalars.ts'

/** The broker refuses twenty. */
export const maxRewriteRules = 19

export const rewriteActions = ['publish', 'subscribe', 'all'] as const
export type RewriteAction = (typeof rewriteActions)[number]

/**
 * The first rule whose filter covers a topic decides; if its expression does not match, the topic stays. `$1` in the
 * destination is the first group, `${clientid}` and `${username}` the client.
 */
export const rewriteRule = struct('modules:rewrite', {
  action: required(oneOf(...rewriteActions)),
  source_topic: required(topicFilter),
  dest_topic: required(text),
  re: required(pattern),
})
export type RewriteRule = ValueOf<typeof rewriteRule>

export const rewriteRules = listOf(rewriteRule)
export const rewriteRulesSchema = tolerant(rewriteRules)

export const topicRewrite = {
  get: endpoint({
    method: 'GET',
    path: '/mqtt/topic_rewrite',
    response: { 200: rewriteRulesSchema },
    errors: [],
    access: 'token',
  }),
  /**
   * The whole list in its order: whoever writes last wins. EMQX answers a missing field or a wrong expression with 500.
   * Only a rule for subscriptions may have a wildcard in its destination.
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
