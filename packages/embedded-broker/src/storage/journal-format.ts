import { crc32 } from 'node:zlib'
import * as v from 'valibot'
import { toJson } from './record-table.ts'

/**
 * A journal is a head and then records. The head is `magic`, the mark (u64) and the check of the mark. Records up to
 * the mark are acknowledged, so a file that ends before the mark is damaged; records after the mark may be cut short
 * by a crash. A record is its length (u32), a check of the length, the CRC-32 of the payload, and the payload: UTF-8
 * JSON (`[kind, key, value]` sets, `[kind, key, value, id]` sets with shared bytes, `[kind, key]` removes), or `S`,
 * the length of an id (u16), the id and shared bytes.
 *
 * The first version had neither a mark nor shared bytes, and used plain CRC-32 as the check of the length.
 */
export const magic = Buffer.from('BRKDECK2', 'latin1')
export const firstMagic = Buffer.from('BRKDECK1', 'latin1')
export const headSize = 20
export const recordHeadSize = 12
/** The maximum length of a record: a larger length means damage. */
export const longestRecord = 0x2000_0000

/**
 * CRC-32 of ff ff ff ff is ff ff ff ff: with this salt, neither erased nor empty flash memory looks like a valid
 * check.
 */
const salt = 0x5bd1e995
const sharedTag = 0x53

/** Computes the check of a length or a mark. */
export function computeCheck(bytes: Buffer): number {
  return (crc32(bytes) ^ salt) >>> 0
}

export function encodeHead(mark: number): Buffer {
  const bytes = Buffer.alloc(headSize)
  magic.copy(bytes)
  bytes.writeBigUInt64LE(BigInt(mark), 8)
  bytes.writeUInt32LE(computeCheck(bytes.subarray(8, 16)), 16)
  return bytes
}

/** Returns the mark; undefined if it does not match its check. */
export function decodeMark(head: Buffer): number | undefined {
  if (computeCheck(head.subarray(8, 16)) !== head.readUInt32LE(16)) return undefined
  return Number(head.readBigUInt64LE(8))
}

function encodePayload(...parts: readonly Buffer[]): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(recordHeadSize), ...parts])
  bytes.writeUInt32LE(bytes.length - recordHeadSize, 0)
  bytes.writeUInt32LE(computeCheck(bytes.subarray(0, 4)), 4)
  bytes.writeUInt32LE(crc32(bytes.subarray(recordHeadSize)), 8)
  return bytes
}

/** A record that sets a value, or removes it if `json` is missing. */
export interface JournalRecord {
  readonly kind: string
  readonly key: string
  readonly json?: string
  readonly sharedId?: string
}

export function encodeRecord({ kind, key, json, sharedId }: JournalRecord): Buffer {
  const parts = [JSON.stringify(kind), JSON.stringify(key)]
  if (json !== undefined) parts.push(json)
  if (sharedId !== undefined) parts.push(JSON.stringify(sharedId))
  return encodePayload(Buffer.from(`[${parts.join(',')}]`, 'utf8'))
}

/** Returns the offset of the shared bytes in their record. */
const findSharedOffset = (id: string): number => recordHeadSize + 3 + Buffer.byteLength(id)

/** Encodes a record of shared bytes; `at` is the offset of the bytes in it. */
export function encodeShared(id: string, bytes: Buffer): { readonly record: Buffer; readonly at: number } {
  const name = Buffer.from(id, 'utf8')
  const tag = Buffer.from([sharedTag, name.length & 0xff, name.length >> 8])
  return { record: encodePayload(tag, name, bytes), at: findSharedOffset(id) }
}

const recordSchema = v.union([
  v.strictTuple([v.string(), v.string()]),
  v.strictTuple([v.string(), v.string(), v.unknown()]),
  v.strictTuple([v.string(), v.string(), v.unknown(), v.string()]),
])

export type Decoded = JournalRecord | { readonly id: string; readonly at: number; readonly size: number }

/** Decodes a payload; throws if it is invalid. Shared bytes are returned as their position in the record. */
export function decodePayload(payload: Buffer): Decoded {
  if (payload[0] === sharedTag) {
    const id = payload.toString('utf8', 3, 3 + payload.readUInt16LE(1))
    const at = findSharedOffset(id)
    return { id, at, size: recordHeadSize + payload.length - at }
  }
  const [kind, key, ...rest] = v.parse(recordSchema, JSON.parse(payload.toString('utf8')))
  if (rest.length === 0) return { kind, key }
  const json = toJson(rest[0])
  return rest[1] === undefined ? { kind, key, json } : { kind, key, json, sharedId: rest[1] }
}
