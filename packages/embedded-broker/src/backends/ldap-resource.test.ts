import type { Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../testing/eventually.ts'
import { hostilePeer, pour } from '../testing/hostile-peer.ts'
import { manualClock } from '../testing/manual-clock.ts'
import { openLdap } from './ldap-resource.ts'

function element(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const head = Buffer.alloc(6)
  head[0] = tag
  head[1] = 0x84
  head.writeUInt32BE(content.length, 2)
  return Buffer.concat([head, content])
}

/** A client's requests have short lengths, so the number follows the outer head. */
const idIn = (asked: Buffer) => {
  const at = (asked[1] ?? 0) < 0x80 ? 2 : 2 + ((asked[1] ?? 0) & 0x7f)
  return asked.subarray(at, at + 2 + (asked[at + 1] ?? 0))
}
const operationIn = (asked: Buffer) => {
  const at = (asked[1] ?? 0) < 0x80 ? 2 : 2 + ((asked[1] ?? 0) & 0x7f)
  return asked[at + 2 + (asked[at + 1] ?? 0)]
}
const success = Buffer.from([0x0a, 1, 0, 4, 0, 4, 0])
const answer = (asked: Buffer, tag: number, ...content: readonly Buffer[]) =>
  element(0x30, idIn(asked), element(tag, ...content))

type Attack = (socket: Socket, asked: Buffer) => void

/** Accepts every bind, and responds to the first search, which is a health check. */
function greeted(attack: Attack) {
  let searches = 0
  return (socket: Socket, asked: Buffer) => {
    const operation = operationIn(asked)
    if (operation === 0x60) socket.write(answer(asked, 0x61, success))
    else if (operation === 0x63 && searches++ === 0) socket.write(answer(asked, 0x65, success))
    else if (operation === 0x63) attack(socket, asked)
  }
}

const nested = (levels: number): Buffer => {
  let inner: Buffer = Buffer.alloc(0)
  for (let level = 0; level < levels; level++) inner = element(0x30, inner)
  return inner
}

const attacks: Readonly<Record<string, Attack>> = {
  'a message of 4 GB': (socket) => {
    socket.write(Buffer.from([0x30, 0x84, 0xff, 0xff, 0xff, 0xff]))
    pour(socket, Buffer.alloc(65_536))
  },
  'a message without a length': (socket) => socket.write(Buffer.from([0x30, 0x80, 2, 1, 1])),
  'parts that are longer than the whole': (socket, asked) =>
    socket.write(element(0x30, idIn(asked), Buffer.from([0x64, 0x7f, 4]))),
  '1,000 levels': (socket, asked) => socket.write(answer(asked, 0x64, nested(1000))),
  'entries without end': (socket, asked) =>
    pour(socket, answer(asked, 0x64, Buffer.from([4, 1, 0x61]), element(0x30))),
  'answers that nobody asked for': (socket) =>
    pour(socket, element(0x30, Buffer.from([2, 2, 0x70, 0]), element(0x65, success))),
  garbage: (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
  silence: () => undefined,
  'a half of it': (socket) => socket.end(Buffer.from([0x30, 0x20, 2])),
  'a reset in the middle': (socket) =>
    socket.write(Buffer.from([0x30, 0x20, 2]), () => socket.resetAndDestroy()),
}

const opened = (server: string) => {
  const document = {
    server,
    username: 'cn=a',
    password: 'p',
    query_timeout: '700ms',
    request_timeout: '800ms',
  }
  const resource = openLdap(document, { clock: manualClock() })
  onTestFinished(() => resource.close())
  return resource
}
const search = { search: { base: 'dc=x', filter: '(a=b)', attributes: ['c'] } }

for (const [name, attack] of Object.entries(attacks)) {
  test(`A directory that answers its greeting with ${name} is not connected, and let go`, async () => {
    const peer = await hostilePeer({ answer: attack })
    const resource = opened(peer.server)
    await resource.started
    expect(resource.status).toBe('disconnected')
    expect(resource.error).not.toBe('')
    await eventually(() => expect(peer.open).toBe(0))
  })

  test(`A directory that answers a search with ${name} is cut off`, async () => {
    const peer = await hostilePeer({ answer: greeted(attack) })
    const resource = opened(peer.server)
    await resource.started
    expect(resource.error).toBeUndefined()
    await expect(resource.ask(search, 'n')).rejects.toThrow()
    await eventually(() => expect(peer.open).toBe(0))
  })
}

test('When its owner goes, a directory that has not answered sees its connections closed', async () => {
  const peer = await hostilePeer({ answer: greeted(() => undefined) })
  const resource = opened(peer.server)
  await resource.started
  const refused = expect(resource.ask(search, 'n')).rejects.toThrow()
  await resource.close()
  await eventually(() => expect(peer.open).toBe(0))
  await refused
})
