import type { Socket } from 'node:net'
import { BSON } from 'mongodb'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { hostilePeer, pour } from '../testing/hostile-peer.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { openMongodb } from './mongodb-resource.ts'

const settings = (server: string, timeout = '1s') => ({
  mongo_type: 'single',
  server,
  database: 'mqtt',
  pool_size: 2,
  topology: {
    connect_timeout_ms: '2s',
    server_selection_timeout_ms: '500ms',
    socket_timeout_ms: timeout,
  },
})

function frame(operation: number, asked: Buffer, body: Buffer, length = body.length + 16): Buffer {
  const head = Buffer.alloc(16)
  head.writeInt32LE(length, 0)
  head.writeInt32LE(asked.readInt32LE(4), 8)
  head.writeInt32LE(operation, 12)
  return Buffer.concat([head, body])
}

function reply(asked: Buffer, count: number, documents = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(20)
  head.writeInt32LE(count, 16)
  return frame(1, asked, Buffer.concat([head, documents]))
}

const message = (asked: Buffer, document: Uint8Array) =>
  frame(2013, asked, Buffer.concat([Buffer.alloc(5), document]))

const greeting = BSON.serialize({
  ok: 1,
  isWritablePrimary: true,
  ismaster: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  minWireVersion: 0,
  maxWireVersion: 21,
})
const isOld = (asked: Buffer) => asked.readInt32LE(12) === 2004
const isGreeting = (asked: Buffer) => isOld(asked) || /hello|ismaster/i.test(asked.toString('latin1', 0, 60))

function greeted(attack: (socket: Socket, asked: Buffer) => void) {
  return (socket: Socket, asked: Buffer) => {
    if (isOld(asked)) socket.write(reply(asked, 1, Buffer.from(greeting)))
    else if (isGreeting(asked)) socket.write(message(asked, greeting))
    else attack(socket, asked)
  }
}

/** The document is built by hand, because the library does not nest so deeply. */
function nested(levels: number): Buffer {
  const bytes = Buffer.alloc(5 + levels * 8)
  for (let level = 0; level < levels; level++) {
    bytes.writeInt32LE(5 + (levels - level) * 8, level * 7)
    bytes.write('\x03a\0', level * 7 + 4, 'latin1')
  }
  bytes.writeInt32LE(5, levels * 7)
  return bytes
}

