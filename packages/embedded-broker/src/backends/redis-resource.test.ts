import type { Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { hostilePeer, pour } from '../testing/hostile-peer.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { openRedis } from './redis-resource.ts'

const opened = (server: string, more: Readonly<Record<string, unknown>> = {}) => {
  const document = { redis_type: 'single', server, query_timeout: '700ms', ...more }
  const resource = openRedis(document, { clock: manualClock() })
  onTestFinished(() => resource.close())
  return resource
}

const count = (asked: Buffer) => asked.toString('latin1').match(/^\*\d+\r$/gm)?.length ?? 0

/** Responds correctly to the commands that the library sends by itself. */
const greeted = (attack: (socket: Socket) => void) => (socket: Socket, asked: Buffer) => {
  const text = asked.toString('latin1').toLowerCase()
  if (text.includes('\r\nhget\r\n')) attack(socket)
  else if (text.includes('\r\ninfo\r\n')) {
    const before = Math.max(0, count(asked) - 1)
    socket.write(`${'+OK\r\n'.repeat(before)}$19\r\nredis_version:7.0.0\r\n`)
  } else socket.write('+OK\r\n'.repeat(count(asked)))
}

const attacks: Readonly<Record<string, (socket: Socket) => void>> = {
  'a text without end': (socket) => {
    socket.write('$9999999999\r\n')
    pour(socket, Buffer.alloc(65_536, 0x41))
  },
  'a line without end': (socket) => {
    socket.write('+')
    pour(socket, Buffer.alloc(65_536, 0x41))
  },
  'two thousand million elements': (socket) => socket.write('*2000000000\r\n'),
  'sets of sets': (socket) => socket.write('~9999\r\n'.repeat(1000)),
  '100,000 levels': (socket) => socket.write('*1\r\n'.repeat(100_000)),
  'a message that nobody subscribed to': (socket) => socket.write('>2\r\n$9\r\nsubscribe\r\n$-1\r\n'),
  garbage: (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
  silence: () => undefined,
  'a byte now and then': (socket) => {
    socket.write('$1000000\r\n')
    const timer = setInterval(() => socket.write('x'), 20)
    socket.on('close', () => clearInterval(timer))
  },
  'a half of it': (socket) => socket.end('$100\r\nabc'),
  'a reset in the middle': (socket) => socket.write('$100\r\nabc', () => socket.resetAndDestroy()),
}

for (const [name, attack] of Object.entries(attacks)) {
  test(`A Redis that answers its greeting with ${name} is not connected, and let go`, async () => {
    const peer = await hostilePeer({ answer: attack })
    const resource = opened(peer.server)
    await resource.started
    expect(resource.status).toBe('disconnected')
    expect(resource.error).not.toBe('')
    await resource.close()
    await eventually(() => expect(peer.open).toBe(0))
  })

  test(`A Redis that answers a question with ${name} is cut off`, async () => {
    const peer = await hostilePeer({ answer: greeted(attack) })
    const resource = opened(peer.server)
    await resource.started
    expect(resource.error).toBeUndefined()
    await expect(resource.ask(['HGET', 'a', 'b'], 'n')).rejects.toThrow()
    // The library reconnects: at least one connection was ended by our side.
    await eventually(() => expect(peer.taken - peer.open).toBeGreaterThan(0))
  })
}

test('Answers that nobody asked for change nothing for whoever asks', async () => {
  const peer = await hostilePeer({
    greet: (socket) => socket.write('+OK\r\n:1\r\n'),
    answer: greeted((socket) => socket.write('$1\r\nx\r\n+more\r\n*1\r\n:1\r\n')),
  })
  const resource = opened(peer.server)
  await resource.started
  await resource.ask(['HGET', 'a', 'b'], 'n').catch(() => undefined)
  await resource.close()
  await eventually(() => expect(peer.open).toBe(0))
})

test('When its owner goes, a Redis that pours sees its connection closed at once', async () => {
  const peer = await hostilePeer({ answer: greeted((socket) => socket.write('$4000000\r\nabc')) })
  const resource = opened(peer.server, { query_timeout: '60s' })
  await resource.started
  const refused = expect(resource.ask(['HGET', 'a', 'b'], 'n')).rejects.toThrow()
  await resource.close()
  await refused
  await eventually(() => expect(peer.open).toBe(0))
})

for (const slots of [
  '*1\r\n*3\r\n:0\r\n:2000000000\r\n*2\r\n$1\r\na\r\n:1\r\n',
  '*1\r\n*-1\r\n',
  '*-1\r\n',
  '$-1\r\n',
]) {
  test(`A cluster that says ${JSON.stringify(slots)} of its nodes is not connected`, async () => {
    const peer = await hostilePeer({
      answer: (socket, asked) => {
        const isAsked = /slots/i.test(asked.toString('latin1'))
        socket.write(`${'+OK\r\n'.repeat(count(asked) - (isAsked ? 1 : 0))}${isAsked ? slots : ''}`)
      },
    })
    const resource = opened('', { redis_type: 'cluster', servers: peer.server })
    await resource.started
    expect(resource.status).toBe('disconnected')
    await resource.close()
    await eventually(() => expect(peer.open).toBe(0))
  })
}

for (const said of [
  '*2000000000\r\n',
  '*1\r\n*-1\r\n',
  '*2\r\n*0\r\n*0\r\n',
  '$-1\r\n',
  '>1\r\n+x\r\n',
  '+OK\r\n',
]) {
  test(`A sentinel that says ${JSON.stringify(said)} leads nowhere`, async () => {
    const peer = await hostilePeer({
      answer: (socket, asked) => socket.write(said.repeat(count(asked))),
    })
    const resource = opened('', { redis_type: 'sentinel', servers: peer.server, sentinel: 'm' })
    await resource.started
    expect(resource.status).toBe('disconnected')
    await resource.close()
    await eventually(() => expect(peer.open).toBe(0))
  })
}

test('What a Redis would answer for ever is not asked', async () => {
  const peer = await hostilePeer({ answer: greeted(() => undefined) })
  const resource = opened(peer.server)
  await expect(resource.ask(['PSUBSCRIBE', '*'], 'n')).rejects.toThrow('no question')
  await expect(resource.ask(['monitor'], 'n')).rejects.toThrow('no question')
})

test('A Redis that is late is left also by a second copy of this code in the process', async () => {
  const peer = await hostilePeer({ answer: greeted(() => undefined) })
  await opened(peer.server).started
  vi.resetModules()
  const second = await import('./redis-resource.ts')
  expect(second.openRedis).not.toBe(openRedis)
  const document = { redis_type: 'single', server: peer.server, query_timeout: '700ms' }
  const resource = second.openRedis(document, { clock: manualClock() })
  onTestFinished(() => resource.close())
  await resource.started
  await expect(resource.ask(['HGET', 'a', 'b'], 'n')).rejects.toThrow('timeout')
  await eventually(() => expect(peer.taken - peer.open).toBeGreaterThan(0))
})
