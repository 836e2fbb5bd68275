import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '#command/run.ts'
import { parseOptions } from '#options/options.ts'
import { makeAuditPath } from '#testing/audited-app.ts'
import { bundleCommand, makeDataDir, type RunningCommand, startCommand } from '#testing/command.ts'
import { configFile } from '#testing/config-file.ts'
import { rawExchange } from '#testing/raw-exchange.ts'
import { deadUpstream } from '#testing/upstream-fixture.ts'

/**
 * A secret that is used wherever a secret may stand by right or by mistake; no message, response or log may repeat
 * it.
 */
const secret = 'hunTer2-planted'

/** Returns the text of both outputs of the command together, and its exit code; a server is not started. */
async function say(argv: readonly string[], environment: Readonly<Record<string, string>> = {}) {
  let text = ''
  const print = (piece: string) => {
    text += piece
  }
  const code = await run(argv, {
    version: '1.2.3',
    consoleDir: '/nowhere',
    input: new PassThrough(),
    environment,
    out: print,
    err: print,
    print: async (piece) => print(piece),
    openSource: () => Promise.reject(new Error('it was about to listen')),
    check: () => Promise.reject(new Error('it was about to ask')),
    health: () => Promise.reject(new Error('it was about to look')),
    hasColours: false,
    untilStopped: () => Promise.resolve(),
  })
  return { code, text }
}

/** Expects exit code 2 and one line that names the place, but not the secret. */
async function expectDiscreet(place: string, argv: readonly string[], environment?: Record<string, string>) {
  const { code, text } = await say(argv, environment)
  expect([code, text]).toEqual([2, expect.stringMatching(/^brokerdeck: [^\n]+\n$/)])
  expect(text).toContain(place)
  expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
}

describe('a file that is wrong beside a secret is refused with its line, in words of our own', () => {
  it.each([
    `port: 1\nadmin-password:${secret}\n`,
    `port: 1\nadmin-password ${secret}: x\n`,
    `port: 1\nadmin-password ${secret}:\n`,
    `port: 1\n${secret}\n`,
    `port: 1\n? ${secret}\n`,
    `port: 1\nadmin-password: x\n  ${secret}: y\n`,
    `port: 1\nadmin-password: x: ${secret}\n`,
    `port: 1\nadmin-password: "${secret}\n`,
    `port: 1\nadmin-password: '${secret}' ${secret}\n`,
    `port: 1\nadmin-password: "x" ${secret}\n`,
    `port: 1\nadmin-password: "\\q${secret}"\n`,
    `port: 1\nadmin-password: *${secret}\n`,
    `port: 1\nadmin-password: &${secret}\n`,
    `port: 1\nadmin-password: !${secret} [x]\n`,
    `port: 1\nadmin-password: |${secret}\n`,
    `port: 1\nadmin-password: >${secret}\n`,
    `port: 1\nadmin-password: @${secret}\n`,
    `port: 1\nadmin-password: [${secret}]\n`,
    `port: 1\nadmin-password: [${secret}\n`,
    `port: 1\nadmin-password: {${secret}: 1}\n`,
    `port: 1\nadmin-password: ${secret}\nadmin-password: ${secret}\n`,
    `port: 1\n\tadmin-password: ${secret}\n`,
    `port: 1\n%${secret}\n`,
    `port: 1\n- ${secret}\n`,
    `port: 1\n---\nadmin-password: ${secret}\n`,
    `{"port": 1,\n"admin-password" "${secret}"}`,
    `{"port": 1,\n"admin-password": "${secret}"`,
    `{"port": 1,\n"admin-password": x, ${secret}}`,
    `{"port": 1,\nadmin-password:${secret}}`,
    `port: 1\nclusters: { a: { broker: "http://a", ${secret} } }\n`,
    `port: 1\nclusters: { a: ${secret} }\n`,
    `port: 1\nbroker: http://user:${secret}@host\n`,
  ])('%j', async (yaml) => {
    const path = await configFile(yaml)
    await expectDiscreet(`${path}:`, ['--config', path])
  })

  it('says the line of a name that it does not know, and the name where it looks like one', async () => {
    const path = await configFile(`admin-password: ${secret}\nprot: 1\n`)
    await expectDiscreet(`${path}:2: unknown option "prot"`, ['config', '--config', path])
  })

  it.each(['[', '{a: ', '- ', '? '])('however deep it is: %j', async (piece) => {
    const path = await configFile(`admin-password: ${secret}\nport: ${piece.repeat(20_000)}`)
    await expectDiscreet(path, ['--config', path])
  })
})

