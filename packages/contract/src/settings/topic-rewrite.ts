import { oneOf } from '../description/choices.ts'
import { text, textScalar, topicFilter } from '../description/scalars.ts'
import { listOf, required, struct } from '../description/schema.ts'
import { tolerant, type ValueOf } from '../description/tolerant.ts'
import { endpoint } from '../endpoint.ts'
import { document } from '../scalars.ts'

/** The broker refuses twenty. */
export const maxRewriteRules = 19

export const rewriteActions = ['publish', 'subscribe', 'all'] as const
export type RewriteAction = (typeof rewriteActions)[number]

/** Whether it is a pattern the broker judges, and the form: what only reads rules does without the engine. */
const patternText = textScalar('modules:re()', (value) =>
  typeof value === 'string' ? { value } : { reason: { expected: 'binary()' } },
)

/** What a rule has beside its pattern. */
export const rewriteFields = {
  action: required(oneOf(...rewriteActions)),
  source_topic: required(topicFilter),
  dest_topic: required(text),
}

/**
 * The first rule whose filter covers a topic decides; if its expression does not match, the topic stays. `$1` in the
 * destination is the first group, `${clientid}` and `${username}` the client.
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
