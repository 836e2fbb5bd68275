import { isList, isMap, type Term, type TermMap } from '@brokerdeck/languages/rule-sql/evaluate/term.ts'
import { compileSchema } from '@brokerdeck/languages/schema-codec/compile-schema.ts'
import type { DataEntry, DataNode } from '#lib/data-tree/data-node.ts'
import type { PayloadTree } from './read-with-schema.ts'
import { findName, noteName, parseSparkplugTopic } from './sparkplug-names.ts'
import { sparkplugProto } from './sparkplug-proto.ts'
import { termToNode } from './term-tree.ts'

const schema = compileSchema({ name: 'sparkplug_b', type: 'protobuf', source: sparkplugProto.source })

/** Decodes a Sparkplug B payload, with its metrics by name; throws a `CodecFault`. */
export function readSparkplug(bytes: Uint8Array, topic: string | undefined): PayloadTree {
  const payload = schema.decode(bytes, 'Payload')
  if (!isMap(payload)) return { root: termToNode(payload), unnamed: 0 }
  const sender = topic === undefined ? undefined : parseSparkplugTopic(topic)
  let unnamed = 0
  const readMetric = (metric: TermMap): DataEntry => {
    const alias = metric.get('alias')
    const known =
      alias === undefined || sender === undefined ? undefined : findName(sender.node, String(alias))
    const given = metric.get('name')
    const name = typeof given === 'string' && given !== '' ? given : known
    if (name !== undefined && alias !== undefined && sender?.isBirth === true) {
      noteName(sender.node, String(alias), name)
    }
    if (name === undefined) unnamed += 1
    const key = name ?? (alias === undefined ? '' : `alias ${String(alias)}`)
    return { key: { kind: 'text', text: key }, value: toMetricNode(metric) }
  }
  const entries = [...payload].map(([key, value]): DataEntry => {
    const metrics = key === 'metrics' && isList(value) ? value.filter(isMap) : undefined
    return {
      key: { kind: 'text', text: key },
      value: metrics === undefined ? termToNode(value) : { kind: 'map', entries: metrics.map(readMetric) },
    }
  })
  return { root: { kind: 'map', entries }, unnamed }
}

/** Shows a metric: its value first, then its type by name, then its other properties. */
function toMetricNode(metric: TermMap): DataNode {
  const type = sparkplugProto.types[Number(metric.get('datatype') ?? 0) - 1]
  const entries: DataEntry[] = []
  for (const [key, value] of metric) {
    if (key === 'name') continue
    const text = { kind: 'text', text: key } as const
    if (key.endsWith('_value')) {
      entries.unshift({ key: { kind: 'text', text: 'value' }, value: termToNode(toSigned(value, type)) })
    } else if (key === 'datatype' && type !== undefined) {
      entries.push({ key: text, value: { kind: 'word', text: type } })
    } else entries.push({ key: text, value: termToNode(value) })
  }
  return { kind: 'map', entries }
}

const signedBits: ReadonlyMap<string | undefined, number> = new Map([
  ['Int8', 8],
  ['Int16', 16],
  ['Int32', 32],
  ['Int64', 64],
])

/** Negative numbers are transmitted as the large numbers with the same bits (6.4.16). */
function toSigned(value: Term, type: string | undefined): Term {
  const bits = signedBits.get(type)
  return bits === undefined || typeof value !== 'bigint' ? value : BigInt.asIntN(bits, value)
}
