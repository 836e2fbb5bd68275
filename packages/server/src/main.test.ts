import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import http, { createServer } from 'node:http'
import https from 'node:https'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openJournalStore } from '@brokerdeck/embedded-broker/storage/journal-store.ts'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { bundleCommand, makeDataDir, runCommand, startCommand } from '#testing/command.ts'
import { deadUpstream, startUpstream } from '#testing/upstream-fixture.ts'

let command: Awaited<ReturnType<typeof bundleCommand>>

beforeAll(async () => {
  command = await bundleCommand()
})
afterAll(() => command.remove())

const freePorts = ['--port=0', '--mqtt-port=0', '--ws-port=0']

async function embedded(...argv: string[]) {
  const dataDir = argv.some((arg) => arg.startsWith('--data-dir')) ? [] : ['--data-dir', await makeDataDir()]
  return startCommand(command.file, [...freePorts, '--nodes=1', '--no-sample-fleet', ...dataDir, ...argv])
}

async function signIn(url: string, password: string): Promise<{ status: number; token: string }> {
  const body = JSON.stringify({ username: 'admin', password })
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${url}api/v5/login`, { method: 'POST', headers, body })
  const text = await answer.text()
  return { status: answer.status, token: answer.ok ? JSON.parse(text).token : '' }
}

async function takePort(): Promise<number> {
  const server = createServer()
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

describe('it says in one line what is wrong, and ends with 2', () => {
  const isOneLine = /^brokerdeck: [^\n]+\n$/

  it('for a wrong option', async () => {
    const { code, out, err } = await runCommand(command.file, ['--prot', '1'])
    expect([code, out]).toEqual([2, ''])
    expect(err).toBe('brokerdeck: unknown option --prot; see --help\n')
  })

  it('for a taken port, of the console and of MQTT', async () => {
    const port = String(await takePort())
    const common = ['--data-dir', await makeDataDir(), '--no-sample-fleet', '--nodes=1']
    const console = await runCommand(command.file, [...freePorts, ...common, '--port', port])
    const mqtt = await runCommand(command.file, [...freePorts, ...common, '--mqtt-port', port])
    const webSocket = await runCommand(command.file, [...freePorts, ...common, '--ws-port', port])
    const found = [console, mqtt, webSocket].map(({ code, err }) => [
      code,
      isOneLine.test(err),
      err.split(' ').at(-1),
    ])
    expect(found).toEqual([
      [2, true, '--port\n'],
      [2, true, '--mqtt-port\n'],
      [2, true, '--ws-port\n'],
    ])
    expect(console.err).toContain(`port ${port} on 127.0.0.1 is taken`)
  })

  // A name with an empty part is invalid for every resolver, so no DNS request is sent.
  it.each(['192.0.2.1', 'no..name'])('for %s, which is not of this machine', async (host) => {
    const { code, err } = await runCommand(command.file, [
      '--broker=http://127.0.0.1:1',
      `--host=${host}`,
      '--port=0',
    ])
    expect(code).toBe(2)
    expect(err).toMatch(isOneLine)
  })

  it('for a record in the data directory that it cannot read, whose secret it does not print', async () => {
    const dataDir = await makeDataDir()
    const store = await openJournalStore(dataDir)
    await store.put('config', 'authentication', [{ mechanism: 'x', password: 'hunTer2-planted' }])
    await store.close()
    const { code, out, err } = await runCommand(command.file, [...freePorts, '--data-dir', dataDir])
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(isOneLine)
    expect(err).toContain('config record "authentication"')
    expect(err).not.toContain('hunTer2')
  })

  it('for a --broker that is something else', async () => {
    const url = await startUpstream((_request, response) => response.end('<html>hello</html>'))
    const { code, err } = await runCommand(command.file, ['--port=0', '--broker', url.href])
    expect(code).toBe(2)
    expect(err).toMatch(isOneLine)
    expect(err).toContain('is not an EMQX 5 API')
  })

  it('for the default password where others can reach it, and lets itself be mended', async () => {
    const common = [
      ...freePorts,
      '--nodes=1',
      '--no-sample-fleet',
      '--host=0.0.0.0',
      '--data-dir',
      await makeDataDir(),
    ]
    const { code, err } = await runCommand(command.file, common)
    expect(code).toBe(2)
    expect(err).toMatch(isOneLine)
    expect(err).toContain('--admin-password')
    const mended = await startCommand(command.file, [...common, '--admin-password=Deck-1234'])
    expect((await signIn(mended.url, 'public')).status).toBe(401)
    expect((await signIn(mended.url, 'Deck-1234')).status).toBe(200)
  })
})

it('listens where a name leads, console and MQTT alike', async () => {
  const { url, out } = await embedded('--host=localhost')
  expect(url).toMatch(/^http:\/\/(?:127\.0\.0\.1|\[::1\]):\d+\/$/)
  expect(out).toMatch(/mqtt:\/\/(?:127\.0\.0\.1|\[::1\]):\d+/)
  const { port } = new URL(url)
  expect((await fetch(`http://localhost:${port}/version`)).status).toBe(200)
})

