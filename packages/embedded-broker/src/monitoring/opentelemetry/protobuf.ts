/** The few shapes of the protobuf wire format (version 3) that metrics are written in. */

const varint = 0
const eightBytes = 1
const lengthPrefixed = 2

function varintBytes(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
  return Buffer.from(bytes)
}

const key = (field: number, wireType: number): Buffer => varintBytes(field * 8 + wireType)

export const varintField = (field: number, value: number): Buffer =>
  Buffer.concat([key(field, varint), varintBytes(value)])

export function fixed64Field(field: number, value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return Buffer.concat([key(field, eightBytes), bytes])
}

export function doubleField(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleLE(value)
  return Buffer.concat([key(field, eightBytes), bytes])
}

export function messageField(field: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([key(field, lengthPrefixed), varintBytes(body.length), body])
}

export const textField = (field: number, value: string): Buffer =>
  messageField(field, Buffer.from(value, 'utf8'))
