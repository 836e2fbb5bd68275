import { describe, expect, it } from 'vitest'
import { type BrokerPort, brokerPorts } from './broker-port.ts'
import { explainEnd } from './explain-end.ts'
import type { TunnelProbe } from './link-address.ts'
import type { AuthenticationFault, LinkEnd } from './link-state.ts'
import { pageRefusal } from './page-refusal.ts'

const ports: readonly BrokerPort[] = [
  { id: 'tcp:default', type: 'tcp', host: undefined, port: 1883, path: undefined, isRunning: true },
  { id: 'ws:default', type: 'ws', host: undefined, port: 8083, path: '/mqtt', isRunning: true },
  { id: 'ws:off', type: 'ws', host: undefined, port: 8085, path: '/mqtt', isRunning: false },
  { id: 'wss:default', type: 'wss', host: undefined, port: 8084, path: '/mqtt', isRunning: true },
]
const place = { via: 'direct', node: '', host: 'broker', port: 8083, path: '/mqtt', tls: false } as const
const gone: LinkEnd = { kind: 'closed', version: 4, wasConnected: true, closeCode: 1006, closeReason: '' }
const unopened: LinkEnd = { kind: 'unopened', afterMs: 20, isTimeout: false }

function textOf(end: LinkEnd, change: object = {}, probe?: TunnelProbe, stopped?: readonly string[]): string {
  const settings = { ...place, ...change }
  const explanation = explainEnd(end, { settings, address: 'ws://broker:8083/mqtt', ports, probe, stopped })
  return explanation === undefined ? '' : [explanation.title, ...explanation.hints].join('\n')
}

