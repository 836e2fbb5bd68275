import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { pgsqlDriver } from '../integration/drivers/pgsql-driver.ts'
import { rowOf, runningAction, runningConnector } from '../integration/testing/running.ts'
import { eventually } from '../testing/eventually.ts'
import { hostilePeer, pour } from '../testing/hostile-peer.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { openPostgresql } from './postgresql-resource.ts'

function message(kind: string, body: Buffer | string = '', length = Buffer.byteLength(body) + 4): Buffer {
  const head = Buffer.alloc(5)
  head.write(kind, 'latin1')
  head.writeUInt32BE(length, 1)
  return Buffer.concat([head, Buffer.from(body)])
}

const ready = message('Z', 'I')
const complete = Buffer.concat([message('C', 'SELECT 1\0'), ready])
const isFirst = (asked: Buffer) => asked[0] === 0

/** Accepts every login, and responds to simple queries. */
const greeted = (attack: (socket: Socket) => void) => (socket: Socket, asked: Buffer) => {
  if (isFirst(asked)) socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]))
  else if (asked[0] === 0x51) socket.write(complete)
  else if (asked[0] !== 0x58) attack(socket)
}

const manyColumns = Buffer.alloc(2 + 65_535 * 4, 0xff)

const attacks: Readonly<Record<string, (socket: Socket) => void>> = {
  'a message of 4 GB': (socket) => {
    socket.write(message('D', '', 0xffffffff))
    pour(socket, Buffer.alloc(65_536))
  },
  'a message of nothing': (socket) => socket.write(message('D', '', 0)),
  'an error without its end': (socket) => socket.write(message('E', 'Sx')),
  'a notice without its end': (socket) => socket.write(message('N', 'Sx\0My')),
  'as many columns as there can be': (socket) => pour(socket, message('T', manyColumns)),
  'rows without end': (socket) => pour(socket, message('D', Buffer.alloc(2))),
  'rows that nobody described': (socket) => socket.write(message('D', Buffer.from([0, 1, 0, 0, 0, 0]))),
  'a hundred invitations to sign in': (socket) =>
    socket.write(
      message('R', '\0\0\0\x0b' + 'x')
        .toString('latin1')
        .repeat(100),
    ),
  'a refusal, and stays': (socket) => socket.write(message('E', 'SFATAL\0C53300\0Mfull\0\0')),
  garbage: (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'a half of it': (socket) => socket.end(message('D', 'ab', 100)),
  'a reset in the middle': (socket) => socket.write(message('D', 'ab', 100), () => socket.resetAndDestroy()),
}

const opened = (server: string) => {
  const document = { server, database: 'd', username: 'u', password: 'p', pool_size: 2 }
  const resource = openPostgresql(document, { clock: manualClock() })
  onTestFinished(() => resource.close())
  return resource
}

for (const [name, attack] of Object.entries(attacks)) {
  test(`A PostgreSQL that answers its greeting with ${name} is not connected, and let go`, async () => {
    const peer = await hostilePeer({ answer: attack })
    const resource = opened(peer.server)
    await resource.started
    expect(resource.status).toBe('disconnected')
    expect(resource.error).not.toBe('')
    await eventually(() => expect(peer.open).toBe(0))
  })

  test(`A PostgreSQL that answers a question with ${name} is cut off`, async () => {
    const peer = await hostilePeer({ answer: greeted(attack) })
    const resource = opened(peer.server)
    await resource.started
    expect(resource.error).toBeUndefined()
    await expect(resource.ask({ sql: 'SELECT $1', values: ['x'] }, 'n')).rejects.toThrow()
    await eventually(() => expect(peer.open).toBe(0))
  })
}

test('A connection that breaks between the rows of a batch ends neither more than the batch', async () => {
  const sockets = new Set<Socket>()
  const peer = await hostilePeer({
    answer: (socket, asked) => {
      sockets.add(socket)
      const text = asked.toString('latin1')
      // The error follows the beginning of a transaction, without a request.
      if (text.includes('BEGIN'))
        socket.write(Buffer.concat([complete, message('E', 'SFATAL\0C57P01\0Mgone\0\0')]))
      else greeted(() => socket.resetAndDestroy())(socket, asked)
    },
  })
  const document = { server: peer.server, database: 'd', username: 'u', password: 'p', pool_size: 1 }
  const running = await runningConnector(pgsqlDriver, document)
  const options = { batch_size: 10, batch_time: '1s', worker_pool_size: 1, request_ttl: '45s' }
  const { send, metrics } = await runningAction(running, { sql: 'insert into t values (${n})' }, options)
  for (let n = 0n; n < 5n; n++) send(rowOf({ n }))
  await eventually(() => {
    running.clock.advance(1000)
    expect(metrics.figures).toMatchObject({ matched: 5, success: 0, retried: expect.any(Number) })
    expect(peer.taken).toBeGreaterThan(1)
  })
})

test('When its owner goes, a PostgreSQL that has not answered sees its connections closed', async () => {
  const peer = await hostilePeer({ answer: greeted(() => undefined) })
  const resource = opened(peer.server)
  await resource.started
  const refused = expect(resource.ask({ sql: 'SELECT $1', values: ['x'] }, 'n')).rejects.toThrow()
  await resource.close()
  await eventually(() => expect(peer.open).toBe(0))
  await refused
})

test('What comes in the clear behind the yes to TLS is not read', async () => {
  const peer = await hostilePeer({ answer: (socket) => socket.write('SE') })
  const document = { server: peer.server, database: 'd', username: 'u', pool_size: 1, ssl: { enable: true } }
  const resource = openPostgresql(document, { clock: manualClock() })
  onTestFinished(() => resource.close())
  await resource.started
  expect(resource.error).toContain('before TLS')
})
