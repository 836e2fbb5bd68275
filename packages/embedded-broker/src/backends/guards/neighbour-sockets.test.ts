import { connect } from 'node:net'
import { createServer, TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { selfSigned } from '../../certificates/self-signed.ts'
import { eventually } from '../../testing/eventually.ts'
import { hostilePeer } from '../../testing/hostile-peer.ts'
import { manualClock } from '../../testing/manual-clock.ts'
import { openMongodb } from '../mongodb-resource.ts'
import { openPostgresql } from '../postgresql-resource.ts'
import { openRedis } from '../redis-resource.ts'
import { MalformedAnswerError } from './answer-guard.ts'
import { NeighbourSockets } from './neighbour-sockets.ts'

/** The guard passes everything except the letter x. */
const open = (isAskedFirst = true) =>
  new NeighbourSockets({
    isAskedFirst,
    openGuard: () => ({
      check: (chunk) => {
        if (chunk.includes('x')) throw new MalformedAnswerError('x')
      },
    }),
  })

async function connected(sockets: NeighbourSockets, said: readonly string[]) {
  const peer = await hostilePeer({ answer: (socket) => socket.write(said.join('')) })
  const [host, port] = peer.server.split(':')
  const socket = sockets.watch(connect({ host: host ?? '', port: Number(port) }))
  onTestFinished(() => void socket.destroy())
  let heard = ''
  socket.on('data', (chunk) => {
    heard += chunk.toString()
  })
  socket.write('?')
  return { peer, socket, heard: () => heard }
}

test('What a guard refuses reaches no reader, and the connection ends with the reason', async () => {
  const { peer, socket, heard } = await connected(open(), ['abcx'])
  await eventually(() => expect(socket.errored?.message).toBe('the answer is malformed: x'))
  expect(heard()).toBe('')
  await eventually(() => expect(peer.open).toBe(0))
})

test('More than 16 MB to one question ends the connection; whoever is not asked may go on', async () => {
  const much = ['a'.repeat(17 * 1_048_576)]
  const asked = await connected(open(), much)
  await eventually(() => expect(asked.socket.errored?.name).toBe('AnswerTooLargeError'))
  expect(asked.heard().length).toBeLessThanOrEqual(16 * 1_048_576)
  const other = await connected(open(false), much)
  await eventually(() => expect(other.heard().length).toBe(17 * 1_048_576))
})

test('A reader that throws ends the connection and nothing else', async () => {
  const { peer, socket } = await connected(open(), ['abc'])
  socket.on('data', () => {
    throw new RangeError('what a library did not expect')
  })
  await eventually(() => expect(socket.errored?.message).toBe('what a library did not expect'))
  await eventually(() => expect(peer.open).toBe(0))
})

test('After its end nothing is opened', async () => {
  const sockets = open()
  const { peer } = await connected(sockets, ['abc'])
  sockets.close()
  await eventually(() => expect(peer.open).toBe(0))
  const [host, port] = peer.server.split(':')
  expect(sockets.watch(connect({ host: host ?? '', port: Number(port) })).destroyed).toBe(true)
})

const ssl = { enable: true, verify: 'verify_none' }
const { cert, key } = selfSigned('service', ['localhost'], ['127.0.0.1'], Date.now())

async function encryptedPeer(said: string): Promise<string> {
  const server = createServer({ cert, key }, (socket) => {
    socket.on('error', () => undefined)
    socket.on('data', () => socket.write(said))
    onTestFinished(() => void socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return `127.0.0.1:${address.port}`
}

async function findError(resource: {
  readonly started: Promise<void>
  readonly error: string | undefined
  close(): Promise<void>
}) {
  onTestFinished(() => resource.close())
  await resource.started
  return resource.error
}

test('What is encrypted is looked at behind its encryption', async () => {
  const server = await encryptedPeer('HTTP/1.1 400 Bad Request\r\n\r\n')
  const services = { clock: manualClock() }
  const redis = openRedis({ redis_type: 'single', server, ssl }, services)
  expect(await findError(redis)).toContain('malformed')
  const topology = { server_selection_timeout_ms: '500ms' }
  const names = { mongo_type: 'single', database: 'd', pool_size: 1 }
  const mongodb = openMongodb({ ...names, server, topology, ssl }, services)
  expect(await findError(mongodb)).toMatch(/too large|malformed/)
})

test('What is encrypted upon a connection that was plain before is looked at, too', async () => {
  const peer = await hostilePeer({
    answer: (socket, asked) => {
      // Only the request for TLS is plain text.
      if (asked.length !== 8) return
      socket.removeAllListeners('data')
      socket.write('S')
      const secure = new TLSSocket(socket, { isServer: true, cert, key })
      secure.on('error', () => undefined)
      secure.on('data', () => secure.write('E\0\0\0\x06Sx'))
    },
  })
  const names = { database: 'd', username: 'u', pool_size: 1 }
  const postgresql = openPostgresql({ ...names, server: peer.server, ssl }, { clock: manualClock() })
  expect(await findError(postgresql)).toContain('without its end')
  await eventually(() => expect(peer.open).toBe(0))
})