it('prints its version and its options', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(await runCommand(command.file, ['--version'])).toEqual({ code: 0, out: `${version}\n`, err: '' })
  const help = await runCommand(command.file, ['--help'])
  expect(help.code).toBe(0)
  expect(help.out).toContain('--insecure-upstream-tls')
})

it('starts for a cluster that is not there yet, and passes it on once it is', async () => {
  const url = await deadUpstream()
  const { url: console, out } = await startCommand(command.file, ['--port=0', '--broker', url.href])
  expect(out).toContain('cannot be reached: connection refused')
  expect((await fetch(`${console}api/v5/status`)).status).toBe(502)
  const cluster = createServer((_request, response) => response.end('emqx is running'))
  onTestFinished(() => {
    cluster.closeAllConnections()
    cluster.close()
  })
  await new Promise<void>((resolve) => cluster.listen(Number(url.port), '127.0.0.1', resolve))
  expect(await (await fetch(`${console}api/v5/status`)).text()).toBe('emqx is running')
})

describe('with the embedded broker', () => {
  it('serves console, API and MQTT over WebSocket, ids with slashes included', async () => {
    const { url, out } = await embedded('--base-path=/a/b/')
    expect(out).toContain('user admin, password public')
    expect(await (await fetch(url)).text()).toContain('&quot;mode&quot;:&quot;embedded&quot;')
    const client = await connectAsync(`${url.replace('http', 'ws')}mqtt`, {
      clientId: 'a/b#',
      protocolVersion: 5,
    })
    onTestFinished(() => void client.end(true))
    const { token } = await signIn(url, 'public')
    const headers = { authorization: `Bearer ${token}` }
    const found = await fetch(`${url}api/v5/clients/a%2Fb%23`, { headers })
    expect([found.status, await found.json()]).toMatchObject([200, { clientid: 'a/b#', connected: true }])
    const kicked = new Promise((resolve) => client.once('close', () => resolve('closed')))
    const kick = await fetch(`${url}api/v5/clients/a%2Fb%23`, { method: 'DELETE', headers })
    expect([kick.status, await kicked]).toEqual([204, 'closed'])
  })

  it('refuses writes with --read-only, but lets sign in', async () => {
    const { url, out } = await embedded('--read-only')
    expect(out).toContain('Writes    refused')
    const { status, token } = await signIn(url, 'public')
    expect(status).toBe(200)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ topic: 't', payload: 'p' })
    const refused = await fetch(`${url}api/v5/publish`, { method: 'POST', headers, body })
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'READ_ONLY' }])
    expect((await fetch(`${url}api/v5/clients`, { headers })).status).toBe(200)
  })

  it.each(['SIGTERM', 'SIGINT'] as const)(
    'ends at %s within five seconds, whoever is connected, and keeps its state',
    async (signal) => {
      const dataDir = await makeDataDir()
      const first = await embedded('--data-dir', dataDir)
      const { token } = await signIn(first.url, 'public')
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const body = JSON.stringify({ username: 'ann', password: 'Deck-1234', description: '' })
      await fetch(`${first.url}api/v5/users`, { method: 'POST', headers, body })
      const client = await connectAsync(`${first.url.replace('http', 'ws')}mqtt`, { reconnectPeriod: 0 })
      onTestFinished(() => void client.end(true))
      const { port } = new URL(first.url)
      const halfSent = http.request({
        port,
        method: 'POST',
        path: '/api/v5/users',
        headers: { ...headers, 'content-length': 9 },
      })
      halfSent.on('error', () => halfSent.destroy())
      halfSent.write('{')
      first.process.kill(signal)
      const { code, err } = await first.ended
      expect([code, err]).toEqual([0, ''])
      const second = await embedded('--data-dir', dataDir)
      const again = await signIn(second.url, 'public')
      const users = await fetch(`${second.url}api/v5/users`, {
        headers: { authorization: `Bearer ${again.token}` },
      })
      expect(await users.json()).toContainEqual(expect.objectContaining({ username: 'ann' }))
    },
  )
})

