/** The kinds of LwM2M 1.0 §6.4.3. */
const kinds = ['object-instance', 'resource-instance', 'multiple-resource', 'resource'] as const
type Kind = (typeof kinds)[number]

export type Tlv =
  | {
      readonly kind: 'object-instance' | 'multiple-resource'
      readonly id: number
      readonly items: readonly Tlv[]
    }
  | { readonly kind: 'resource-instance' | 'resource'; readonly id: number; readonly value: Buffer }

const holdsItems = (kind: Kind): kind is 'object-instance' | 'multiple-resource' =>
  kind === 'object-instance' || kind === 'multiple-resource'

/** Object instances contain resources, and resources contain their instances; there are no deeper levels. */
const maxDepth = 3
const maxItems = 1000

/** Parses TLV; returns undefined if the bytes are not TLV. */
export function readTlv(bytes: Buffer): readonly Tlv[] | undefined {
  const left = { items: maxItems }
  return readItems(bytes, maxDepth, left)
}

function readItems(bytes: Buffer, depth: number, left: { items: number }): readonly Tlv[] | undefined {
  const items: Tlv[] = []
  for (let at = 0; at < bytes.length; ) {
    const head = readHead(bytes, at)
    left.items -= 1
    if (head === undefined || left.items < 0) return undefined
    const { kind, id, start, end } = head
    const value = bytes.subarray(start, end)
    if (holdsItems(kind)) {
      const inner = depth > 1 ? readItems(value, depth - 1, left) : undefined
      if (inner === undefined) return undefined
      items.push({ kind, id, items: inner })
    } else items.push({ kind, id, value: Buffer.from(value) })
    at = end
  }
  return items
}

function readHead(bytes: Buffer, at: number) {
  const type = bytes.readUInt8(at)
  const kind = kinds[type >> 6]
  const idLength = (type & 0x20) === 0 ? 1 : 2
  const lengthBytes = (type >> 3) & 0x03
  const start = at + 1 + idLength + lengthBytes
  if (kind === undefined || start > bytes.length) return undefined
  const id = bytes.readUIntBE(at + 1, idLength)
  const length = lengthBytes === 0 ? type & 0x07 : bytes.readUIntBE(at + 1 + idLength, lengthBytes)
  return start + length > bytes.length ? undefined : { kind, id, start, end: start + length }
}

export function writeTlv(items: readonly Tlv[]): Buffer {
  return Buffer.concat(items.map(writeItem))
}

function writeItem(item: Tlv): Buffer {
  const value = 'value' in item ? item.value : writeTlv(item.items)
  const isLongId = item.id > 0xff
  const lengthBytes = value.length < 8 ? 0 : value.length < 0x100 ? 1 : value.length < 0x10000 ? 2 : 3
  const type = (kinds.indexOf(item.kind) << 6) | (isLongId ? 0x20 : 0) | (lengthBytes << 3)
  const head = Buffer.alloc(1 + (isLongId ? 2 : 1) + lengthBytes)
  head.writeUInt8(type | (lengthBytes === 0 ? value.length : 0), 0)
  head.writeUIntBE(item.id, 1, isLongId ? 2 : 1)
  if (lengthBytes > 0) head.writeUIntBE(value.length, isLongId ? 3 : 2, lengthBytes)
  return Buffer.concat([head, value])
}