it.each(['0123', '0x10', '1e3', '12345678901234567890', 'true', '1.50'])(
  'takes the password %s of a file as it is written, and shows asterisks',
  async (password) => {
    const path = await configFile(`admin-password: ${password}\n`)
    expect(parseOptions(['--config', path])).toMatchObject({
      options: { source: { adminPassword: password } },
    })
    const { code, text } = await say(['config', '--config', path])
    expect([code, text]).toEqual([0, expect.stringMatching(/^admin-password: \*{6} /m)])
  },
)

const keyDir = mkdtempSync(join(tmpdir(), 'brokerdeck-key-'))
const keyFile = join(keyDir, 'key')
writeFileSync(keyFile, `key:${secret}`, { mode: 0o600 })
afterAll(() => rmSync(keyDir, { recursive: true }))

const anyFile = fileURLToPath(import.meta.url)
const pem = `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----\n`

describe('a secret in the place of another value is not repeated', () => {
  const values: readonly (readonly [string, string])[] = [
    ...[
      `http://user:${secret}@host`,
      `http://user:${secret}@host:99999`,
      `http://user:a ${secret}@host`,
      `http://user:a,${secret}@host`,
      `http://user:${secret},a@host`,
      `http://user:1#${secret}@host`,
      `http://user:1/${secret}@host,ftp://x`,
      `user:${secret}@host`,
      `ftp://user:${secret}@host`,
      `http://host/?token=${secret}`,
      `http://host/#${secret}`,
      Array.from({ length: 17 }, () => `http://user:${secret}@host`).join(','),
    ].map((url) => ['broker', url] as const),
    ['host', `user:${secret}@host`],
    ['allowed-host', `a,user:${secret}@host`],
    ['trust-proxy', `http://user:${secret}@host`],
    ['port', `tcp://user:${secret}@host`],
    ['base-path', `/a?token=${secret}`],
    ['read-only', `user:${secret}@host`],
    ['admin-password-file', secret],
    ['admin-password-file', `/etc/${secret}\u0001`],
    ['tls-key', secret],
    ['tls-key', pem],
    ['tls-cert', pem],
    ['audit-log-keep', `user:${secret}@host`],
    ['broker-ca', pem],
    ['health-key-file', secret],
    ['health-key-file', pem],
    ['notify-url', `ftp://hooks.example/${secret}`],
    ['notify-url', `hooks.example/${secret}`],
    ['notify-url', `https://hooks.example/a ${secret}`],
    ['notify-url', `https://user:${secret}@`],
    ['notify-url-file', secret],
    ['notify-url-file', anyFile],
    ['notify-format', `https://hooks.example/?${secret}`],
    ['health-interval', `https://hooks.example/?${secret}`],
  ]
  const watched = ['--health-interval=60', '--broker=http://host', `--health-key-file=${keyFile}`]
  const beside: Readonly<Record<string, readonly string[]>> = {
    'tls-key': ['--tls-cert', anyFile],
    'tls-cert': ['--tls-key', anyFile],
    'broker-ca': ['--broker', 'http://host'],
    'audit-log-keep': ['--audit-log', 'x'],
    'health-key-file': ['--broker', 'http://host'],
    'notify-url': watched,
    'notify-url-file': watched,
    'notify-format': [...watched, '--notify-url=http://h'],
  }

  it.each(values)('--%s %j, as option, variable and key of the file', async (name, value) => {
    const more = beside[name] ?? []
    const variable = `BROKERDECK_${name.replaceAll('-', '_').toUpperCase()}`
    await expectDiscreet(`--${name}`, [`--${name}=${value}`, ...more])
    await expectDiscreet(variable, ['config', ...more], { [variable]: value })
    const path = await configFile(`\n${name}: ${JSON.stringify(value)}\n`)
    await expectDiscreet(`${path}:2: ${name}`, ['config', ...more, '--config', path])
  })

  it.each([
    [['--admin-password', 'my', secret], '--admin-password'],
    [['config', '--admin-password', 'my', secret], '--admin-password'],
    [['drop-in', '/nowhere', '--admin-password', 'my', secret], '--admin-password'],
    [[`--admin-password${secret}`], '--admin-password'],
    [[`--admin_password=${secret}`], '--admin_password'],
    [['--admin-password', `-${secret}`], '--admin-password needs a value'],
    [[`-${secret}`], '-h'],
    [['check', '--user', 'ann', '--admin-password', secret], '--admin-password'],
  ] as const)('%j', async (argv, place) => {
    await expectDiscreet(place, argv)
  })
})

