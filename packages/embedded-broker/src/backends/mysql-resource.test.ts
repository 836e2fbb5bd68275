import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { hostilePeer, pour } from '../testing/hostile-peer.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { openMysql } from './mysql-resource.ts'

function packet(number: number, body: Buffer, length = body.length): Buffer {
  const head = Buffer.alloc(4)
  head.writeUIntLE(length, 0, 3)
  head[3] = number
  return Buffer.concat([head, body])
}

/** The greeting of protocol 4.1 with plain authentication, and without TLS. */
const greeting = packet(
  0,
  Buffer.concat([
    Buffer.from('\x0a5.7.0\0\x01\0\0\0abcdefgh\0', 'latin1'),
    Buffer.from([0x0b, 0xa2, 0x21, 2, 0, 0x8a, 0, 21, ...new Array(10).fill(0)]),
    Buffer.from('ijklmnopqrst\0mysql_native_password\0', 'latin1'),
  ]),
)
const ok = (number: number) => packet(number, Buffer.from([0, 0, 0, 2, 0, 0, 0]))
const column = Buffer.concat([
  Buffer.from('\x03def\0\0\0\x01a\0\x0c', 'latin1'),
  Buffer.from([0x21, 0, 4, 0, 0, 0, 3, 0, 0, 0, 0, 0]),
])
const end = (number: number) => packet(number, Buffer.from([0xfe, 0, 0, 2, 0]))

const refusal = packet(0, Buffer.from('\xff\x10\x04#08004Too many', 'latin1'))

type Attack = (socket: Socket) => void

/** Accepts every login, and responds to a prepared statement or to a plain query with an attack. */
const greeted = (command: number, attack: Attack) => ({
  greet: (socket: Socket) => void socket.write(greeting),
  answer: (socket: Socket, asked: Buffer) => {
    if (asked[3] === 1) socket.write(ok(2))
    else if (asked[4] === command) attack(socket)
    else if (asked[4] !== 0x01) socket.write(ok(1))
  },
})
const query = 0x03
const prepare = 0x16

/** A row with a number that is sent as a text of 2^40 digits. */
const endlessNumber = Buffer.concat([
  packet(1, Buffer.from([1])),
  packet(2, column),
  end(3),
  packet(4, Buffer.from([0xfe, 0, 0, 0, 0, 0, 1, 0, 0, 0x31])),
  end(5),
])

const attacks: Readonly<Record<string, Attack>> = {
  'a packet of 16 MB': (socket) => {
    socket.write(packet(1, Buffer.alloc(0), 0xffffff))
    pour(socket, Buffer.alloc(65_536))
  },
  'packets without end': (socket) => {
    let number = 1
    pour(socket, Buffer.concat(Array.from({ length: 256 }, () => packet(number++ & 0xff, Buffer.alloc(12)))))
  },
  'empty packets without end': (socket) => pour(socket, Buffer.alloc(65_536)),
  'more columns than there can be': (socket) =>
    socket.write(packet(1, Buffer.from([0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x1f, 0]))),
  'a wish for a file': (socket) => socket.write(packet(1, Buffer.from('\xfb/etc/passwd', 'latin1'))),
  'a refusal, and stays': (socket) => socket.write(refusal),
  garbage: (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
  silence: () => undefined,
  'a half of it': (socket) => socket.end(packet(1, Buffer.from('ab'), 100)),
  'a reset in the middle': (socket) =>
    socket.write(packet(1, Buffer.from('ab'), 100), () => socket.resetAndDestroy()),
}

const opened = (server: string) => {
  const document = {
    server,
    database: 'd',
    username: 'u',
    password: 'p',
    pool_size: 2,
    query_timeout: '700ms',
  }
  const resource = openMysql(document, { clock: manualClock() })
  onTestFinished(() => resource.close())
  return resource
}

for (const [name, attack] of Object.entries(attacks)) {
  test(`A MySQL that greets with ${name} is not connected, and let go`, async () => {
    const peer = await hostilePeer({ greet: attack })
    const resource = opened(peer.server)
    await resource.started
    expect(resource.status).toBe('disconnected')
    expect(resource.error).not.toBe('')
    await eventually(() => expect(peer.open).toBe(0))
  })

  test(`A MySQL that answers a statement with ${name} has not answered`, async () => {
    const peer = await hostilePeer(greeted(prepare, attack))
    const resource = opened(peer.server)
    await resource.started
    expect(resource.error).toBeUndefined()
    await expect(resource.ask({ sql: 'SELECT ?', values: ['x'] }, 'n')).rejects.toThrow()
    await resource.close()
    await eventually(() => expect(peer.open).toBe(0))
  })
}

test('A MySQL that answers with a number of 2^40 digits does not hold the broker', async () => {
  const peer = await hostilePeer(greeted(query, (socket) => socket.write(endlessNumber)))
  const resource = opened(peer.server)
  await resource.started
  await resource.close()
  await eventually(() => expect(peer.open).toBe(0))
})

test('When its owner goes, a MySQL that has not answered sees its connections closed', async () => {
  const peer = await hostilePeer(greeted(prepare, () => undefined))
  const resource = opened(peer.server)
  await resource.started
  const refused = expect(resource.ask({ sql: 'SELECT ?', values: ['x'] }, 'n')).rejects.toThrow()
  await resource.close()
  await eventually(() => expect(peer.open).toBe(0))
  await refused
})
