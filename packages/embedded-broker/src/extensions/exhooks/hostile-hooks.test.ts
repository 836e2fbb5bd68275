import { createServer, type ServerHttp2Stream } from 'node:http2'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { hostilePeer, pour } from '../../testing/hostile-peer.ts'
import { createTestBroker } from '../../testing/test-broker.ts'

/** Responds to each HTTP/2 call with the bytes that an attack writes. */
async function hostileHooks(attack: (stream: ServerHttp2Stream) => void): Promise<string> {
  const server = createServer()
  server.on('sessionError', () => undefined)
  server.on('stream', (stream) => {
    stream.on('error', () => undefined)
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' })
    attack(stream)
  })
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => sessions.add(session))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const session of sessions) session.destroy()
    server.close()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return `http://127.0.0.1:${address.port}`
}

/** Writes the chunk again and again as long as the stream accepts it. */
function flood(stream: ServerHttp2Stream, chunk: Buffer): void {
  const more = () => {
    while (!stream.destroyed && stream.write(chunk));
    if (!stream.destroyed) stream.once('drain', more)
  }
  more()
}

async function statusOf(url: string) {
  const broker = await createTestBroker()
  onTestFinished(() => broker.close())
  const hook = { name: 'near', url, request_timeout: '1s', auto_reconnect: false }
  await broker.ask('POST', '/exhooks', hook)
  const { body } = await broker.ask('GET', '/exhooks/near')
  // The broker still responds.
  expect(await broker.ask('GET', '/nodes')).toMatchObject({ status: 200 })
  return Object(body).node_status
}

const attacks: Readonly<Record<string, (stream: ServerHttp2Stream) => void>> = {
  'a message of 4 GB': (stream) => {
    stream.write(Buffer.from([0, 0xff, 0xff, 0xff, 0xff]))
    flood(stream, Buffer.alloc(65_536))
  },
  'messages without end': (stream) => flood(stream, Buffer.alloc(65_535)),
  'something compressed': (stream) => stream.end(Buffer.from([1, 0, 0, 0, 1, 0])),
  silence: () => undefined,
}

for (const [name, attack] of Object.entries(attacks)) {
  test(`A hook server that answers with ${name} is not connected`, async () => {
    expect(await statusOf(await hostileHooks(attack))).toContainEqual(
      expect.objectContaining({ status: 'disconnected' }),
    )
  })
}

test('A hook server that speaks no HTTP/2 is not connected, and let go', async () => {
  const peer = await hostilePeer({ greet: (socket) => pour(socket, Buffer.alloc(65_536, 0x41)) })
  expect(await statusOf(`http://${peer.server}`)).toContainEqual(
    expect.objectContaining({ status: 'disconnected' }),
  )
  await eventually(() => expect(peer.open).toBe(0))
})
