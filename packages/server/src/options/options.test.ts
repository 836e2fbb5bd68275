import { describe, expect, it } from 'vitest'
import { StartError, type StartErrorCode } from '#lib/start-error.ts'
import { configFile } from '#testing/config-file.ts'
import { optionNames, toVariableName } from './declared-options.ts'
import { describeOptions, parseOptions } from './options.ts'

function fault(...argv: string[]): { code: StartErrorCode; message: string } {
  try {
    parseOptions(argv)
  } catch (error) {
    if (error instanceof StartError) return { code: error.code, message: error.message }
    throw error
  }
  throw new Error(`${argv.join(' ')} was accepted`)
}

describe('what to serve', () => {
  it('is the embedded broker on loopback, on ports no EMQX uses, when nothing is said', () => {
    expect(parseOptions([])).toEqual({
      kind: 'serve',
      options: {
        host: '127.0.0.1',
        port: 18383,
        basePath: '/',
        readOnly: false,
        closed: [],
        allowedHosts: [],
        trustedProxies: [],
        source: {
          kind: 'embedded',
          nodes: 3,
          dataDir: '.brokerdeck',
          mqttPort: 11883,
          wsPort: 18084,
          hasSampleFleet: true,
          adminPassword: undefined,
          edition: 'community',
        },
      },
    })
  })

  it('takes every option of the embedded broker', () => {
    const argv = '--host 0.0.0.0 --port=0 --base-path a/b --data-dir /srv/x --nodes 5 --mqtt-port 1884'
    const more = '--ws-port 8085 --no-sample-fleet --admin-password=-secret --edition enterprise --read-only'
    const names = '--allowed-host Deck.example,::1 --trust-proxy 10.0.0.0/8 --allowed-host b'
    expect(parseOptions(`${argv} ${more} ${names}`.split(' '))).toEqual({
      kind: 'serve',
      options: {
        host: '0.0.0.0',
        port: 0,
        basePath: '/a/b/',
        readOnly: true,
        closed: [],
        allowedHosts: ['Deck.example', '[::1]', 'b'],
        trustedProxies: ['10.0.0.0/8'],
        source: {
          kind: 'embedded',
          nodes: 5,
          dataDir: '/srv/x',
          mqttPort: 1884,
          wsPort: 8085,
          hasSampleFleet: false,
          adminPassword: '-secret',
          edition: 'enterprise',
        },
      },
    })
  })

  it.each([['--trust-proxy'], ['--trust-proxy', '--read-only'], ['--read-only', '--trust-proxy']])(
    'believes the proxies of this machine with %s %s',
    (...argv) => {
      expect(parseOptions(argv)).toMatchObject({ options: { trustedProxies: ['127.0.0.0/8', '::1'] } })
    },
  )

  it('is a cluster with --broker, its MQTT over WebSocket on the default listener of the same host', () => {
    expect(
      parseOptions(['--broker', 'https://mqtt.example:18084/emqx/api/v5/', '--insecure-upstream-tls']),
    ).toMatchObject({
      options: {
        source: {
          kind: 'cluster',
          urls: [new URL('https://mqtt.example:18084/emqx')],
          webSocketUrls: [new URL('ws://mqtt.example:8083/mqtt')],
          insecureTls: true,
        },
      },
    })
    expect(
      parseOptions(['--broker=http://[::1]:18083', '--broker-ws=wss://b.example:8084/mqtt']),
    ).toMatchObject({
      options: {
        source: {
          urls: [new URL('http://[::1]:18083')],
          webSocketUrls: [new URL('wss://b.example:8084/mqtt')],
        },
      },
    })
    expect(parseOptions(['--broker=http://[::1]:18083'])).toMatchObject({
      options: { source: { webSocketUrls: [new URL('ws://[::1]:8083/mqtt')] } },
    })
    expect(parseOptions(['--broker=http://a:1,http://b:2', '--broker', 'http://c:3'])).toMatchObject({
      options: {
        source: {
          urls: [new URL('http://a:1'), new URL('http://b:2'), new URL('http://c:3')],
          webSocketUrls: ['a', 'b', 'c'].map((host) => new URL(`ws://${host}:8083/mqtt`)),
        },
      },
    })
  })
})

describe('other commands', () => {
  it('are check, version and help', () => {
    expect(parseOptions(['check', '--broker', 'http://h:18083/', '--user', 'ann'])).toEqual({
      kind: 'check',
      broker: new URL('http://h:18083'),
      asker: { user: 'ann' },
      insecureTls: false,
    })
    expect(parseOptions(['drop-in', '/opt/emqx', '--restore'])).toEqual({
      kind: 'drop-in',
      dir: '/opt/emqx',
      restore: true,
    })
    expect(parseOptions(['--version'])).toEqual({ kind: 'version' })
    expect(parseOptions(['-h', '--port', '1'])).toEqual({ kind: 'help' })
  })
})

