import type { EvaluationBudget } from '../rule-sql/evaluate/budget.ts'
import { Atom, isBinary, isList, isMap, type Term, toBytes } from '../rule-sql/evaluate/term.ts'
import { floatBytes, varintBytes, zigzag } from './byte-reader.ts'
import type { ProtoField, ProtoFile, ProtoScalar, ProtoType } from './proto-file.ts'
import { deepest, findShape, getWireType, wireTypes } from './protobuf-wire.ts'
import { CodecFault } from './schema-fault.ts'

/** The maximum number of bytes of one encoded value, so that no small value becomes huge. */
const longest = 16 * 1024 * 1024

/** Encodes a value as the bytes of a message. */
export function encodeProtobuf(
  file: ProtoFile,
  name: string,
  value: Term,
  budget: EvaluationBudget,
): Uint8Array {
  return Uint8Array.from(encodeMessage({ file, budget }, name, value, '', 0))
}

interface Encoding {
  readonly file: ProtoFile
  readonly budget: EvaluationBudget
}

const [stepsToEncode, stepsForField] = [16, 4]

function encodeMessage(
  encoding: Encoding,
  name: string,
  value: Term,
  where: string,
  depth: number,
): readonly number[] {
  if (depth > deepest) throw new CodecFault('the value is nested too deep')
  const { file, budget } = encoding
  const { names, ordered } = findShape(file, name)
  if (!isMap(value)) throw wrong(where, name)
  budget.spend(stepsToEncode + value.size + ordered.length * stepsForField)
  const unknown = [...value.keys()].find((key) => !names.has(key))
  if (unknown !== undefined)
    throw new CodecFault(`${placeField(where, unknown)} is not in the message ${name}`)
  const bytes: number[] = []
  const put = (more: readonly number[] | Uint8Array) => {
    if (bytes.length + more.length > longest) throw new CodecFault('the value is too large')
    budget.spend(more.length)
    for (const one of more) bytes.push(one)
  }
  for (const field of ordered) {
    const given = value.get(field.name)
    const at = placeField(where, field.name)
    if (given === undefined || given === null) {
      if (field.label === 'required') throw new CodecFault(`${at} is missing`)
      continue
    }
    put(encodeField(encoding, field, given, at, depth))
  }
  return bytes
}

function encodeField(
  encoding: Encoding,
  field: ProtoField,
  given: Term,
  where: string,
  depth: number,
): readonly number[] {
  const { type, label, number, isPacked, oneof, key } = field
  const one = (value: Term): readonly number[] => [
    ...tag(number, getWireType(type)),
    ...encodeOne(encoding, type, value, where, depth),
  ]
  if (label === 'repeated') {
    if (!isList(given)) throw wrong(where, 'repeated')
    if (!isPacked || getWireType(type) === 2) return given.flatMap(one)
    if (given.length === 0) return []
    return [
      ...tag(number, 2),
      ...addSize(given.flatMap((value) => encodeOne(encoding, type, value, where, depth))),
    ]
  }
  if (label === 'map' && key !== undefined) {
    if (!isMap(given)) throw wrong(where, 'map')
    const keyType: ProtoType = { kind: 'scalar', name: key }
    return [...given].flatMap(([name, value]) => {
      const entry = [
        ...tag(1, getWireType(keyType)),
        ...encodeOne(encoding, keyType, keyTerm(key, name), where, depth),
        ...tag(2, getWireType(type)),
        ...encodeOne(encoding, type, value, placeField(where, name), depth),
      ]
      return [...tag(number, 2), ...addSize(entry)]
    })
  }
  const encoded = one(given)
  const isUsual =
    label === 'plain' && oneof === undefined && type.kind !== 'message' && isZero(encoding.file, type, given)
  return isUsual ? [] : encoded
}

function keyTerm(key: ProtoScalar, name: string): Term {
  if (key === 'string') return name
  if (key === 'bool') return name === 'true' ? true : name === 'false' ? false : name
  return /^-?\d{1,20}$/.test(name) ? BigInt(name) : name
}

function isZero(file: ProtoFile, type: ProtoType, value: Term): boolean {
  if (type.kind === 'enum') return enumNumber(file, type.name, value) === 0
  return (
    value === 0n ||
    value === 0 ||
    value === false ||
    value === '' ||
    (value instanceof Uint8Array && value.length === 0)
  )
}

const tag = (number: number, wire: number) => varint((BigInt(number) << 3n) | BigInt(wire))
const varint = (value: bigint) => varintBytes(value).map(Number)
const addSize = (bytes: readonly number[]): readonly number[] => [...varint(BigInt(bytes.length)), ...bytes]

function encodeOne(
  encoding: Encoding,
  type: ProtoType,
  value: Term,
  where: string,
  depth: number,
): readonly number[] {
  encoding.budget.spend(stepsToEncode + (isBinary(value) ? value.length : 0))
  if (type.kind === 'message') return addSize(encodeMessage(encoding, type.name, value, where, depth + 1))
  if (type.kind === 'scalar') return encodeScalar(type.name, value, where)
  const number = enumNumber(encoding.file, type.name, value)
  if (number === undefined) throw wrong(where, type.name)
  return varint(BigInt(number))
}

function enumNumber(file: ProtoFile, name: string, value: Term): number | undefined {
  if (typeof value === 'bigint') return Number(BigInt.asIntN(32, value))
  const symbol = value instanceof Atom ? value.name : value
  return typeof symbol === 'string' ? file.enums.get(name)?.get(symbol) : undefined
}

function encodeScalar(name: ProtoScalar, value: Term, where: string): readonly number[] {
  switch (name) {
    case 'string':
    case 'bytes':
      if (!isBinary(value) || (name === 'string' && typeof value !== 'string')) throw wrong(where, name)
      return addSize([...toBytes(value)])
    case 'bool':
      if (typeof value === 'boolean') return [value ? 1 : 0]
      if (value === 1n || value === 0n) return [Number(value)]
      throw wrong(where, name)
    case 'double':
    case 'float':
      if (typeof value !== 'number' && typeof value !== 'bigint') throw wrong(where, name)
      return [...floatBytes(Number(value), name === 'float' ? 4 : 8)]
    default: {
      if (typeof value !== 'bigint' || !isInRange(name, value)) throw wrong(where, name)
      if (wireTypes[name] === 0) return varint(name.startsWith('s') ? zigzag(value) : value)
      const bytes = new DataView(new ArrayBuffer(8))
      bytes.setBigUint64(0, BigInt.asUintN(64, value), true)
      return [...new Uint8Array(bytes.buffer, 0, wireTypes[name] === 5 ? 4 : 8)]
    }
  }
}

function isInRange(name: ProtoScalar, value: bigint): boolean {
  const bits = name.endsWith('32') ? 32 : 64
  const isUnsigned = name.startsWith('u') || name.startsWith('fixed')
  return (isUnsigned ? BigInt.asUintN(bits, value) : BigInt.asIntN(bits, value)) === value
}

const placeField = (where: string, name: string) =>
  where === '' ? name.slice(0, 100) : `${where}.${name.slice(0, 100)}`
const wrong = (where: string, type: string) =>
  new CodecFault(`${where === '' ? 'the value' : where} is not of type ${type}`)
