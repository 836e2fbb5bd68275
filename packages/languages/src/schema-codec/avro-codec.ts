import { EvaluationBudget } from '../rule-sql/evaluate/budget.ts'
import { Atom, isBinary, isList, isMap, type Term, toBinary, toBytes } from '../rule-sql/evaluate/term.ts'
import { ByteReader, floatBytes, unzigzag, varintBytes, zigzag } from './byte-reader.ts'
import type { AvroField, AvroType } from './read-avro.ts'
import { CodecFault } from './schema-fault.ts'

const deepest = 100
const [stepsToEncode, stepsToDecode, bytesInStep] = [20, 4, 4]
/** The maximum number of items in one payload, because items of type null need no bytes. */
const mostItems = 1_000_000

const mismatch = (type: AvroType, where: string) =>
  new CodecFault(
    `${where === '' ? 'the value' : where} is not of type ${'name' in type ? type.name : type.kind}`,
  )

/** Encodes a value in Avro, in pieces as the broker does: nested lists of bytes and texts. */
export function encodeAvro(type: AvroType, value: Term, budget: EvaluationBudget): Term {
  return encode(type, value, { where: '', depth: 0, budget })
}

interface AvroPosition {
  readonly where: string
  readonly depth: number
  readonly budget: EvaluationBudget
}

const within = ({ where, depth, budget }: AvroPosition, name: string | number): AvroPosition => ({
  budget,
  where: where === '' ? String(name).slice(0, 100) : `${where}.${String(name).slice(0, 100)}`,
  depth: depth + 1,
})

const long = (value: bigint): Term => varintBytes(zigzag(value))

function encode(type: AvroType, value: Term, place: AvroPosition): Term {
  if (place.depth > deepest) throw new CodecFault('the value is nested too deep')
  const { budget } = place
  budget.spend(stepsToEncode)
  budget.makeTerms(2)
  if (isBinary(value)) budget.spend(value.length / bytesInStep)
  const wrong = () => mismatch(type, place.where)
  switch (type.kind) {
    case 'null':
      if (value === null || value === undefined) return ''
      throw wrong()
    case 'boolean':
      if (typeof value === 'boolean') return toBinary(Uint8Array.of(value ? 1 : 0))
      throw wrong()
    case 'int':
    case 'long': {
      const bits = type.kind === 'int' ? 32 : 64
      if (typeof value === 'bigint' && BigInt.asIntN(bits, value) === value) return long(value)
      throw wrong()
    }
    case 'float':
    case 'double':
      if (typeof value === 'number' || typeof value === 'bigint')
        return toBinary(floatBytes(Number(value), type.kind === 'float' ? 4 : 8))
      throw wrong()
    case 'bytes':
    case 'string':
      if (isBinary(value)) return [long(BigInt(toBytes(value).length)), value]
      throw wrong()
    case 'fixed':
      if (isBinary(value) && toBytes(value).length === type.size) return value
      throw wrong()
    case 'enum': {
      budget.spend(type.symbols.length)
      const at = type.symbols.indexOf(
        value instanceof Atom ? value.name : typeof value === 'string' ? value : '',
      )
      if (at < 0) throw wrong()
      return long(BigInt(at))
    }
    case 'array':
      if (!isList(value)) throw wrong()
      return blocks(
        value.map((one, at) => encode(type.items, one, within(place, at))),
        budget,
      )
    case 'map': {
      if (!isMap(value)) throw wrong()
      const entries = [...value].map(
        ([key, one]): Term => [
          [long(BigInt(toBytes(key).length)), key],
          encode(type.items, one, within(place, key)),
        ],
      )
      return blocks(entries, budget)
    }
    case 'union':
      return encodeUnion(type.members, value, place)
    case 'record': {
      if (!isMap(value)) throw wrong()
      return type.fields.map((field) => encodeField(field, value, place))
    }
  }
}

function encodeField(
  { name, type, fallback }: AvroField,
  value: ReadonlyMap<string, Term>,
  place: AvroPosition,
): Term {
  const given = value.has(name) ? value.get(name) : fallback
  if (given === undefined) throw new CodecFault(`${within(place, name).where} is missing`)
  return encode(type, given, within(place, name))
}