const attacks: Readonly<Record<string, (socket: Socket, asked: Buffer) => void>> = {
  'a count without documents': (socket, asked) => socket.write(reply(asked, 0x7fffffff)),
  'a negative count': (socket, asked) => socket.write(reply(asked, -1)),
  'a section that goes back': (socket, asked) => {
    const document = Buffer.alloc(8)
    document.writeInt32LE(-1)
    socket.write(message(asked, document))
  },
  'a length of 2 GB': (socket, asked) => {
    socket.write(frame(2013, asked, Buffer.alloc(0), 0x7fffffff))
    pour(socket, Buffer.alloc(65_536))
  },
  'a length of nothing': (socket, asked) => socket.write(frame(2013, asked, Buffer.alloc(64), 0)),
  'a negative length': (socket, asked) => socket.write(frame(2013, asked, Buffer.alloc(64), -5)),
  '100,000 levels': (socket, asked) => socket.write(message(asked, nested(100_000))),
  'a document that is longer than it says': (socket, asked) =>
    socket.write(message(asked, Buffer.concat([greeting, greeting]))),
  'something compressed': (socket, asked) => socket.write(frame(2012, asked, Buffer.alloc(64))),
  'a list of 300,000 numbers': (socket, asked) =>
    socket.write(message(asked, BSON.serialize({ ok: 1, list: new Array(300_000).fill(1) }))),
  garbage: (socket) => socket.write(Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')),
  'bytes without end': (socket) => pour(socket, Buffer.alloc(65_536, 0x41)),
  'a reset in the middle': (socket, asked) => {
    socket.write(message(asked, greeting).subarray(0, 30), () => socket.resetAndDestroy())
  },
}

const opened = (server: string, timeout?: string) => {
  const resource = openMongodb(settings(server, timeout), { clock: manualClock() })
  onTestFinished(() => resource.close())
  return resource
}

for (const [name, attack] of Object.entries(attacks)) {
  test(`A MongoDB that answers its greeting with ${name} is not connected, and let go`, async () => {
    const peer = await hostilePeer({ answer: attack })
    const resource = opened(peer.server)
    await resource.started
    expect(resource.status).toBe('disconnected')
    expect(resource.error).not.toBe('')
    await resource.close()
    await eventually(() => expect(peer.open).toBe(0))
  })

  test(`A MongoDB that answers a question with ${name} has not answered`, async () => {
    let isTurned = false
    const peer = await hostilePeer({
      answer: greeted((socket, asked) => {
        if (isTurned) attack(socket, asked)
        else socket.write(message(asked, BSON.serialize({ ok: 1 })))
      }),
    })
    const resource = opened(peer.server)
    await resource.started
    expect(resource.status).toBe('connected')
    isTurned = true
    await expect(resource.ask({ collection: 'c', filter: {} }, 'n')).rejects.toThrow()
    await resource.check()
    expect(resource.status).toBe('disconnected')
    await resource.close()
    await eventually(() => expect(peer.open).toBe(0))
  })
}

const batch = (name: string, documents: readonly object[]) =>
  BSON.serialize({
    ok: 1,
    cursor: { id: BSON.Long.fromNumber(7), ns: 'mqtt.c', [name]: documents },
  })

/** Responds to a find with its first batch, and there are always more batches. */
async function endless(documents: readonly object[]) {
  let asks = 0
  const peer = await hostilePeer({
    answer: greeted((socket, asked) => {
      const text = asked.toString('latin1')
      if (text.includes('getMore')) {
        asks++
        socket.write(message(asked, batch('nextBatch', documents)))
      } else if (text.includes('find')) socket.write(message(asked, batch('firstBatch', documents)))
      else socket.write(message(asked, BSON.serialize({ ok: 1 })))
    }),
  })
  return { peer, asks: () => asks }
}

test('A MongoDB that always has more is asked for 16 MB, and no further', async () => {
  const { peer, asks } = await endless([{ text: 'x'.repeat(1_048_576) }])
  const resource = opened(peer.server, '60s')
  await expect(resource.ask({ collection: 'c', filter: {} }, 'n')).rejects.toThrow('too large')
  expect(asks()).toBeLessThan(20)
})

test('A MongoDB that always has more, and nothing in it, is not asked again and again', async () => {
  const { peer, asks } = await endless([])
  const resource = opened(peer.server)
  expect(await resource.ask({ collection: 'c', filter: {} }, 'n')).toEqual([])
  expect(asks()).toBeLessThan(2)
})

test('A MongoDB that wants two thousand million rounds of hashing is refused', async () => {
  const peer = await hostilePeer({
    answer: greeted((socket, asked) => {
      const nonce = /r=([^\0,]+)/.exec(asked.toString('latin1'))?.[1] ?? ''
      const payload = new BSON.Binary(Buffer.from(`r=${nonce}x,s=c2FsdA==,i=2000000000`))
      socket.write(message(asked, BSON.serialize({ ok: 1, conversationId: 1, done: false, payload })))
    }),
  })
  const asked = { ...settings(peer.server), username: 'u', password: 'p' }
  const resource = openMongodb(asked, { clock: manualClock() })
  onTestFinished(() => resource.close())
  await resource.started
  expect(resource.error).toContain('2000000000 rounds of hashing')
})

test('A MongoDB that does not answer in time is asked by another connection', async () => {
  const peer = await hostilePeer({
    answer: greeted((socket, asked) => {
      if (!asked.toString('latin1').includes('find')) socket.write(message(asked, BSON.serialize({ ok: 1 })))
    }),
  })
  const resource = opened(peer.server)
  await resource.started
  await expect(resource.ask({ collection: 'c', filter: {} }, 'n')).rejects.toThrow()
  await eventually(() => expect(peer.taken - peer.open).toBeGreaterThan(0))
})

test('When its owner goes, a MongoDB that has not answered sees its connections closed', async () => {
  const peer = await hostilePeer({ answer: greeted(() => undefined) })
  const resource = opened(peer.server)
  await eventually(() => expect(peer.open).toBeGreaterThan(0))
  const asking = resource.ask({ collection: 'c', filter: {} }, 'n')
  const refused = expect(asking).rejects.toThrow()
  await resource.close()
  await eventually(() => expect(peer.open).toBe(0))
  await refused
})
