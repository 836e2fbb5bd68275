import type { EvaluationBudget } from '../rule-sql/evaluate/budget.ts'
import { Atom, isBinary, type Term, toBinary, toBytes } from '../rule-sql/evaluate/term.ts'
import { ByteReader, unzigzag } from './byte-reader.ts'
import type { ProtoField, ProtoFile, ProtoType } from './proto-file.ts'
import { deepest, findShape, getWireType } from './protobuf-wire.ts'
import { CodecFault } from './schema-fault.ts'

/** Decodes the bytes of a message; unknown fields are skipped. */
export function decodeProtobuf(
  file: ProtoFile,
  name: string,
  bytes: Uint8Array,
  budget: EvaluationBudget,
): Term {
  return decodeMessage({ file, budget }, name, bytes, 0)
}

interface Decoding {
  readonly file: ProtoFile
  readonly budget: EvaluationBudget
}

const [stepsToDecode, stepsForField] = [8, 4]

function decodeMessage(decoding: Decoding, name: string, bytes: Uint8Array, depth: number): Term {
  if (depth > deepest) throw new CodecFault('the payload is nested too deep')
  const { file, budget } = decoding
  const { fields, byNumber } = findShape(file, name)
  budget.spend(stepsToDecode + fields.length * stepsForField)
  budget.makeTerms(1 + fields.length)
  const found = new Map<string, Term>()
  const lists = new Map<string, Term[]>()
  const maps = new Map<string, Map<string, Term>>()
  for (const field of fields) {
    if (field.label === 'repeated') lists.set(field.name, [])
    if (field.label === 'map') maps.set(field.name, new Map())
  }
  const reader = new ByteReader(bytes)
  while (!reader.isAtEnd) {
    budget.spend(stepsToDecode)
    budget.makeTerms(1)
    const head = reader.varint()
    const [number, wire] = [Number(head >> 3n), Number(head & 7n)]
    if (number === 0) throw new CodecFault('a field has no number')
    const field = byNumber.get(number)
    const expected = field === undefined ? undefined : field.label === 'map' ? 2 : getWireType(field.type)
    if (field === undefined || (wire !== expected && !(field.label === 'repeated' && wire === 2))) {
      skip(reader, wire, 0)
      continue
    }
    const { type, oneof } = field
    const map = maps.get(field.name)
    const list = lists.get(field.name)
    if (map !== undefined) {
      const [key, value] = decodeEntry(decoding, field, sub(reader), depth)
      map.set(key, value)
    } else if (list === undefined) {
      if (oneof !== undefined) budget.spend(fields.length)
      if (oneof !== undefined) for (const one of fields) if (one.oneof === oneof) found.delete(one.name)
      found.set(field.name, decodeOne(decoding, type, reader, depth))
    } else if (wire === expected) list.push(decodeOne(decoding, type, reader, depth))
    else {
      const inner = new ByteReader(sub(reader))
      while (!inner.isAtEnd) {
        budget.makeTerms(1)
        list.push(decodeOne(decoding, type, inner, depth))
      }
    }
  }
  const entries = fields.flatMap((field): readonly (readonly [string, Term])[] => {
    const value = found.get(field.name) ?? lists.get(field.name) ?? maps.get(field.name)
    if (value !== undefined) return [[field.name, value]]
    if (field.label === 'required') throw new CodecFault(`${field.name} is missing`)
    const isAbsent = field.label === 'optional' || field.oneof !== undefined || field.type.kind === 'message'
    return isAbsent ? [] : [[field.name, usualValue(decoding, field.type)]]
  })
  return new Map(entries)
}

const sub = (reader: ByteReader) => reader.take(reader.length(reader.varint()))

