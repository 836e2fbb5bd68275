import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readProxyHeader } from './behind-proxy.ts'

const text = (line: string) => Buffer.from(`${line}\r\nrest`)

function binary(command: number, family: number, addresses: Buffer): Buffer {
  const head = Buffer.from('0d0a0d0a000d0a515549540a00000000', 'hex')
  head.writeUInt8(0x20 | command, 12)
  head.writeUInt8((family << 4) | 1, 13)
  head.writeUInt16BE(addresses.length, 14)
  return Buffer.concat([head, addresses, Buffer.from('rest')])
}

it('reads version 1', () => {
  expect(readProxyHeader(text('PROXY TCP4 192.0.2.7 10.0.0.1 4711 1883'))).toEqual({
    peer: { host: '192.0.2.7', port: 4711 },
    length: 41,
  })
  expect(readProxyHeader(text('PROXY TCP6 2001:db8::7 ::1 80 1883'))).toMatchObject({
    peer: { host: '2001:db8::7', port: 80 },
  })
  expect(readProxyHeader(text('PROXY UNKNOWN'))).toEqual({ peer: undefined, length: 15 })
})

it('reads version 2, of a health check too', () => {
  const four = Buffer.from([192, 0, 2, 7, 10, 0, 0, 1, 0x12, 0x67, 0x07, 0x5b])
  expect(readProxyHeader(binary(1, 1, four))).toEqual({ peer: { host: '192.0.2.7', port: 4711 }, length: 28 })
  const six = Buffer.concat([
    Buffer.from('20010db8000000000000000000000007', 'hex'),
    Buffer.alloc(16),
    four.subarray(8),
  ])
  expect(readProxyHeader(binary(1, 2, six))).toMatchObject({ peer: { host: '2001:db8::7', port: 4711 } })
  const mapped = Buffer.concat([
    Buffer.from('00000000000000000000ffff0a000001', 'hex'),
    Buffer.alloc(16),
    four.subarray(8),
  ])
  expect(readProxyHeader(binary(1, 2, mapped))).toMatchObject({ peer: { host: '::ffff:10.0.0.1' } })
  expect(readProxyHeader(binary(0, 0, Buffer.alloc(0)))).toEqual({ peer: undefined, length: 16 })
})

it.each(['PROXY TCP4 ::1 10.0.0.1 1 2', 'PROXY TCP4 192.0.2.7 10.0.0.1 high 1883', 'HELLO'])(
  'refuses %s',
  (line) => {
    expect(readProxyHeader(text(line))).toBe('invalid')
  },
)

it('waits for the rest, and refuses what cannot become a header', () => {
  expect(readProxyHeader(Buffer.from('PRO'))).toBe('incomplete')
  expect(readProxyHeader(Buffer.from('PROXY TCP4 192.0.2.7 10'))).toBe('incomplete')
  expect(readProxyHeader(Buffer.from('0d0a0d0a00', 'hex'))).toBe('incomplete')
  // These bytes are an MQTT CONNECT.
  expect(readProxyHeader(Buffer.from('100c00044d515454', 'hex'))).toBe('invalid')
  expect(readProxyHeader(Buffer.from(`PROXY ${'x'.repeat(200)}`))).toBe('invalid')
})

it('never throws, whatever comes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (bytes, isSigned) => {
      const signed = isSigned ? binary(1, 1, Buffer.from(bytes)) : Buffer.from(bytes)
      readProxyHeader(signed)
    }),
  )
})
