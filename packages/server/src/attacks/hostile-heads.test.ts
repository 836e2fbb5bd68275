import { once } from 'node:events'
import net from 'node:net'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundleCommand, makeDataDir, type RunningCommand, startCommand } from '#testing/command.ts'
import { rawExchange } from '#testing/raw-exchange.ts'
import { startUpstream } from '#testing/upstream-fixture.ts'

let command: Awaited<ReturnType<typeof bundleCommand>>

beforeAll(async () => {
  command = await bundleCommand()
})
afterAll(() => command.remove())

const targets = [
  '//',
  '///',
  '//[',
  '/\\',
  '/\\\\',
  'http://',
  'http://[::',
  'http://:99999/',
  '//:99999/mqtt',
  '*',
  '/',
  '/mqtt',
  '/mqtt?node=%',
  '/mqtt?node=%zz',
  '/api/v5/nodes',
  '/api/v5//',
  '/api/v5/%zz',
  '/%',
  '/%ff',
  '/..//..',
  '?',
  '?/mqtt',
  '#',
  '\u00ff',
  '/\u00ff\u00fe',
  'mqtt',
  '/mqtt#',
  '/mqtt;x',
  'a:b',
  '/api/v5/clients/%00',
]
const upgrade = ['Connection: Upgrade', 'Upgrade: websocket']
const keys = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']
const headers = [
  ...upgrade,
  ...keys,
  'Sec-WebSocket-Protocol: mqtt',
  'Sec-WebSocket-Key: x',
  'Upgrade: h2c',
  'Origin: http://[',
  'Origin: null',
  'Origin: http://localhost',
  'Host: [',
  'Host: :',
  'Host: a@b',
  'Host:',
  'Host: evil.example',
  'X-Forwarded-For: ,,',
  'X-Forwarded-For: %',
  'X-Forwarded-Port: -1',
  'Expect: x',
  'Content-Length: 5',
  'Transfer-Encoding: chunked',
  'Connection: host, upgrade, sec-websocket-key',
  'Accept: application/json',
  'X-Page-Origin: //',
  'Accept-Encoding: br;q=x, *',
  '__proto__: x',
  'Cookie: \u00ff',
]

const heads = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'POST', 'CONNECT', 'OPTIONS', 'HEAD', 'PRI', 'get', ''),
    target: fc.oneof(
      { arbitrary: fc.constantFrom(...targets), weight: 4 },
      { arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 20 }), weight: 1 },
    ),
    version: fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'RTSP/1.0', ''),
    isUpgrade: fc.boolean(),
    more: fc.array(
      fc.oneof(
        { arbitrary: fc.constantFrom(...headers), weight: 9 },
        { arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 30 }), weight: 1 },
      ),
      {
        maxLength: 4,
      },
    ),
    rest: fc.constantFrom('', '\u0000', '\u0010\u0000', '\u0081\u00ff\u00ff', 'GET // HTTP/1.1\r\n\r\n'),
  })
  .map(({ method, target, version, isUpgrade, more, rest }) => {
    const lines = ['Host: localhost', ...(isUpgrade ? [...upgrade, ...keys] : []), ...more]
    return `${method} ${target} ${version}\r\n${lines.join('\r\n')}\r\n\r\n${rest}`
  })

/** Sends the heads a few at a time: thousands at once would only measure how long a socket waits to be closed. */
async function throwAt(address: string, all: readonly string[]): Promise<void> {
  const { hostname, port } = new URL(address)
  const left = [...all]
  const throwOn = async () => {
    for (let head = left.pop(); head !== undefined; head = left.pop()) {
      const socket = net.connect(Number(port), hostname)
      socket.on('error', () => socket.destroy())
      socket.setTimeout(30, () => socket.destroy())
      socket.resume()
      socket.write(Buffer.from(head, 'latin1'))
      await once(socket, 'close')
    }
  }
  await Promise.all(Array.from({ length: 20 }, throwOn))
}

async function expectAlive(console: RunningCommand): Promise<void> {
  expect((await fetch(`${console.url}version`)).status).toBe(200)
  expect(console.process.exitCode).toBeNull()
  console.process.kill('SIGTERM')
  const { code, err } = await console.ended
  expect([code, err]).toEqual([0, ''])
}

async function expectAnswers(url: string): Promise<void> {
  for (const target of ['//', '///', '//[', '/\\', 'http://', 'http://[::', 'http://:99999/'])
    for (const more of [[], upgrade, [...upgrade, ...keys]]) {
      const head = [`GET ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...more]
      const answer = await rawExchange(url, `${head.join('\r\n')}\r\n\r\n`)
      expect(answer, `${target} ${more.length}`).toMatch(/^HTTP\/1\.1 40[04] /)
    }
}

const samples = () => fc.sample(heads, 1500)

it('no head of a request ends the command with the embedded broker, at any of its doors', async () => {
  const options = ['--port=0', '--mqtt-port=0', '--ws-port=0', '--nodes=1', '--no-sample-fleet']
  const console = await startCommand(command.file, [...options, '--data-dir', await makeDataDir()])
  await expectAnswers(console.url)
  await throwAt(console.url, samples())
  for (const door of [/mqtt:\/\/[\d.:]+/, /ws:\/\/[\d.:]+/]) {
    const [found = ''] = door.exec(console.out) ?? []
    await throwAt(found.replace(/^\w+/, 'http'), samples())
  }
  await expectAlive(console)
}, 60_000)

it('no head of a request ends the command before a cluster, nor does what the cluster answers', async () => {
  const answers = [
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-X: \u00ff\r\n\r\n\u0000',
    'HTTP/1.1 101 \r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
    'HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n',
    'HTTP/1.1 999 \u00ff\r\nX: \u00ff\r\n\r\n',
    'HTTP/1.1 204 No\r\nContent-Length: 5\r\n\r\nhello',
    '',
  ]
  let asked = 0
  const url = await startUpstream((request, response) => {
    asked += 1
    // The first request checks whether the upstream is an EMQX.
    if (asked === 1) return response.writeHead(401).end('{"code":"BAD_TOKEN","message":"x"}')
    return request.socket.end(Buffer.from(answers[asked % answers.length] ?? '', 'latin1'))
  })
  const webSocket = url.href.replace('http', 'ws')
  const options = ['--port=0', '--broker', url.href, '--broker-ws', webSocket]
  const console = await startCommand(command.file, options)
  await expectAnswers(console.url)
  // Few of the random heads reach the cluster; with these heads each of its responses arrives by both ways.
  for (const _ of [...answers, ...answers])
    for (const head of [
      'GET /api/v5/nodes HTTP/1.1',
      `GET /mqtt HTTP/1.1\r\n${[...upgrade, ...keys].join('\r\n')}`,
    ])
      await rawExchange(console.url, `${head}\r\nHost: localhost\r\n\r\n`, 100)
  await throwAt(console.url, samples())
  expect(asked).toBeGreaterThan(answers.length)
  await expectAlive(console)
}, 60_000)