function decodeEntry(
  decoding: Decoding,
  { type, key }: ProtoField,
  bytes: Uint8Array,
  depth: number,
): readonly [string, Term] {
  const keyType: ProtoType = { kind: 'scalar', name: key ?? 'string' }
  const reader = new ByteReader(bytes)
  let [name, value]: [Term, Term] = [usualValue(decoding, keyType), usualValue(decoding, type)]
  while (!reader.isAtEnd) {
    decoding.budget.spend(stepsForField)
    const head = Number(reader.varint())
    if (head === (8 | getWireType(keyType))) name = decodeOne(decoding, keyType, reader, depth)
    else if (head === (16 | getWireType(type))) value = decodeOne(decoding, type, reader, depth)
    else skip(reader, head & 7, 0)
  }
  return [isBinary(name) ? new TextDecoder().decode(toBytes(name)) : String(name), value]
}

function usualValue(decoding: Decoding, type: ProtoType): Term {
  if (type.kind === 'message') return new Map()
  if (type.kind === 'enum') return enumTerm(decoding, type.name, 0)
  if (type.name === 'string' || type.name === 'bytes') return ''
  if (type.name === 'bool') return false
  return type.name === 'double' || type.name === 'float' ? 0 : 0n
}

const symbols = new WeakMap<ReadonlyMap<string, number>, ReadonlyMap<number, string>>()

/** Returns the first symbol of each number. */
function findSymbols(values: ReadonlyMap<string, number>): ReadonlyMap<number, string> {
  const known = symbols.get(values)
  if (known !== undefined) return known
  const made = new Map([...values].toReversed().map(([symbol, number]) => [number, symbol]))
  symbols.set(values, made)
  return made
}

function enumTerm({ file, budget }: Decoding, name: string, number: number): Term {
  budget.spend(stepsForField)
  const values = file.enums.get(name)
  const symbol = values === undefined ? undefined : findSymbols(values).get(number)
  return symbol === undefined ? BigInt(number) : new Atom(symbol)
}

function decodeOne(decoding: Decoding, type: ProtoType, reader: ByteReader, depth: number): Term {
  if (type.kind === 'message') return decodeMessage(decoding, type.name, sub(reader), depth + 1)
  if (type.kind === 'enum') return enumTerm(decoding, type.name, Number(BigInt.asIntN(32, reader.varint())))
  decoding.budget.spend(stepsForField)
  switch (type.name) {
    case 'string':
    case 'bytes':
      return toBinary(sub(reader).slice())
    case 'bool':
      return reader.varint() !== 0n
    case 'double':
      return floatTerm(reader.double())
    case 'float':
      return floatTerm(reader.float())
    case 'fixed32':
      return reader.fixed32()
    case 'sfixed32':
      return BigInt.asIntN(32, reader.fixed32())
    case 'fixed64':
      return reader.fixed64()
    case 'sfixed64':
      return BigInt.asIntN(64, reader.fixed64())
    case 'sint32':
    case 'sint64':
      return unzigzag(reader.varint())
    case 'uint32':
      return BigInt.asUintN(32, reader.varint())
    case 'uint64':
      return reader.varint()
    default:
      return BigInt.asIntN(type.name === 'int32' ? 32 : 64, reader.varint())
  }
}

/** The broker has atoms for floats that are not finite numbers. */
function floatTerm(value: number): Term {
  if (Number.isNaN(value)) return new Atom('nan')
  return Number.isFinite(value) ? value : new Atom(value > 0 ? 'infinity' : '-infinity')
}

function skip(reader: ByteReader, wire: number, depth: number): void {
  if (depth > deepest) throw new CodecFault('the payload is nested too deep')
  if (wire === 0) reader.varint()
  else if (wire === 1) reader.take(8)
  else if (wire === 2) sub(reader)
  else if (wire === 5) reader.take(4)
  else if (wire === 3) {
    for (let inner = Number(reader.varint() & 7n); inner !== 4; inner = Number(reader.varint() & 7n))
      skip(reader, inner, depth + 1)
  } else throw new CodecFault('a field is of no known kind')
}