describe('a wrong option', () => {
  const cases: readonly (readonly [string, StartErrorCode, string])[] = [
    ['--prot 1', 'UNKNOWN_OPTION', '--prot'],
    ['-x', 'UNKNOWN_OPTION', '-x'],
    ['serve', 'UNKNOWN_COMMAND', '"serve"'],
    ['check extra --broker http://h --user a', 'UNKNOWN_COMMAND', '"extra"'],
    ['drop-in', 'MISSING_OPTION', 'a folder'],
    ['drop-in a b', 'UNKNOWN_COMMAND', '"b"'],
    ['drop-in a --port 1', 'CONFLICTING_OPTIONS', '--port'],
    ['--restore', 'CONFLICTING_OPTIONS', 'drop-in'],
    ['--port', 'MISSING_VALUE', '--port'],
    ['--port --host ::1', 'MISSING_VALUE', '--port'],
    ['--read-only=yes', 'BAD_VALUE', '--read-only'],
    ['--idle-sign-out 0', 'BAD_VALUE', 'from 1 to 1440'],
    ['--idle-sign-out 15m', 'BAD_VALUE', '--idle-sign-out'],
    ['--port 65536', 'BAD_VALUE', '65535'],
    ['--port 0x50', 'BAD_VALUE', '0x50'],
    ['--port 1.5', 'BAD_VALUE', '1.5'],
    ['--nodes 0', 'BAD_VALUE', 'from 1 to 16'],
    ['--mqtt-port 65535 --nodes 2', 'BAD_VALUE', '65534'],
    ['--host a/b', 'BAD_VALUE', 'a/b'],
    ['--base-path /a/../b/', 'BAD_VALUE', '/a/b/'],
    ['--base-path /a"b/', 'BAD_VALUE', '--base-path'],
    ['--broker h:18083', 'BAD_VALUE', 'http://'],
    ['--broker mqtt://h:1883', 'BAD_VALUE', 'http://'],
    ['--broker http://u:p@h', 'BAD_VALUE', 'password'],
    ['--broker http://h/?a', 'BAD_VALUE', 'without ?'],
    ['--broker http://h --broker-ws http://h', 'BAD_VALUE', 'ws://'],
    ['--broker http://a,http://b --broker-ws ws://a', 'BAD_VALUE', '1 addresses for 2'],
    ['--broker http://a,mqtt://b', 'BAD_VALUE', 'mqtt://b'],
    [`--broker ${Array.from({ length: 17 }, () => 'http://a').join(',')}`, 'BAD_VALUE', 'at most 16'],
    ['--broker http://a --broker-ca /no/such.pem', 'BAD_VALUE', '/no/such.pem'],
    ['--tls-cert a.pem', 'CONFLICTING_OPTIONS', '--tls-key'],
    ['--tls-key a.pem', 'CONFLICTING_OPTIONS', '--tls-cert'],
    ['--access-log xml', 'BAD_VALUE', 'text or json'],
    ['--metrics-host ::1', 'CONFLICTING_OPTIONS', '--metrics-port'],
    ['--metrics-port -1', 'MISSING_VALUE', '--metrics-port'],
    ['--config /no/such.yaml', 'BAD_VALUE', '/no/such.yaml'],
    ['--admin-password a --admin-password-file b', 'CONFLICTING_OPTIONS', '--admin-password'],
    ['config --port 65536', 'BAD_VALUE', '65535'],
    ['--broker-ws ws://h', 'CONFLICTING_OPTIONS', '--broker'],
    ['--insecure-upstream-tls', 'CONFLICTING_OPTIONS', 'needs --broker'],
    ['--broker http://h --nodes 2', 'CONFLICTING_OPTIONS', '--nodes'],
    ['--broker http://h --no-sample-fleet', 'CONFLICTING_OPTIONS', '--no-sample-fleet'],
    ['--admin-password=', 'BAD_VALUE', 'empty'],
    ['--edition=gold', 'BAD_VALUE', 'community or enterprise'],
    ['--allowed-host a/b', 'BAD_VALUE', 'a/b'],
    ['--allowed-host', 'MISSING_VALUE', '--allowed-host'],
    ['--trust-proxy nginx', 'BAD_VALUE', '10.0.0.0/8'],
    ['--user ann', 'CONFLICTING_OPTIONS', '--user'],
    ['check --user ann', 'MISSING_OPTION', '--broker'],
    ['check --broker http://h', 'MISSING_OPTION', '--user'],
    ['check --broker http://h --user a --port 1', 'CONFLICTING_OPTIONS', '--port'],
  ]
  it.each(cases)('%s is %s', (line, code, text) => {
    const found = fault(...line.split(' '))
    expect(found.code).toBe(code)
    expect(found.message).toContain(text)
    expect(found.message).not.toContain('\n')
  })
})

