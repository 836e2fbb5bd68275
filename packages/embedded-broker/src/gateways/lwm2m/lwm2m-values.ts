import {
  findResourceDefinition,
  type ResourceType,
} from '@brokerdeck/contract/extensions/gateways/lwm2m-definitions.ts'
import { readTlv, type Tlv } from './lwm2m-tlv.ts'

export type Lwm2mValue = string | number | boolean

export interface PathValue {
  readonly path: string
  readonly value: Lwm2mValue
}

/** The CoAP content formats (LwM2M 1.0 §6.4; OMA itself assigned the two former numbers below). */
export const contentFormats = { text: 0, link: 40, opaque: 42, tlv: 11_542, json: 11_543 } as const
const formerTlv = 1542
const formerJson = 1543

const maxEntries = 1000

/** Reads the values of the resources below a path from a response; returns undefined if it cannot be read. */
export function readContent(
  path: string,
  format: number | undefined,
  payload: Buffer,
): readonly PathValue[] | undefined {
  switch (format) {
    case contentFormats.tlv:
    case formerTlv: {
      const items = readTlv(payload)
      return items === undefined ? undefined : fromTlv(toBase(path), items)
    }
    case contentFormats.json:
    case formerJson:
      return fromJson(path, payload)
    case contentFormats.opaque:
      return [{ path, value: payload.toString('base64') }]
    default:
      return [{ path, value: textValue(payload.toString(), findResourceDefinition(path)?.type) }]
  }
}

/** Returns the path of the instance: resources are named from their instance on, whatever path was requested. */
function toBase(path: string): string {
  return path.split('/').slice(0, 3).join('/')
}

function fromTlv(base: string, items: readonly Tlv[]): readonly PathValue[] {
  return items.flatMap((item): readonly PathValue[] => {
    const path = `${base}/${item.id}`
    if (item.kind === 'object-instance')
      return fromTlv(`${base.split('/').slice(0, 2).join('/')}/${item.id}`, item.items)
    if ('items' in item) return fromTlv(path, item.items)
    return [{ path, value: bytesValue(item.value, findResourceDefinition(path)?.type) }]
  })
}

function fromJson(path: string, payload: Buffer): readonly PathValue[] | undefined {
  let document: unknown
  try {
    document = JSON.parse(payload.toString())
  } catch {
    return undefined
  }
  if (typeof document !== 'object' || document === null || !('e' in document) || !Array.isArray(document.e))
    return undefined
  const base = 'bn' in document && typeof document.bn === 'string' ? document.bn : path
  const entries: readonly unknown[] = document.e.slice(0, maxEntries)
  return entries.flatMap((entry): readonly PathValue[] => {
    if (typeof entry !== 'object' || entry === null) return []
    const name = 'n' in entry && typeof entry.n === 'string' ? entry.n : ''
    const found = Object.entries(entry).find(([key]) => ['v', 'sv', 'bv', 'ov'].includes(key))?.[1]
    if (typeof found !== 'string' && typeof found !== 'number' && typeof found !== 'boolean') return []
    return [{ path: joinNames(base, name), value: found }]
  })
}

const joinNames = (base: string, name: string) =>
  name === '' ? base.replace(/\/$/, '') : `${base.replace(/\/$/, '')}/${name.replace(/^\//, '')}`

function textValue(text: string, type: ResourceType | undefined): Lwm2mValue {
  if (type === 'Integer' || type === 'Float' || type === 'Time') {
    const number = Number(text)
    return text.trim() === '' || !Number.isFinite(number) ? text : number
  }
  if (type === 'Boolean') return text === '1' || text === 'true'
  return text
}

/** Decodes a value of TLV; a value whose length does not match its type is returned as base64. */
export function bytesValue(bytes: Buffer, type: ResourceType | undefined): Lwm2mValue {
  switch (type) {
    case 'Integer':
    case 'Time':
      if (bytes.length === 8) return Number(bytes.readBigInt64BE())
      return bytes.length >= 1 && bytes.length <= 6
        ? bytes.readIntBE(0, bytes.length)
        : bytes.toString('base64')
    case 'Float':
      if (bytes.length === 8) return finite(bytes.readDoubleBE())
      return bytes.length === 4 ? finite(bytes.readFloatBE()) : bytes.toString('base64')
    case 'Boolean':
      return bytes[0] === 1
    case 'Opaque':
      return bytes.toString('base64')
    case 'Objlnk':
      return bytes.length === 4
        ? `${bytes.readUInt16BE(0)}:${bytes.readUInt16BE(2)}`
        : bytes.toString('base64')
    default:
      return bytes.toString()
  }
}

/** Returns a number that JSON can represent, otherwise its text. */
const finite = (number: number): Lwm2mValue => (Number.isFinite(number) ? number : String(number))

/** Encodes a value in TLV; returns undefined if it does not match its type. */
export function valueBytes(type: ResourceType, value: Lwm2mValue): Buffer | undefined {
  switch (type) {
    case 'String':
      return Buffer.from(String(value))
    case 'Opaque':
      return Buffer.from(String(value), 'base64')
    case 'Boolean':
      return Buffer.of(value === true || value === 1 || value === '1' || value === 'true' ? 1 : 0)
    case 'Objlnk': {
      const [, object, instance] = /^(\d{1,5}):(\d{1,5})$/.exec(String(value)) ?? []
      const numbers = [Number(object), Number(instance)]
      if (object === undefined || numbers.some((one) => one > 0xffff)) return undefined
      return Buffer.concat(numbers.map((one) => Buffer.of(one >> 8, one & 0xff)))
    }
    case 'Integer':
    case 'Time':
    case 'Float': {
      const number = Number(value)
      if (String(value).trim() === '' || !Number.isFinite(number)) return undefined
      return type === 'Float' ? doubleBytes(number) : integerBytes(number)
    }
  }
}

function doubleBytes(number: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(number)
  return bytes
}

/** Encodes an integer in one, two, four or eight bytes, as few as it needs. */
function integerBytes(number: number): Buffer | undefined {
  if (!Number.isSafeInteger(number)) return undefined
  const size = [1, 2, 4].find((one) => number >= -(2 ** (8 * one - 1)) && number < 2 ** (8 * one - 1))
  const bytes = Buffer.alloc(size ?? 8)
  if (size === undefined) bytes.writeBigInt64BE(BigInt(number))
  else bytes.writeIntBE(number, 0, size)
  return bytes
}
