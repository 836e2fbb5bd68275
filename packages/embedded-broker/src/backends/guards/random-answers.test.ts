import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openAmqpGuard } from './amqp-guard.ts'
import { type AnswerGuard, AnswerTooLargeError, MalformedAnswerError } from './answer-guard.ts'
import { openLdapGuard } from './ldap-guard.ts'
import { openMqttGuard } from './mqtt-guard.ts'
import { openMysqlGuard } from './mysql-guard.ts'
import { openPostgresqlGuard } from './postgresql-guard.ts'
import { answersIn } from './testing/answers-in.ts'

/**
 * Wraps bytes in the frame of a protocol, so that they reach the code that inspects frames. `kind` distinguishes
 * frames.
 */
type FrameBytes = (body: Uint8Array, kind: number) => Buffer

interface Protocol {
  readonly openGuard: () => AnswerGuard
  readonly frame: FrameBytes
}

const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const element = (tag: number, body: Uint8Array) => Buffer.from([tag, body.length, ...body])

const protocols: Readonly<Record<string, Protocol>> = {
  RabbitMQ: {
    openGuard: openAmqpGuard,
    frame: (body, kind) =>
      Buffer.concat([
        Buffer.from([1 + (kind % 3), 0, kind % 2]),
        uint32(body.length),
        body,
        Buffer.from([0xce]),
      ]),
  },
  'a directory': {
    openGuard: openLdapGuard,
    // The frame holds a number of one byte, then the requested operation or any other.
    frame: (body, kind) => {
      const operation = element([0x64, 0x73, 0x65, 0x61, kind][kind % 5] ?? 0, body)
      return element(0x30, Buffer.concat([element(0x02, Buffer.from([kind])), operation]))
    },
  },
  'an MQTT broker': {
    openGuard: openMqttGuard,
    frame: (body, kind) => Buffer.from([kind, body.length, ...body]),
  },
  MySQL: {
    openGuard: openMysqlGuard,
    frame: (body, kind) => Buffer.from([body.length, 0, 0, kind % 3, ...body]),
  },
  PostgreSQL: {
    openGuard: openPostgresqlGuard,
    frame: (body, kind) =>
      Buffer.concat([
        Buffer.from('RZENTDCx').subarray(kind % 8, (kind % 8) + 1),
        uint32(body.length + 4),
        body,
      ]),
  },
}

const body = fc.uint8Array({ maxLength: 60 })
const kind = fc.nat({ max: 255 })
const cuts = fc.array(fc.nat({ max: 300 }))

for (const [name, { openGuard, frame }] of Object.entries(protocols)) {
  test(`Whatever ${name} sends passes or is refused by name, wherever it is cut`, () => {
    const framed = fc
      .array(fc.tuple(body, kind), { maxLength: 8 })
      .map((frames) => Buffer.concat(frames.map(([bytes, which]) => frame(bytes, which))))
    const anything = fc.oneof(
      body,
      framed,
      fc.tuple(framed, body).map((parts) => Buffer.concat(parts)),
    )
    fc.assert(
      fc.property(anything, cuts, (bytes, places) => {
        const fault = answersIn(openGuard(), Buffer.from(bytes), places)
        expect(answersIn(openGuard(), Buffer.from(bytes), [])?.message).toBe(fault?.message)
        if (fault !== undefined)
          expect(fault instanceof AnswerTooLargeError || fault instanceof MalformedAnswerError).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
}