describe('a WebSocket that did not open', () => {
  it.each([
    [{ port: 9000 }, /no listener on port 9000.*ws:default on port 8083, path \/mqtt/s],
    [{ port: 1883 }, /tcp:default, which speaks MQTT without WebSocket/],
    [{ port: 8085 }, /ws:off on this port does not run/],
    [{ port: 8084 }, /wss listener: switch on TLS/],
    [{ tls: true }, /ws listener: switch off TLS/],
    [{ path: '/ws' }, /answers on path \/mqtt/],
    [{ port: 8084, tls: true }, /Probably the browser does not trust its certificate/],
    [{}, /Probably the host is not the broker's/],
  ])('%j is compared with the listeners', (change, words) => {
    expect(textOf(unopened, change)).toMatch(words)
  })

  it('says through the tunnel what the server says', () => {
    const refused = {
      kind: 'refused',
      code: 'UPSTREAM_UNREACHABLE',
      message: 'b:1 cannot be reached',
    } as const
    expect(textOf(unopened, { via: 'tunnel' }, refused)).toMatch(
      /b:1 cannot be reached \(UPSTREAM_UNREACHABLE\)/,
    )
    expect(textOf(unopened, { via: 'tunnel' }, { kind: 'open' })).toMatch(/Upgrade header/)
    expect(textOf(unopened, { via: 'tunnel' })).not.toMatch(/port/i)
  })

  it.each([unopened, { ...unopened, isTimeout: true }, { kind: 'silent' }, gone] as const)(
    'names the stopped node that it went to, and guesses nothing: %j',
    (end) => {
      const at = { via: 'tunnel', node: 'emqx2@127.0.0.2' }
      const open = { kind: 'open' } as const
      const told = textOf(end, at, open, ['emqx2@127.0.0.2']).split('\n')
      expect(told.slice(1)).toEqual([
        'The broker reports emqx2@127.0.0.2 as stopped. Choose another node, or start this one.',
      ])
      expect(textOf(end, { host: '127.0.0.2' }, undefined, ['emqx2@127.0.0.2'])).toMatch(
        /emqx2\S* as stopped\. Choose/,
      )
      const other = textOf(end, { ...at, node: '' }, open, ['emqx2@127.0.0.2']).split('\n')
      expect(other[1]).toBe('The broker reports as stopped: emqx2@127.0.0.2.')
      expect(other.length).toBeGreaterThan(2)
      expect(textOf(end, at, open, [])).not.toMatch(/reports/)
    },
  )

  it('tells waiting from refusal', () => {
    expect(textOf({ ...unopened, isTimeout: true, afterMs: 5_000 })).toMatch(/within 5 s/)
  })
})

describe('an enhanced authentication', () => {
  const refused = (code: number, step: 'first' | 'proof', method = 'SCRAM-SHA-256') =>
    textOf({ kind: 'refused', version: 5, code, authentication: { method, step } })
  const unproven = (fault: AuthenticationFault) =>
    textOf({ kind: 'unproven', method: 'SCRAM-SHA-512', fault })

  it('tells a user that nobody knows from a password that is wrong', () => {
    expect(refused(0x87, 'first')).toMatch(/0x87.*first message of SCRAM-SHA-256.*none knows the username/s)
    expect(refused(0x87, 'proof')).toMatch(/did not accept the proof of SCRAM-SHA-256.*the password/s)
    expect(refused(0x87, 'first', 'K\u202eTOKEN')).toMatch(/the data for K\S*TOKEN/)
    expect(refused(0x87, 'first', 'K\u202eTOKEN')).not.toMatch(/\u202e|SCRAM/)
    expect(refused(0x8c, 'first')).toMatch(/not supported.*0x8C.*no authenticator offers/s)
    expect(refused(0x8c, 'first')).not.toMatch(/username/)
  })

  it.each([
    [{ kind: 'signature' }, /SCRAM-SHA-512 failed: the broker did not prove.*pretend to be the broker/s],
    [{ kind: 'no-signature' }, /without proving itself.*everybody may come in/s],
    [{ kind: 'nonce' }, /another conversation/],
    [{ kind: 'unreadable' }, /no message of it/],
    [{ kind: 'question' }, /asks on/],
    [{ kind: 'said', word: 'unknown-user' }, /the broker says unknown-user/],
    [
      { kind: 'iterations', asked: 99_000_000, most: 10_000_000 },
      /99,000,000 iterations.*at most 10,000,000/s,
    ],
  ] as const)('that this client ended for %j says why', (fault, words) => {
    expect(unproven(fault)).toMatch(words)
  })
})

describe('an answer of the broker', () => {
  it.each([
    [{ kind: 'refused', version: 4, code: 4 }, /refused.*user ?name or password.*\(0x04\)/i],
    [{ kind: 'refused', version: 4, code: 5 }, /not authorized.*\(0x05\)/i],
    [{ kind: 'refused', version: 5, code: 0x86 }, /user ?name or password.*\(0x86\)/i],
    [{ kind: 'refused', version: 5, code: 0x8a }, /banned.*\(0x8A\)/i],
    [{ kind: 'refused', version: 5, code: 0xfe }, /standard does not know \(0xFE\)/],
    [{ kind: 'ended', code: 0x8e, reasonString: 'another one' }, /ended.*\(0x8E\).*another one/s],
    [
      { kind: 'closed', version: 4, wasConnected: true, closeCode: 1006, closeReason: '' },
      /MQTT 5 the broker would say/,
    ],
    [
      { kind: 'closed', version: 5, wasConnected: false, closeCode: 1002, closeReason: 'x' },
      /1002 x.*before MQTT/,
    ],
    [{ kind: 'unanswered', afterMs: 5_000 }, /no MQTT answer came within 5 s/],
    [{ kind: 'silent' }, /keep alive/],
    [{ kind: 'failed', message: 'An error\u202e' }, /An error\[U\+202E\]/],
  ] as const satisfies readonly (readonly [LinkEnd, RegExp])[])('%j has words', (end, words) => {
    expect(textOf(end)).toMatch(words)
  })

  it('needs none where the operator wanted it', () => {
    expect(textOf({ kind: 'asked' })).toBe('')
  })
})

describe('what the page would refuse', () => {
  const https = { protocol: 'https:', isReadOnly: false, isClosed: false }
  it('is known before it is tried', () => {
    expect(pageRefusal('ws://broker:8083/mqtt', { via: 'direct' }, https)).toBe('mixed-content')
    expect(pageRefusal('ws://localhost:8083/mqtt', { via: 'direct' }, https)).toBeUndefined()
    expect(pageRefusal('wss://broker:8084/mqtt', { via: 'direct' }, https)).toBeUndefined()
    expect(pageRefusal('ws://a b:1/', { via: 'direct' }, https)).toBe('invalid-address')
    expect(pageRefusal('wss://x/mqtt', { via: 'tunnel' }, { ...https, isReadOnly: true })).toBe('read-only')
    expect(pageRefusal('wss://x/mqtt', { via: 'direct' }, { ...https, isClosed: true })).toBe('closed')
  })
})

it('knows every port that a listener has', () => {
  const status = { running: true, current_connections: 0, max_connections: 1 }
  const known = brokerPorts(
    [
      {
        id: 'ws:default',
        type: 'ws',
        name: 'default',
        bind: '127.0.0.1:8083',
        enable: true,
        acceptors: 1,
        number: 2,
        status,
        node_status: [
          { node: 'a', status, address: '127.0.0.1:8083' },
          { node: 'b', status, address: '[::1]:9083' },
        ],
      },
    ],
    [{ id: 'ws:default', type: 'ws', bind: ':8083', enable: true, websocket: { mqtt_path: '/x' } }],
  )
  expect(known.map(({ host, port, path }) => [host, port, path])).toEqual([
    ['127.0.0.1', 8083, '/x'],
    ['[::1]', 9083, '/x'],
  ])
})
