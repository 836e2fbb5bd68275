import { literal, oneOf } from '@brokerdeck/contract/description/choices.ts'
import { nonNegativeInteger } from '@brokerdeck/contract/description/numbers.ts'
import { boolean, byteSize, duration, rate } from '@brokerdeck/contract/description/scalars.ts'
import { field, listOf, struct, union, withDefault } from '@brokerdeck/contract/description/structures.ts'
import { retainerConfigSchema, retainerStorages } from '@brokerdeck/contract/traffic/retainer.ts'
import { configRoot } from '../config-root.ts'

const never = '0s'
const indices = [[1, 2, 3], [1, 3], [2, 3], [3]]

const backend = struct('retainer:mnesia_config', {
  type: withDefault(oneOf('built_in_database'), 'built_in_database'),
  storage_type: withDefault(oneOf(...retainerStorages), 'ram'),
  max_retained_messages: withDefault(nonNegativeInteger, 0),
  index_specs: withDefault(listOf(listOf(nonNegativeInteger)), indices),
  enable: withDefault(boolean, true),
})

export const retainerRoot = configRoot({
  name: 'retainer',
  shape: retainerConfigSchema,
  schema: struct(
    'retainer:retainer',
    {
      enable: withDefault(boolean, true),
      msg_expiry_interval: withDefault(duration, never),
      msg_expiry_interval_override: withDefault(union(literal('disabled'), duration), 'disabled'),
      allow_never_expire: withDefault(boolean, true),
      msg_clear_interval: withDefault(duration, never),
      max_publish_rate: withDefault(rate, '1000/s'),
      delivery_rate: withDefault(rate, '1000/s'),
      max_payload_size: withDefault(byteSize, '1MB'),
      stop_publish_clear_msg: withDefault(boolean, false),
      backend: field(backend),
    },
    { hidden: ['external_backends', 'flow_control'], aliases: { deliver_rate: 'delivery_rate' } },
  ),
})
