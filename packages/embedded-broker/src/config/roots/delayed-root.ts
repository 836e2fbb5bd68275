import { integer } from '@brokerdeck/contract/description/numbers.ts'
import { boolean } from '@brokerdeck/contract/description/scalars.ts'
import { struct, withDefault } from '@brokerdeck/contract/description/structures.ts'
import { delayedConfigSchema } from '@brokerdeck/contract/traffic/delayed.ts'
import { configRoot } from '../config-root.ts'

export const delayedRoot = configRoot({
  name: 'delayed',
  shape: delayedConfigSchema,
  schema: struct('modules:delayed', {
    enable: withDefault(boolean, true),
    max_delayed_messages: withDefault(integer(), 0),
  }),
})