function faultWith(environment: Record<string, string>, ...argv: string[]): string {
  try {
    parseOptions(argv, environment)
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
  throw new Error('it was accepted')
}

describe('environment and file', () => {
  it('say the same as the flags', async () => {
    const flags =
      '--port 1 --read-only --restrict payloads,export --broker http://a:1,http://b:2 --trust-proxy 10.0.0.0/8 --access-log json'
    const environment = {
      BROKERDECK_PORT: '1',
      BROKERDECK_READ_ONLY: 'true',
      BROKERDECK_RESTRICT: 'export, payloads',
      BROKERDECK_BROKER: 'http://a:1,http://b:2',
      BROKERDECK_TRUST_PROXY: '10.0.0.0/8',
      BROKERDECK_ACCESS_LOG: 'json',
      BROKERDECK_INSECURE_UPSTREAM_TLS: '0',
      BROKERDECK_CHROMIUM: '/usr/bin/chromium',
    }
    const yaml =
      'port: 1\nread-only: yes\nrestrict: [payloads, export]\nbroker:\n  - http://a:1\n  - http://b:2\ntrust-proxy: 10.0.0.0/8\naccess-log: json\ninsecure-upstream-tls: false\n'
    const wanted = parseOptions(flags.split(' '))
    expect(parseOptions([], environment)).toEqual(wanted)
    expect(parseOptions(['--config', await configFile(yaml)])).toEqual(wanted)
    expect(parseOptions([], { BROKERDECK_CONFIG: await configFile(yaml) })).toEqual(wanted)
  })

  it('come after the flags, the file last', async () => {
    const config = await configFile('port: 3\nbase-path: /file/\nhost: 127.0.0.3\n')
    const environment = { BROKERDECK_PORT: '2', BROKERDECK_BASE_PATH: '/environment/' }
    expect(parseOptions(['--config', config, '--port', '1'], environment)).toMatchObject({
      options: { port: 1, basePath: '/environment/', host: '127.0.0.3' },
    })
  })

  it.each([
    ['port: 99999\n', ':1: port "99999": expected'],
    ['# a comment\nhost: ::1\nprot: 1\n', ':3: unknown option "prot"'],
    ['user: ann\n', ':1: unknown option "user"'],
    ['config: other.yaml\n', ':1: unknown option "config"'],
    ['port: 1\nport: 2\n', ':2: '],
    ['port: [1\n', ':'],
    ['- port\n', ':1: expected options by name'],
    ['port:\n  a: 1\n', ':1: port: expected a value'],
    ['port:\n', ':1: port: expected a value'],
    ['\nbroker: [[http://a]]\n', ':2: broker: expected a value'],
    ['read-only: perhaps\n', ':1: read-only "perhaps": expected true or false'],
    ['port: 1\nrestrict: [publish, all]\n', ':2: restrict "all": expected payloads or publish or export'],
    ['port: &a 1\nmqtt-port: *a\n', ':2: mqtt-port: expected a value'],
  ])('%j is refused with its line', async (yaml, text) => {
    const path = await configFile(yaml)
    const message = faultWith({}, '--config', path)
    expect(message).toContain(`${path}${text}`)
    expect(message).not.toContain('\n')
  })

  it('name the variable that is wrong', () => {
    expect(faultWith({ BROKERDECK_PORT: 'tcp://10.0.0.1:18383' })).toBe(
      'BROKERDECK_PORT "tcp://10.0.0.1:18383": expected a whole number from 0 to 65535',
    )
    expect(faultWith({ BROKERDECK_READ_ONLY: 'maybe' })).toContain('BROKERDECK_READ_ONLY "maybe"')
  })

  it('take a password from a file, without its last line break', async () => {
    const secret = await configFile('s3cret\n')
    expect(parseOptions([], { BROKERDECK_ADMIN_PASSWORD_FILE: secret })).toMatchObject({
      options: { source: { adminPassword: 's3cret' } },
    })
    expect(faultWith({ BROKERDECK_ADMIN_PASSWORD_FILE: await configFile('\n') })).toContain(
      'must not be empty',
    )
  })
})

describe('brokerdeck config', () => {
  it('prints what holds, where it comes from, and no secret', async () => {
    const config = await configFile('port: 3\nadmin-password: hidden-one\n')
    const command = parseOptions(['config', '--config', config, '--read-only'], { BROKERDECK_NODES: '2' })
    const text = command.kind === 'config' ? describeOptions(command) : ''
    const lineOf = (name: string) => text.split('\n').find((line) => line.startsWith(name)) ?? ''
    expect(lineOf('port:')).toMatch(new RegExp(`^port: "3" +# ${config}:1: port$`))
    expect(lineOf('nodes:')).toMatch(/^nodes: "2" +# BROKERDECK_NODES$/)
    expect(lineOf('read-only:')).toMatch(/ # --read-only$/)
    expect(lineOf('# host')).toMatch(/ # not set$/)
    expect(lineOf('admin-password:')).toContain('******')
    expect(text).not.toContain('hidden-one')
  })

  it('prints what can be read again as a file', async () => {
    const argv =
      '--port 5 --broker http://a:1,http://b:2 --read-only --restrict export --allowed-host x'.split(' ')
    const command = parseOptions(['config', ...argv])
    const text = command.kind === 'config' ? describeOptions(command) : ''
    expect(parseOptions(['--config', await configFile(text)])).toEqual(parseOptions(argv))
  })
})

it('each option has a variable of its own', () => {
  expect(new Set(optionNames.map(toVariableName)).size).toBe(optionNames.length)
})
