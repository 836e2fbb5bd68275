import { oneOf, qos } from '@brokerdeck/contract/description/choices.ts'
import { text, textScalar } from '@brokerdeck/contract/description/scalars.ts'
import { listOf, required, struct, withDefault } from '@brokerdeck/contract/description/structures.ts'
import { autoSubscriptionsSchema } from '@brokerdeck/contract/settings/auto-subscribe.ts'
import { rewriteActions, rewriteRulesSchema } from '@brokerdeck/contract/settings/topic-rewrite.ts'
import * as v from 'valibot'
import { parsePattern } from '../../expressions/safe-pattern.ts'
import { configRoot } from '../config-root.ts'

export const autoSubscriptionList = listOf(
  struct('auto_subscribe:topic', {
    topic: required(text),
    qos: withDefault(qos, 0),
    rh: withDefault(oneOf(0, 1, 2), 0),
    rap: withDefault(oneOf(0, 1), 0),
    nl: withDefault(oneOf(0, 1), 0),
  }),
)

export const autoSubscribeRoot = configRoot({
  name: 'auto_subscribe',
  shape: v.object({ topics: autoSubscriptionsSchema }),
  schema: struct('auto_subscribe', { topics: withDefault(autoSubscriptionList, []) }),
})

const pattern = textScalar('modules:re()', (value) => {
  if (typeof value !== 'string') return { reason: { expected: 'binary()' } }
  const parsed = parsePattern(value)
  return 'fault' in parsed ? { reason: { regexp: value, compile_error: parsed.fault } } : { value }
})

export const rewriteRoot = configRoot({
  name: 'rewrite',
  shape: rewriteRulesSchema,
  initial: [],
  schema: listOf(
    struct('modules:rewrite', {
      action: required(oneOf(...rewriteActions)),
      source_topic: required(text),
      dest_topic: required(text),
      re: required(pattern),
    }),
  ),
})