it('goes on when whoever read what it prints has left', async () => {
  const { process, url } = await embedded('--access-log=text')
  process.stdout?.destroy()
  process.stderr?.destroy()
  for (let request = 0; request < 3; request += 1) expect((await fetch(`${url}version`)).status).toBe(200)
  expect(process.exitCode).toBeNull()
})

it('starts with TLS, and prints an address that says so', async () => {
  const dir = await makeDataDir()
  const files = [join(dir, 'cert.pem'), join(dir, 'key.pem')] as const
  const subject = '-subj /CN=localhost -addext subjectAltName=IP:127.0.0.1'
  const options = `req -x509 -newkey rsa:2048 -nodes -days 1 ${subject} -out ${files[0]} -keyout ${files[1]}`
  await promisify(execFile)('openssl', options.split(' '))
  const { url } = await embedded(`--tls-cert=${files[0]}`, `--tls-key=${files[1]}`)
  expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/$/)
  const ca = readFileSync(files[0])
  const status = await new Promise((resolve, reject) =>
    https.get(`${url}version`, { ca }, (answer) => resolve(answer.statusCode)).once('error', reject),
  )
  expect(status).toBe(200)
})

describe('check', () => {
  it('takes the password from standard input or the environment', async () => {
    const { url } = await embedded()
    const argv = ['check', '--broker', url, '--user', 'admin']
    const typed = await runCommand(command.file, argv, { input: 'public\n' })
    expect([typed.code, typed.err]).toEqual([0, ''])
    const environment = { BROKERDECK_PASSWORD: 'wrong' }
    expect((await runCommand(command.file, argv, { environment })).code).toBe(1)
    const missing = await runCommand(command.file, argv)
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('needs a password')])
  })

  it('takes an API key from a file, and asks for no password', async () => {
    const { url } = await embedded()
    const { token } = await signIn(url, 'public')
    const answer = await fetch(`${url}api/v5/api_key`, {
      method: 'POST',
      body: JSON.stringify({ name: 'check', enable: true, desc: '' }),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    })
    const made = await answer.json()
    const file = join(await makeDataDir(), 'key')
    await writeFile(file, `${made.api_key}:${made.api_secret}\n`, { mode: 0o600 })
    const { code, out, err } = await runCommand(command.file, ['check', '--broker', url, '--key-file', file])
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/GET \/users +401 +not open to API keys\n/)
    expect(out).not.toContain(made.api_secret)
  })
})

describe('health', () => {
  it('judges a broker in English, whatever the machine speaks, and signs out', async () => {
    const { url } = await embedded()
    const argv = ['health', '--broker', url, '--user', 'admin', '--for=0']
    const environment = { BROKERDECK_PASSWORD: 'public', LC_ALL: 'zh_CN.UTF-8', LANG: 'zh_CN.UTF-8' }
    const { code, out, err } = await runCommand(command.file, argv, { environment })
    expect([code, err]).toEqual([1, ''])
    expect(out).toMatch(/^CRITICAL +default-password +Default password: admin still has/m)
    expect(out).toMatch(/^OK +nodes +Nodes: /m)
    expect(out).not.toMatch(/\p{Script=Han}|\p{Cc}(?<!\n)/u)
    const one = await runCommand(command.file, [...argv, '--check', 'nodes', '--json'], { environment })
    expect([one.code, JSON.parse(one.out).worst]).toEqual([0, 'ok'])
  })
})
