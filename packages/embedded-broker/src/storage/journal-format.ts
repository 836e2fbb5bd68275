import { crc32 } from 'node:zlib'
import * as v from 'valibot'
import { toJson } from './record-table.ts'
import { DamagedStore } from './store-errors.ts'

/**
 * A journal is `magic` and then records: length (u32), CRC-32 of the length (u32), CRC-32 of the payload (u32),
 * payload (UTF-8 JSON: `[kind, key, value]` sets, `[kind, key]` removes). The length has a check of its own, so a
 * damaged length is never mistaken for a record that was cut off by a crash.
 */
export const magic = Buffer.from('BRKDECK1', 'latin1')
const headerSize = 12

/** Without `json` the record is removed. */
export interface JournalRecord {
  readonly kind: string
  readonly key: string
  readonly json?: string
}

const recordSchema = v.union([
  v.strictTuple([v.string(), v.string()]),
  v.strictTuple([v.string(), v.string(), v.unknown()]),
])

export function encodeRecord({ kind, key, json }: JournalRecord): Buffer {
  const name = `${JSON.stringify(kind)},${JSON.stringify(key)}`
  const payload = Buffer.from(json === undefined ? `[${name}]` : `[${name},${json}]`, 'utf8')
  const bytes = Buffer.allocUnsafe(headerSize + payload.length)
  bytes.writeUInt32LE(payload.length, 0)
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 4)), 4)
  bytes.writeUInt32LE(crc32(payload), 8)
  payload.copy(bytes, headerSize)
  return bytes
}

/**
 * Feeds every whole record to `accept` and returns where the whole records end. What follows that place is the
 * record in flight when the process or the machine died: cut short, or zeros that a file system leaves.
 */
export function readJournal(file: string, bytes: Buffer, accept: (record: JournalRecord) => void): number {
  if (bytes.length < magic.length) {
    if (magic.subarray(0, bytes.length).equals(bytes)) return 0
    throw new DamagedStore(file, 0, 'it is not a Brokerdeck journal')
  }
  if (!bytes.subarray(0, magic.length).equals(magic)) {
    throw new DamagedStore(file, 0, 'it is not a Brokerdeck journal')
  }
  let offset = magic.length
  while (offset < bytes.length) {
    const end = endOfRecord(file, bytes, offset)
    if (end === undefined) return offset
    accept(decodePayload(file, offset, bytes.subarray(offset + headerSize, end)))
    offset = end
  }
  return offset
}

function endOfRecord(file: string, bytes: Buffer, offset: number): number | undefined {
  if (bytes.length - offset < headerSize) return undefined
  if (crc32(bytes.subarray(offset, offset + 4)) !== bytes.readUInt32LE(offset + 4)) {
    if (bytes.subarray(offset).every((byte) => byte === 0)) return undefined
    throw new DamagedStore(file, offset, 'the length of a record does not match its checksum')
  }
  const end = offset + headerSize + bytes.readUInt32LE(offset)
  if (end > bytes.length) return undefined
  if (crc32(bytes.subarray(offset + headerSize, end)) !== bytes.readUInt32LE(offset + 8)) {
    throw new DamagedStore(file, offset, 'a record does not match its checksum')
  }
  return end
}

function decodePayload(file: string, offset: number, payload: Buffer): JournalRecord {
  try {
    const [kind, key, ...value] = v.parse(recordSchema, JSON.parse(payload.toString('utf8')))
    return value.length === 0 ? { kind, key } : { kind, key, json: toJson(value[0]) }
  } catch {
    throw new DamagedStore(file, offset, 'a record is not readable')
  }
}
