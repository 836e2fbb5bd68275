import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { hostilePeer, pour } from '../../testing/hostile-peer.ts'
import { rowOf, runningAction, runningConnector, runningSource } from '../testing/running.ts'
import { rabbitmqDriver } from './rabbitmq-driver.ts'

function frame(kind: number, channel: number, payload: Buffer, length = payload.length): Buffer {
  const head = Buffer.alloc(7)
  head[0] = kind
  head.writeUInt16BE(channel, 1)
  head.writeUInt32BE(length, 3)
  return Buffer.concat([head, payload, Buffer.from([0xce])])
}

function method(channel: number, one: number, two: number, ...parts: readonly Buffer[]): Buffer {
  const name = Buffer.alloc(4)
  name.writeUInt16BE(one, 0)
  name.writeUInt16BE(two, 2)
  return frame(1, channel, Buffer.concat([name, ...parts]))
}

const long = (text: string) => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return Buffer.concat([length, Buffer.from(text)])
}
const start = method(0, 10, 10, Buffer.from([0, 9, 0, 0, 0, 0]), long('PLAIN'), long('en_US'))
const tune = method(0, 10, 30, Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))

type Attack = (socket: Socket) => void

/** Accepts everything, and responds to a message, or to a request for messages, with an attack. */
function greeted(attack: Attack) {
  const answers: Readonly<Record<string, (channel: number) => Buffer>> = {
    '10.11': () => tune,
    '10.40': () => method(0, 10, 41, Buffer.from([0])),
    '10.50': () => method(0, 10, 51),
    '20.10': (channel) => method(channel, 20, 11, Buffer.alloc(4)),
    '20.40': (channel) => method(channel, 20, 41),
    '40.10': (channel) => method(channel, 40, 11),
    '60.10': (channel) => method(channel, 60, 11),
    '85.10': (channel) => method(channel, 85, 11),
  }
  let waiting = Buffer.alloc(0)
  return (socket: Socket, asked: Buffer) => {
    waiting = Buffer.concat([waiting, asked])
    if (waiting.subarray(0, 4).toString() === 'AMQP') {
      waiting = waiting.subarray(8)
      socket.write(start)
    }
    while (waiting.length >= 8 && waiting.length >= 8 + waiting.readUInt32BE(3)) {
      const one = waiting.subarray(0, 8 + waiting.readUInt32BE(3))
      waiting = waiting.subarray(one.length)
      if (one[0] !== 1) continue
      const name = `${one.readUInt16BE(7)}.${one.readUInt16BE(9)}`
      const answer = answers[name]?.(one.readUInt16BE(1))
      if (answer !== undefined) socket.write(answer)
      if (name === '60.40' || name === '60.20') attack(socket)
    }
  }
}

const tag = (value: bigint, isMultiple: number) => {
  const bytes = Buffer.alloc(9)
  bytes.writeBigUInt64BE(value)
  bytes[8] = isMultiple
  return bytes
}
const length = (value: bigint) => {
  const bytes = Buffer.alloc(14)
  bytes.writeUInt16BE(60)
  bytes.writeBigUInt64BE(value, 4)
  return bytes
}

const attacks: Readonly<Record<string, Attack>> = {
  'an acknowledgement of what was never sent': (socket) =>
    socket.write(method(1, 60, 80, tag(1_000_000_000n, 0))),
  'one of all of that': (socket) => socket.write(method(1, 60, 80, tag(1_000_000_000n, 1))),
  'a refusal of it': (socket) => socket.write(method(1, 60, 120, tag(1_000_000_000n, 0))),
  'a message of 2^60 bytes': (socket) =>
    socket.write(
      Buffer.concat([
        method(1, 60, 60, Buffer.from('\x01c'), tag(1n, 0), Buffer.from('\0\0')),
        frame(2, 1, length(2n ** 60n)),
      ]),
    ),
  'a frame of 2 GB': (socket) => {
    socket.write(frame(3, 1, Buffer.alloc(0), 0x7fffffff).subarray(0, 7))
    pour(socket, Buffer.alloc(65_536))
  },
  'a frame without its end': (socket) => socket.write(Buffer.alloc(8, 1)),
  garbage: (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'a reset in the middle': (socket) => socket.write(Buffer.from([1, 0]), () => socket.resetAndDestroy()),
}

const document = (server: string) => {
  const [host, port] = server.split(':')
  return { server: host, port: Number(port), username: 'u', password: 'p', timeout: '1s' }
}

for (const [name, attack] of Object.entries(attacks)) {
  test(`A RabbitMQ that answers its greeting with ${name} is not connected`, async () => {
    const peer = await hostilePeer({ answer: attack })
    const { connector } = await runningConnector(rabbitmqDriver, document(peer.server))
    expect(connector.health).toMatchObject({ status: 'disconnected' })
    await connector.close()
    await eventually(() => expect(peer.open).toBe(0))
  })

  test(`A RabbitMQ that answers a message with ${name} is cut off`, async () => {
    const peer = await hostilePeer({ answer: greeted(attack) })
    const running = await runningConnector(rabbitmqDriver, document(peer.server))
    expect(running.connector.health).toEqual({ status: 'connected' })
    const { send, metrics } = await runningAction(running, { exchange: 'x', routing_key: 'k' })
    send(rowOf({ payload: 'x' }))
    // The driver retries with a new connection.
    await eventually(() => expect(peer.taken - peer.open).toBeGreaterThan(0))
    expect(metrics.figures).toMatchObject({ success: 0 })
  })
}

test('A RabbitMQ that says nothing is given up, as connection and as source', async () => {
  const silent = await hostilePeer({})
  const first = await runningConnector(rabbitmqDriver, document(silent.server))
  expect(first.connector.health).toMatchObject({ status: 'disconnected' })
  await eventually(() => expect(silent.open).toBe(0))
  const peer = await hostilePeer({ answer: greeted(() => undefined) })
  const running = await runningConnector(rabbitmqDriver, document(peer.server))
  await runningSource(running, { queue: 'q' }, () => undefined)
  await eventually(() => expect(peer.taken - peer.open).toBeGreaterThan(0))
})