/** Encodes with the first member that accepts the value. */
function encodeUnion(members: readonly AvroType[], value: Term, place: AvroPosition): Term {
  for (const [at, member] of members.entries()) {
    try {
      return [long(BigInt(at)), encode(member, value, { ...place, depth: place.depth + 1 })]
    } catch (error) {
      if (!(error instanceof CodecFault)) throw error
    }
  }
  throw new CodecFault(`${place.where === '' ? 'the value' : place.where} fits no member of the union`)
}

/** Writes one block with its size in bytes, then the end mark. */
function blocks(items: readonly Term[], budget: EvaluationBudget): Term {
  if (items.length === 0) return [0n]
  const payload = toBinary(flatBytes(items, budget))
  budget.make(payload.length)
  const size = BigInt(toBytes(payload).length)
  return [[long(BigInt(-items.length)), long(size)], payload, [0n]]
}

/** Joins all pieces in order. */
export function flatBytes(term: Term, budget = new EvaluationBudget()): Uint8Array {
  const parts: Uint8Array[] = []
  let length = 0
  const walk = (one: Term): void => {
    if (isList(one)) {
      for (const inner of one) walk(inner)
      return
    }
    budget.spend(isBinary(one) ? stepsToDecode + one.length / bytesInStep : stepsToDecode)
    const bytes = isBinary(one) ? toBytes(one) : Uint8Array.of(Number(one))
    parts.push(bytes)
    length += bytes.length
  }
  walk(term)
  const joined = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Decodes all bytes; throws if bytes remain after the value. */
export function decodeAvro(type: AvroType, bytes: Uint8Array, budget: EvaluationBudget): Term {
  const reader = new ByteReader(bytes)
  const left = { items: mostItems, budget }
  const value = decode(type, reader, left, 0)
  if (!reader.isAtEnd) throw new CodecFault('the payload goes on after the value')
  return value
}

interface ItemsLeft {
  items: number
  readonly budget: EvaluationBudget
}

function decode(type: AvroType, reader: ByteReader, left: ItemsLeft, depth: number): Term {
  if (depth > deepest) throw new CodecFault('the payload is nested too deep')
  left.budget.spend(stepsToDecode)
  left.budget.makeTerms(1)
  const inner = (one: AvroType) => decode(one, reader, left, depth + 1)
  const integer = () => unzigzag(reader.varint())
  switch (type.kind) {
    case 'null':
      return null
    case 'boolean': {
      const byte = reader.byte()
      if (byte > 1) throw new CodecFault('a boolean is neither 0 nor 1')
      return byte === 1
    }
    case 'int':
    case 'long':
      return integer()
    case 'float':
      return finite(reader.float())
    case 'double':
      return finite(reader.double())
    case 'bytes':
    case 'string':
      return toBinary(reader.take(reader.length(integer())).slice())
    case 'fixed':
      return toBinary(reader.take(type.size).slice())
    case 'enum': {
      const symbol = type.symbols[Number(integer())]
      if (symbol === undefined) throw new CodecFault('an enum has no such symbol')
      return symbol
    }
    case 'array': {
      const items: Term[] = []
      eachItem(reader, left, () => items.push(inner(type.items)))
      return items
    }
    case 'map': {
      const map = new Map<string, Term>()
      eachItem(reader, left, () => {
        const key = toBinary(reader.take(reader.length(integer())).slice())
        map.set(typeof key === 'string' ? key : new TextDecoder().decode(key), inner(type.items))
      })
      return map
    }
    case 'union': {
      const member = type.members[Number(integer())]
      if (member === undefined) throw new CodecFault('a union has no such member')
      return inner(member)
    }
    case 'record':
      return new Map(type.fields.map((field) => [field.name, inner(field.type)]))
  }
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value
  throw new CodecFault('a number is not finite')
}

function eachItem(reader: ByteReader, left: ItemsLeft, read: () => void): void {
  for (;;) {
    const count = unzigzag(reader.varint())
    if (count === 0n) return
    if (count < 0n) reader.varint()
    const items = count < 0n ? -count : count
    if (items > BigInt(left.items)) throw new CodecFault('the payload holds too many items')
    left.items -= Number(items)
    for (let at = 0n; at < items; at += 1n) read()
  }
}
