import { oneOf } from '@brokerdeck/contract/description/choices.ts'
import { positiveInteger } from '@brokerdeck/contract/description/numbers.ts'
import { boolean, duration } from '@brokerdeck/contract/description/scalars.ts'
import { struct, withDefault } from '@brokerdeck/contract/description/structures.ts'
import { latencyKinds, slowSubsConfigSchema } from '@brokerdeck/contract/diagnose/slow-subscriptions.ts'
import { configRoot } from '../config-root.ts'

export const slowSubsRoot = configRoot({
  name: 'slow_subs',
  shape: slowSubsConfigSchema,
  schema: struct('slow_subs', {
    enable: withDefault(boolean, false),
    threshold: withDefault(duration, '500ms'),
    expire_interval: withDefault(duration, '300s'),
    top_k_num: withDefault(positiveInteger, 10),
    stats_type: withDefault(oneOf(...latencyKinds), 'whole'),
  }),
})