describe('the command at work', () => {
  let command: Awaited<ReturnType<typeof bundleCommand>>
  beforeAll(async () => {
    command = await bundleCommand()
  })
  afterAll(() => command.remove())

  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const traces = [secret, base64(`admin:${secret}`), base64(secret)].map((one) => one.toLowerCase())

  function expectNoTrace(text: string, place: string): void {
    expect(
      traces.filter((one) => text.toLowerCase().includes(one)),
      place,
    ).toEqual([])
  }

  const json = { 'content-type': 'application/json' }
  const bearer = { authorization: `Bearer ${secret}` }
  const asked: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['', bearer],
    [`?token=${secret}`, {}],
    [`static/none.js?token=${secret}`, {}],
    [`api/v5/nodes?password=${secret}`, bearer],
    ['api/v5/nodes', { authorization: `Basic ${base64(`admin:${secret}`)}` }],
    [`api/v5/none?password=${secret}`, bearer],
    [`api/v5/configs?key=${secret}`, {}],
    [`mqtt?node=${secret}`, { ...json, accept: 'application/json' }],
  ]
  const posted: readonly RequestInit[] = [
    JSON.stringify({ username: 'ann', password: secret }),
    JSON.stringify({ username: 'admin', [secret]: 1 }),
    `{"username":"admin","password":"${secret}`,
    `{"username":"admin","password":${secret}}`,
    JSON.stringify({ username: 'admin', password: secret.repeat(3_000) }),
    secret,
  ].flatMap((body) => [
    { method: 'POST', headers: json, body },
    { method: 'POST', headers: { 'content-type': `text/${secret}` }, body },
  ])
  const handshake = 'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n'
  const raw = [
    `GET /mqtt?token=${secret} HTTP/1.1\r\nhost: 127.0.0.1\r\n${handshake}sec-websocket-key: ${base64(secret)}\r\nsec-websocket-protocol: ${secret}\r\n\r\n`,
    `GET /none?token=${secret} HTTP/1.1\r\nhost: 127.0.0.1\r\n${handshake}\r\n`,
    `GET /?token=${secret} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization ${secret}\r\n\r\n`,
    `GET //?token=${secret} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`,
    `GET /%zz?token=${secret} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`,
    `POST /api/v5/login HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n{"password":"${secret}"`,
  ]

  async function expectSilence(console: RunningCommand, audit: string): Promise<void> {
    const all = [
      ...asked.map(([path, headers]) => [path, { headers }] as const),
      ...posted.map((init) => ['api/v5/login', init] as const),
    ]
    for (const [path, init] of all) {
      const answer = await fetch(`${console.url}${path}`, init)
      const heads = JSON.stringify([...answer.headers])
      expectNoTrace(`${heads} ${await answer.text()}`, `${path} ${JSON.stringify(init)}`)
    }
    for (const bytes of raw) expectNoTrace(await rawExchange(console.url, bytes), bytes)
    const [metrics = ''] = /http:\/\/\S+\/metrics/.exec(console.out) ?? []
    const figures = await (await fetch(metrics)).text()
    expect(figures).toContain('brokerdeck_http_request_duration_seconds')
    expectNoTrace(figures, 'metrics')
    console.process.kill('SIGTERM')
    const { code, out, err } = await console.ended
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('/api/v5/login')
    expectNoTrace(out, 'output')
    const lines = await readFile(audit, 'utf8')
    expect(lines).toContain('"path":"/api/v5/login"')
    expectNoTrace(lines, 'audit log')
  }

  const lines = ['port: 0', 'metrics-port: 0', 'access-log: text']

  it('repeats the password of its file, and what is sent to it, nowhere', async () => {
    const own = [`admin-password: ${secret}`, `data-dir: ${await makeDataDir()}`]
    const embedded = ['mqtt-port: 0', 'ws-port: 0', 'nodes: 1', 'no-sample-fleet: true']
    const audit = await makeAuditPath()
    const config = await configFile([...lines, `audit-log: ${audit}`, ...own, ...embedded].join('\n'))
    const console = await startCommand(command.file, ['--config', config])
    const body = JSON.stringify({ username: 'admin', password: secret })
    const login = await fetch(`${console.url}api/v5/login`, { method: 'POST', headers: json, body })
    expect(login.status).toBe(200)
    expectNoTrace(await login.text(), 'login')
    const [address = ''] = /ws:\/\/\S+/.exec(console.out) ?? []
    const client = await connectAsync(`${address}?token=${secret}`, {
      username: 'ann',
      password: secret,
      reconnectPeriod: 0,
    })
    await client.endAsync()
    await expectSilence(console, audit)
  }, 60_000)

  it('nor what is sent to a cluster that is away', async () => {
    const audit = await makeAuditPath()
    const broker = `broker: ${(await deadUpstream()).href}`
    const config = await configFile([...lines, `audit-log: ${audit}`, broker].join('\n'))
    await expectSilence(await startCommand(command.file, ['--config', config]), audit)
  }, 60_000)
})
