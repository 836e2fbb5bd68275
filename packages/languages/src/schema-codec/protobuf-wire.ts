import type { ProtoField, ProtoFile, ProtoScalar, ProtoType } from './proto-file.ts'
import { CodecFault } from './schema-fault.ts'

export const deepest = 100

/** The wire type of a value: a number of variable length, 8 bytes, a length followed by that many bytes, or 4 bytes. */
export const wireTypes: Readonly<Record<ProtoScalar, 0 | 1 | 2 | 5>> = {
  ...({ int32: 0, int64: 0, uint32: 0, uint64: 0, sint32: 0, sint64: 0, bool: 0 } as const),
  ...({ double: 1, fixed64: 1, sfixed64: 1, string: 2, bytes: 2 } as const),
  ...({ float: 5, fixed32: 5, sfixed32: 5 } as const),
}

export const getWireType = (type: ProtoType) =>
  type.kind === 'scalar' ? wireTypes[type.name] : type.kind === 'enum' ? 0 : 2

/** The fields of a message, indexed for lookup. */
export interface MessageShape {
  readonly fields: readonly ProtoField[]
  readonly byNumber: ReadonlyMap<number, ProtoField>
  readonly names: ReadonlySet<string>
  /** The fields in the order of their numbers. */
  readonly ordered: readonly ProtoField[]
}

/** Each shape is built once, because a payload may contain a message hundreds of thousands of times. */
const shapes = new WeakMap<readonly ProtoField[], MessageShape>()

export function findShape(file: ProtoFile, name: string): MessageShape {
  const fields = file.messages.get(name)
  if (fields === undefined) throw new CodecFault(`the schema has no message ${name.slice(0, 100)}`)
  const known = shapes.get(fields)
  if (known !== undefined) return known
  const byNumber = new Map(fields.toReversed().map((field) => [field.number, field]))
  const names = new Set(fields.map((field) => field.name))
  const ordered = fields.toSorted((one, other) => one.number - other.number)
  const shape = { fields, byNumber, names, ordered }
  shapes.set(fields, shape)
  return shape
}
