import { describe, expect, it } from 'vitest'
import { parseOptions } from './options.ts'
import { StartError, type StartErrorCode } from './start-error.ts'

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
          url: new URL('https://mqtt.example:18084/emqx'),
          webSocketUrl: new URL('ws://mqtt.example:8083/mqtt'),
          insecureTls: true,
        },
      },
    })
    expect(
      parseOptions(['--broker=http://[::1]:18083', '--broker-ws=wss://b.example:8084/mqtt']),
    ).toMatchObject({
      options: {
        source: { url: new URL('http://[::1]:18083'), webSocketUrl: new URL('wss://b.example:8084/mqtt') },
      },
    })
    expect(parseOptions(['--broker=http://[::1]:18083'])).toMatchObject({
      options: { source: { webSocketUrl: new URL('ws://[::1]:8083/mqtt') } },
    })
  })
})

describe('other commands', () => {
  it('are check, version and help', () => {
    expect(parseOptions(['check', '--broker', 'http://h:18083/', '--user', 'ann'])).toEqual({
      kind: 'check',
      broker: new URL('http://h:18083'),
      user: 'ann',
      insecureTls: false,
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
    ['--port', 'MISSING_VALUE', '--port'],
    ['--port --host ::1', 'MISSING_VALUE', '--port'],
    ['--read-only=yes', 'BAD_VALUE', '--read-only'],
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
