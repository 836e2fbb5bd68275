import { isList, isMap, type Term, type TermMap } from '@brokerdeck/contract/rule-sql/evaluate/term.ts'
import type { SchemaKind } from '@brokerdeck/contract/schema-codec/compile-schema.ts'

/** A schema that the sample fits, as a beginning: what one message does not show has to be added. */
export function schemaFromSample(kind: SchemaKind, sample: TermMap): string {
  if (kind === 'protobuf') return protobufOf(sample)
  const schema =
    kind === 'avro'
      ? avroOf(sample, 'sample')
      : { $schema: 'http://json-schema.org/draft-06/schema#', ...jsonOf(sample) }
  return JSON.stringify(schema, undefined, 2)
}

interface JsonSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
}

function jsonOf(term: Term): JsonSchema {
  if (isMap(term)) {
    const properties = Object.fromEntries([...term].map(([key, value]) => [key, jsonOf(value)]))
    return { type: 'object', properties, required: [...term.keys()] }
  }
  if (isList(term))
    return term.length === 0 ? { type: 'array' } : { type: 'array', items: jsonOf(joined(term)) }
  if (typeof term === 'bigint') return { type: 'integer' }
  if (typeof term === 'number') return { type: 'number' }
  return term === null ? {} : { type: typeof term === 'boolean' ? 'boolean' : 'string' }
}

/** One item for all: a number with a fraction where one has it, the fields of all maps. */
function joined(items: readonly Term[]): Term {
  const [first] = items
  const maps = items.filter(isMap)
  if (maps.length === items.length) return new Map(maps.flatMap((one) => [...one]))
  return items.find((one) => typeof one === 'number') ?? first
}

const avroName = (name: string) => (/^[A-Za-z_]\w*$/.test(name) ? name : `_${name.replace(/\W/g, '_')}`)

function avroOf(term: Term, name: string): unknown {
  if (isMap(term)) {
    const fields = [...term].map(([key, value]) => ({
      name: avroName(key),
      type: avroOf(value, `${name}_${avroName(key)}`),
    }))
    return { type: 'record', name, fields }
  }
  if (isList(term)) return { type: 'array', items: term.length === 0 ? 'string' : avroOf(joined(term), name) }
  if (typeof term === 'bigint') return 'long'
  if (typeof term === 'number') return 'double'
  return term === null ? ['null', 'string'] : typeof term === 'boolean' ? 'boolean' : 'string'
}

function protobufOf(sample: TermMap): string {
  const messages: string[] = []
  const message = (name: string, map: TermMap) => {
    const fields = [...map].map(([key, value], at) => {
      const [label, one] = isList(value) ? ['repeated ', joined(value)] : ['', value]
      return `  ${label}${typeOf(one, `${name}${upper(key)}`)} ${avroName(key)} = ${at + 1};`
    })
    messages.unshift([`message ${name} {`, ...fields, '}'].join('\n'))
  }
  const typeOf = (term: Term, name: string): string => {
    if (isMap(term)) {
      message(name, term)
      return name
    }
    if (typeof term === 'bigint') return 'int64'
    if (typeof term === 'number') return 'double'
    return typeof term === 'boolean' ? 'bool' : 'string'
  }
  message('Sample', sample)
  return `syntax = "proto3";\n\n${messages.join('\n\n')}\n`
}

const upper = (key: string) =>
  avroName(key).replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
