import { isList, isMap, type Term } from '../rule-sql/evaluate/term.ts'
import { printText, SchemaFault } from './schema-fault.ts'

const avroPrimitives = ['null', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'string'] as const
type Primitive = (typeof avroPrimitives)[number]

export interface AvroField {
  readonly name: string
  readonly type: AvroType
  /** The default in JSON; undefined if there is none. */
  readonly fallback: Term
}

export interface AvroRecord {
  readonly kind: 'record'
  readonly name: string
  /** Filled while the rest is parsed, because a record may contain itself. */
  readonly fields: readonly AvroField[]
}

export type AvroType =
  | { readonly kind: Primitive }
  | AvroRecord
  | { readonly kind: 'enum'; readonly name: string; readonly symbols: readonly string[] }
  | { readonly kind: 'fixed'; readonly name: string; readonly size: number }
  | { readonly kind: 'array' | 'map'; readonly items: AvroType }
  | { readonly kind: 'union'; readonly members: readonly AvroType[] }

const deepest = 64
const mostTypes = 10_000
const largestFixed = 1_000_000
/**
 * The maximum length of a name with its namespace. Nested types inherit the namespace, so the names of many types
 * take more memory than the schema.
 */
const longestName = 1_000

/** Reads an Avro schema from its JSON; throws an error in the broker's terms. */
export function readAvroType(schema: Term): AvroType {
  return new AvroReader().type(schema, '', 0)
}

class AvroReader {
  readonly #named = new Map<string, AvroType>()
  #count = 0

  type(given: Term, namespace: string, depth: number): AvroType {
    this.#count += 1
    if (depth > deepest || this.#count > mostTypes) throw new SchemaFault('{too_complex,avro_schema}')
    if (typeof given === 'string') return this.#byName(given, namespace)
    if (isList(given)) return this.#union(given, namespace, depth)
    if (!isMap(given)) throw new SchemaFault('{bad_type,not_a_schema}')
    const type = given.get('type')
    if (isMap(type) || isList(type)) return this.type(type, namespace, depth + 1)
    if (typeof type !== 'string') throw new SchemaFault('{not_found,<<"type">>}')
    if (type === 'array') return { kind: 'array', items: this.#inner(given, 'items', namespace, depth) }
    if (type === 'map') return { kind: 'map', items: this.#inner(given, 'values', namespace, depth) }
    if (type === 'record' || type === 'error') return this.#record(given, namespace, depth)
    if (type === 'enum') return this.#enum(given, namespace)
    if (type === 'fixed') return this.#readFixed(given, namespace)
    return this.#byName(type, namespace)
  }

  #byName(name: string, namespace: string): AvroType {
    const primitive = avroPrimitives.find((one) => one === name)
    if (primitive !== undefined) return { kind: primitive }
    const found = this.#named.get(fullName(name, namespace)) ?? this.#named.get(name)
    if (found === undefined) throw new SchemaFault(`{unknown_type,${printText(name)}}`)
    return found
  }

  #inner(given: ReadonlyMap<string, Term>, key: string, namespace: string, depth: number): AvroType {
    if (!given.has(key)) throw missing(key)
    return this.type(given.get(key), namespace, depth + 1)
  }

  #union(members: readonly Term[], namespace: string, depth: number): AvroType {
    if (members.length === 0) throw new SchemaFault('{bad_union,empty}')
    const read = members.map((one) => this.type(one, namespace, depth + 1))
    if (read.some(({ kind }) => kind === 'union'))
      throw new SchemaFault('<<"union should not have union as member">>')
    const names = read.map(nameOfType)
    const twice = names.find((name, at) => names.indexOf(name) < at)
    if (twice !== undefined)
      throw new SchemaFault(`<<"duplicated union member ${twice.slice(0, 100).replaceAll('"', '')}">>`)
    return { kind: 'union', members: read }
  }

  #record(given: ReadonlyMap<string, Term>, namespace: string, depth: number): AvroType {
    const { name, space } = this.#readName(given, namespace)
    const listed = given.get('fields')
    if (!isList(listed)) throw missing('fields')
    const fields: AvroField[] = []
    const record: AvroRecord = { kind: 'record', name, fields }
    this.#define(name, record)
    const known = new Set<string>()
    for (const one of listed) {
      const field = isMap(one) ? one.get('name') : undefined
      if (!isMap(one) || typeof field !== 'string') throw missing('name')
      if (!isName(field)) throw new SchemaFault(`{invalid_name,${JSON.stringify(field.slice(0, 255))}}`)
      if (known.has(field)) throw new SchemaFault(`{duplicated_field,${printText(field)}}`)
      known.add(field)
      const type = this.#inner(one, 'type', space, depth)
      fields.push({ name: field, type, fallback: one.has('default') ? one.get('default') : undefined })
    }
    return record
  }

  #enum(given: ReadonlyMap<string, Term>, namespace: string): AvroType {
    const { name } = this.#readName(given, namespace)
    const symbols = given.get('symbols')
    if (!isList(symbols) || symbols.length === 0) throw missing('symbols')
    const texts = symbols.flatMap((one) => (typeof one === 'string' && isName(one) ? [one] : []))
    if (new Set(texts).size !== symbols.length) throw new SchemaFault('{bad_enum,symbols}')
    return this.#define(name, { kind: 'enum', name, symbols: texts })
  }

  #readFixed(given: ReadonlyMap<string, Term>, namespace: string): AvroType {
    const { name } = this.#readName(given, namespace)
    const size = Number(given.get('size') ?? Number.NaN)
    if (!Number.isInteger(size) || size < 0 || size > largestFixed) throw missing('size')
    return this.#define(name, { kind: 'fixed', name, size })
  }

  #readName(given: ReadonlyMap<string, Term>, namespace: string) {
    const [name, own] = [given.get('name'), given.get('namespace')]
    if (typeof name !== 'string') throw missing('name')
    if (!name.split('.').every(isName))
      throw new SchemaFault(`{invalid_name,${JSON.stringify(name.slice(0, 255))}}`)
    const full = fullName(name, typeof own === 'string' ? own : namespace)
    if (full.length > longestName)
      throw new SchemaFault(`{invalid_name,${JSON.stringify(full.slice(0, 255))}}`)
    return { name: full, space: full.slice(0, Math.max(0, full.lastIndexOf('.'))) }
  }

  #define(name: string, type: AvroType): AvroType {
    if (this.#named.has(name)) throw new SchemaFault(`{name_already_defined,${printText(name)}}`)
    this.#named.set(name, type)
    return type
  }
}

const missing = (key: string) => new SchemaFault(`{not_found,${printText(key)}}`)
const isName = (text: string) => /^[A-Za-z_]\w*$/.test(text)
const fullName = (name: string, namespace: string) =>
  name.includes('.') || namespace === '' ? name : `${namespace}.${name}`
const nameOfType = (type: AvroType) => ('name' in type ? type.name : type.kind)
