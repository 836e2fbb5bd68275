import * as v from 'valibot'
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
export const rewriteRuleSchema = v.object({
  action: v.picklist(rewriteActions),
  source_topic: v.string(),
  re: v.string(),
  dest_topic: v.string(),
})
export type RewriteRule = v.InferOutput<typeof rewriteRuleSchema>

export const rewriteRulesSchema = v.array(rewriteRuleSchema)

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
