import { delayedConfigSchema } from '@brokerdeck/contract/traffic/delayed.ts'
import { configRoot } from '../config-root.ts'
import { integer } from '../numbers.ts'
import { boolean } from '../scalars.ts'
import { struct, withDefault } from '../structures.ts'

export const delayedRoot = configRoot({
  name: 'delayed',
  shape: delayedConfigSchema,
  schema: struct('modules:delayed', {
    enable: withDefault(boolean, true),
    max_delayed_messages: withDefault(integer(), 0),
  }),
})
