import { parseByteSize } from '../scalars.ts'
import { byteSize, scalar } from './scalars.ts'

/** The largest remaining length that a fixed header can encode (MQTT 5.0 §1.5.5). */
const maximum = 268_435_455

export const packetSize = scalar(
  'emqx_schema:mqtt_max_packet_size()',
  (value) => {
    const reading = byteSize.read(value)
    if ('reason' in reading) return reading
    const bytes = typeof value === 'string' ? parseByteSize(value) : value
    if (bytes === 0) return { reason: { expected: `1..${maximum}` } }
    const isFine = typeof bytes === 'number' && bytes <= maximum
    return isFine ? reading : { reason: { maximum, cause: 'max_mqtt_packet_size_too_large' } }
  },
  {
    tolerant: byteSize.tolerant,
    control: { kind: 'byte-size', min: '1B', max: '256MB' },
    described: byteSize.described,
  },
)
