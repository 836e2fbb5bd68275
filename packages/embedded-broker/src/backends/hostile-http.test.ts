import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { hostilePeer, pour } from '../testing/hostile-peer.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { openHttp } from './http-resource.ts'

const head = 'HTTP/1.1 200 OK\r\n'
const chunked = `${head}transfer-encoding: chunked\r\n\r\n`

/** Influx, ClickHouse, authenticators, sources, and keys by URL all send their requests through this resource. */
const attacks: Readonly<Record<string, (socket: Socket) => void>> = {
  'a body without end': (socket) => {
    socket.write(`${head}\r\n`)
    pour(socket, Buffer.alloc(65_536, 0x41))
  },
  'chunks without end': (socket) => {
    socket.write(chunked)
    pour(socket, Buffer.from('1\r\na\r\n'.repeat(1000)))
  },
  'a chunk of 2^60 bytes': (socket) => {
    socket.write(`${chunked}fffffffffffffff\r\n`)
    pour(socket, Buffer.alloc(65_536, 0x41))
  },
  'an extension without end': (socket) => {
    socket.write(`${chunked}1;`)
    pour(socket, Buffer.alloc(65_536, 0x41))
  },
  'headers without end': (socket) => {
    socket.write(head)
    pour(socket, Buffer.from('a: b\r\n'.repeat(1000)))
  },
  'more to come, without end': (socket) =>
    pour(socket, Buffer.from('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1000))),
  'trailers without end': (socket) => {
    socket.write(`${chunked}0\r\n`)
    pour(socket, Buffer.from('a: b\r\n'.repeat(1000)))
  },
  'another protocol': (socket) =>
    socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'),
  garbage: (socket) => socket.write(Buffer.alloc(1000, 0xff)),
  silence: () => undefined,
  'a byte now and then': (socket) => {
    const timer = setInterval(() => socket.write('H'), 20)
    socket.on('close', () => clearInterval(timer))
  },
  'a half of it': (socket) => socket.end(`${head}content-length: 100\r\n\r\nabc`),
  'a reset in the middle': (socket) =>
    socket.write(`${head}content-length: 9\r\n\r\na`, () => socket.resetAndDestroy()),
}

const ask = { method: 'GET', path: '/', headers: {}, body: undefined } as const

for (const [name, attack] of Object.entries(attacks)) {
  test(`A service that answers with ${name} has not answered, and is cut off`, async () => {
    const peer = await hostilePeer({ answer: attack })
    const document = { url: `http://${peer.server}`, pool_size: 2, request_timeout: '700ms' }
    const resource = openHttp(document, { clock: manualClock() })
    onTestFinished(() => resource.close())
    await expect(resource.ask(ask, 'n')).rejects.toThrow()
    await eventually(() => expect(peer.open).toBe(0))
  })
}

test('When its owner goes, a service that has not answered sees its connections closed', async () => {
  const peer = await hostilePeer({})
  const document = { url: `http://${peer.server}`, pool_size: 2, request_timeout: '60s' }
  const resource = openHttp(document, { clock: manualClock() })
  await resource.started
  const refused = expect(resource.ask(ask, 'n')).rejects.toThrow()
  await eventually(() => expect(peer.open).toBe(1))
  await resource.close()
  await eventually(() => expect(peer.open).toBe(0))
  await refused
})
