import { createServer, type Socket } from 'node:net'
import { BSON } from 'mongodb'
import { onTestFinished } from 'vitest'

type Document = Readonly<Record<string, unknown>>
type Collections = Readonly<Record<string, Document[]>>

const message = 2013
const query = 2004
const reply = 1

const greeting = {
  ok: 1,
  isWritablePrimary: true,
  ismaster: true,
  maxBsonObjectSize: 16_777_216,
  maxMessageSizeBytes: 48_000_000,
  maxWriteBatchSize: 100_000,
  minWireVersion: 0,
  maxWireVersion: 21,
}

const namespaceOf = (asked: Document) => `${String(asked['$db'])}.${String(asked['find'] ?? asked['insert'])}`

/** Returns the documents of a section that holds only documents, as they are sent for an insert. */
function sequenceOf(section: Buffer): readonly Document[] {
  if (section.length < 5 || section[0] !== 1) return []
  const end = 1 + section.readInt32LE(1)
  const found: Document[] = []
  for (let at = section.indexOf(0, 5) + 1; at < end; at += section.readInt32LE(at))
    found.push(BSON.deserialize(section.subarray(at, at + section.readInt32LE(at))))
  return found
}

/** Responds to a request; the only supported filter is the equality of fields. */
function answerTo(asked: Document, collections: Collections, inserted: readonly Document[]): Document {
  if ('hello' in asked || 'ismaster' in asked || 'isMaster' in asked) return greeting
  if ('insert' in asked) {
    collections[namespaceOf(asked)]?.push(...inserted)
    return { ok: 1, n: inserted.length }
  }
  if (!('find' in asked)) return { ok: 1 }
  const wanted = Object.entries(Object(asked['filter']))
  const found = (collections[namespaceOf(asked)] ?? []).filter((one) =>
    wanted.every(([name, value]) => one[name] === value),
  )
  return { ok: 1, cursor: { id: BSON.Long.fromNumber(0), ns: namespaceOf(asked), firstBatch: found } }
}

function frame(operation: number, to: number, parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const header = Buffer.alloc(16)
  header.writeInt32LE(body.length + 16, 0)
  header.writeInt32LE(to, 8)
  header.writeInt32LE(operation, 12)
  return Buffer.concat([header, body])
}

function serve(socket: Socket, collections: Collections): void {
  let waiting = Buffer.alloc(0)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    waiting = Buffer.concat([waiting, Buffer.from(chunk)])
    while (waiting.length >= 16 && waiting.length >= waiting.readInt32LE(0)) {
      const one = waiting.subarray(0, waiting.readInt32LE(0))
      waiting = waiting.subarray(one.length)
      const [id, operation] = [one.readInt32LE(4), one.readInt32LE(12)]
      // The document follows flags and a kind of section, or flags, the name of a collection, and two numbers.
      const start = operation === query ? one.indexOf(0, 20) + 9 : 21
      const end = start + one.readInt32LE(start)
      const asked = BSON.deserialize(one.subarray(start, end))
      const written = Array.isArray(asked['documents']) ? asked['documents'] : sequenceOf(one.subarray(end))
      const answer = BSON.serialize(answerTo(asked, collections, written))
      if (operation === query) {
        const head = Buffer.alloc(20)
        head.writeInt32LE(1, 16)
        socket.write(frame(reply, id, [head, answer]))
      } else socket.write(frame(message, id, [Buffer.alloc(5), answer]))
    }
  })
}

/**
 * Starts a server that speaks the part of MongoDB's wire protocol that its client library needs for queries and
 * inserts: most machines have no package of MongoDB. Resolves with its address; the server ends with the test.
 */
export async function mongodbLikeServer(collections: Collections, wanted = 0): Promise<string> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    serve(socket, collections)
  })
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return `127.0.0.1:${address.port}`
}
