import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  codeName,
  emptyMessage,
  numberOption,
  optionNumber,
  readCoap,
  textOption,
  uriPath,
  uriQuery,
  writeCoap,
} from './coap-message.ts'

const message = fc.record({
  type: fc.constantFrom('con', 'non', 'ack'),
  code: fc.constantFrom('0.01', '0.02', '2.05', '4.04'),
  messageId: fc.nat(0xffff),
  token: fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
  options: fc.array(
    fc.string({ maxLength: 30 }).map((text) => textOption('Uri-Path', text)),
    { maxLength: 5 },
  ),
  payload: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
})

test('what is written is read again', () => {
  fc.assert(
    fc.property(message, (given) => {
      expect(readCoap(writeCoap(given) ?? Buffer.alloc(0))).toEqual(given)
    }),
  )
})

test('whatever comes is read or is none', () => {
  const damaged = fc.tuple(message, fc.nat(60), fc.nat(255)).map(([given, at, byte]) => {
    const datagram = Buffer.from(writeCoap(given) ?? [])
    datagram[at % datagram.length] = byte
    return datagram
  })
  const any = fc.uint8Array({ maxLength: 100 }).map((bytes) => Buffer.from(bytes))
  fc.assert(
    fc.property(fc.oneof(damaged, any), (datagram) => {
      const read = readCoap(datagram)
      if (read === undefined) return
      expect(read.token.length).toBeLessThanOrEqual(8)
      uriPath(read)
      uriQuery(read)
      optionNumber(read, 'Observe')
    }),
    { numRuns: 1000 },
  )
})

test('an acknowledgement and a reset say nothing but their type', () => {
  for (const type of ['ack', 'rst'] as const) {
    const written = writeCoap(emptyMessage(type, 7))
    expect(written).toHaveLength(4)
    expect(readCoap(written ?? Buffer.alloc(0))).toMatchObject({
      type,
      code: '0.00',
      messageId: 7,
      options: [],
    })
  }
})

test('a message has up to 64 options', () => {
  const read = (count: number) => {
    const options = Array.from({ length: count }, () => textOption('Uri-Path', 'a'))
    return readCoap(
      writeCoap({ ...emptyMessage('ack', 1), type: 'con', code: '0.01', options }) ?? Buffer.alloc(0),
    )
  }
  expect(read(64)?.options).toHaveLength(64)
  expect(read(65)).toBeUndefined()
})

test('options are texts and numbers', () => {
  const options = [
    textOption('Uri-Path', 'ps'),
    textOption('Uri-Query', 'a=b=c'),
    textOption('Uri-Query', 'd'),
  ]
  const whole = {
    type: 'con',
    code: '0.01',
    messageId: 1,
    token: Buffer.alloc(0),
    payload: Buffer.alloc(0),
  } as const
  const read = { ...whole, options: [...options, numberOption('Observe', 0), numberOption('Max-Age', 300)] }
  expect(uriPath(read)).toEqual(['ps'])
  expect([...uriQuery(read)]).toEqual([
    ['a', 'b=c'],
    ['d', ''],
  ])
  expect([
    optionNumber(read, 'Observe'),
    optionNumber(read, 'Max-Age'),
    optionNumber(read, 'Accept'),
  ]).toEqual([0, 300, undefined])
  // The longest number in RFC 7252 §5.10 has four bytes.
  const numbers = [0xffff_ffff, 0x1_0000_0000].map((value) => numberOption('Max-Age', value))
  expect(numbers.map((option) => optionNumber({ ...whole, options: [option] }, 'Max-Age'))).toEqual([
    0xffff_ffff,
    undefined,
  ])
  expect(writeCoap({ ...read, payload: Buffer.alloc(70_000) })).toBeUndefined()
  expect([codeName('2.05'), codeName('9.99')]).toEqual(['content', '9.99'])
})
