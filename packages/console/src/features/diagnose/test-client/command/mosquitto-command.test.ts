import { spawn, spawnSync } from 'node:child_process'
import { needing } from '@brokerdeck/contract/testing/needing.ts'
import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { startCluster } from '@brokerdeck/embedded-broker/testing/start-cluster.ts'
import type { IPublishPacket } from 'mqtt'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { BrokerPort } from '#domain/mqtt-link/broker-port.ts'
import { type ConnectionSettings, defaultSettings } from '#domain/mqtt-link/connection-settings.ts'
import { commandTarget } from './command-target.ts'
import { type CommandLink, publishCommand, subscribeCommand } from './mosquitto-command.ts'

const isInstalled = spawnSync('/bin/sh', ['-c', 'command -v mosquitto_pub mosquitto_sub']).status === 0
const shellTest = needing('mosquitto_pub and mosquitto_sub', isInstalled)

const page = { protocol: 'http:', hostname: 'console' }
const settings = defaultSettings('probe', page)
const target = { host: '127.0.0.1', port: 1883, tls: false }
const link: CommandLink = { target, settings, hasPassword: false }
const bytes = (text: string) => new TextEncoder().encode(text)
const plain = { qos: 0, noLocal: false, retainAsPublished: false, retainHandling: 0 } as const

const hostile = '\'; exit 3; \' "$HOME" `id` $(id) \\ !! %s \u202e中文'
/** A text with an escape sequence that a terminal would execute. */
const escaping = `${hostile}\u001b[201~id\r\n`

const will: ConnectionSettings['will'] = {
  ...settings.will,
  enable: true,
  topic: "last/'words'",
  payload: escaping,
  qos: 1,
  delay: 0,
  contentType: 'text/plain',
  userProperties: [{ key: 'k k', value: hostile }],
}

const pair = (a: string, b: string): [string, string] => [a, b]
const everyProperty = {
  isText: true,
  expiry: 60,
  contentType: hostile,
  responseTopic: 'reply/$to',
  correlationData: bytes(hostile),
  userProperties: [pair('a', '1'), pair('a', hostile)],
}

describe('a command', () => {
  it('does without SCRAM, and then without the password that SCRAM would not send', () => {
    const enhanced = { ...settings.enhanced, method: 'SCRAM-SHA-256' } as const
    const proven = { ...link, settings: { ...settings, enhanced, username: 'op' }, hasPassword: true }
    const { text, notes } = subscribeCommand(proven, [])
    expect(text).toContain('-u op')
    expect(text).not.toContain('-P')
    expect(notes).toContain('enhanced')
    expect(notes).not.toContain('password')
  })

  it('has a line for each option, and no password', () => {
    const command = publishCommand(
      { ...link, settings: { ...settings, username: 'op' }, hasPassword: true },
      { topic: 'a/b', payload: bytes('it is'), qos: 1, retain: true, properties: { expiry: 5 } },
    )
    expect(command.text.split(' \\\n  ')).toEqual([
      'mosquitto_pub',
      '-h 127.0.0.1',
      '-p 1883',
      '-V mqttv5',
      '-i probe-cli',
      '-u op',
      '-P "$MQTT_PASSWORD"',
      '-t a/b',
      '-q 1',
      '-r',
      '-D publish message-expiry-interval 5',
      "-m 'it is'",
    ])
    expect(command.notes).toEqual(['password', 'clientId'])
  })

  it.each([
    ['nothing', new Uint8Array(), /-n$/, []],
    ['bytes', Uint8Array.of(0, 255), /^printf %s 'AP8=' \| base64 -d \| mosquitto_pub .*-s$/s, []],
    ['a text with NUL', bytes('a\0b'), /^printf %s YQBi \| base64 -d \| mosquitto_pub .*-s$/s, []],
    ['much', new Uint8Array(16_385).fill(65), /-f payload\.bin$/, ['file']],
  ] as const)('carries %s as a payload', (_name, payload, words, notes) => {
    const command = publishCommand(
      { ...link, settings: { ...settings, clientId: '' } },
      { topic: 'a', payload, qos: 0, retain: false },
    )
    expect(command).toEqual({ text: expect.stringMatching(words), notes })
  })

  it('says what it cannot do', () => {
    const odd = { ...plain, qos: 1, noLocal: true, retainHandling: 2, subscriptionId: 3 } as const
    const { text, notes } = subscribeCommand(
      {
        target: { host: undefined, port: undefined, tls: true },
        settings: {
          ...settings,
          keepalive: 0,
          will: { ...will, encoding: 'hex', payload: '00ff' },
        },
        hasPassword: false,
      },
      [
        { filter: 'a', options: odd },
        { filter: '$share/g/#', options: { ...plain, subscriptionId: 4 } },
      ],
    )
    expect(text).toMatch(/-h "\$MQTT_HOST" \\\n {2}-p "\$MQTT_PORT" \\\n {2}--tls-use-os-certs/)
    expect(text).toContain("-t a \\\n  -t '$share/g/#' \\\n  -q 1")
    expect(notes).toEqual([
      ...(['host', 'port', 'certificate', 'clientId', 'keepalive', 'willPayload'] as const),
      ...(['qos', 'subscriptionId', 'noLocal', 'retainHandling'] as const),
    ])
  })

  it('warns of what the program refuses', () => {
    const message = { topic: 'a\u001bb', payload: bytes(escaping), qos: 0, retain: false } as const
    const { text, notes } = publishCommand(link, message)
    expect(text).not.toMatch(/\p{Cc}(?<!\n)/u)
    expect(notes).toEqual(['clientId', 'control'])
    expect(publishCommand(link, { ...message, topic: 'a' }).notes).toEqual(['clientId'])
  })

  it('of MQTT 3.1.1 has nothing of MQTT 5', () => {
    const old = {
      ...link,
      settings: { ...settings, version: 4, clean: false, receiveMaximum: 3, will } as const,
    }
    const options = { ...plain, noLocal: true, subscriptionId: 3, retainAsPublished: true }
    const { text, notes } = subscribeCommand(old, [{ filter: 'a', options }])
    expect(text).not.toMatch(/ -D | -x |--retain-as-published/)
    expect(text).toContain('-V mqttv311')
    expect(notes).toEqual(['clientId'])
    const message = {
      topic: 'a',
      payload: bytes('b'),
      qos: 0,
      retain: false,
      properties: everyProperty,
    } as const
    expect(publishCommand(old, message).text).not.toContain(' -D ')
  })
})

describe('where a command connects to', () => {
  const tcp: BrokerPort = {
    id: 'tcp:default',
    type: 'tcp',
    host: undefined,
    port: 1883,
    path: undefined,
    isRunning: true,
  }
  const ports: readonly BrokerPort[] = [
    { ...tcp, id: 'ws:default', type: 'ws', port: 8083, path: '/mqtt' },
    { ...tcp, id: 'tcp:off', port: 1884, isRunning: false },
    tcp,
    { ...tcp, id: 'ssl:default', type: 'ssl', host: '[::1]', port: 8883 },
  ]
  const tunnel = { via: 'tunnel', host: 'unused', tls: false } as const
  it.each([
    [tunnel, ports, { ...page, isEmbedded: true }, ['console', 1883, false]],
    [tunnel, ports, { ...page, isEmbedded: false }, [undefined, 1883, false]],
    [tunnel, ports, { ...page, protocol: 'https:', isEmbedded: true }, ['::1', 8883, true]],
    [{ ...tunnel, via: 'direct', host: 'b.example' }, ports, page, ['b.example', 1883, false]],
    [{ via: 'direct', host: 'b.example', tls: true }, ports, page, ['b.example', 8883, true]],
    [{ via: 'direct', host: 'b.example', tls: true }, [tcp], page, ['b.example', 1883, false]],
    [{ via: 'direct', host: 'b.example', tls: true }, undefined, page, ['b.example', undefined, true]],
  ] as const)('%# is a listener without WebSocket', (place, known, from, [host, port, tls]) => {
    expect(commandTarget(place, known, { isEmbedded: false, ...from })).toEqual({ host, port, tls })
  })
})

describe('run in a shell against the broker', () => {
  async function open() {
    const cluster = await startCluster({ listen: true })
    const bind = cluster.nodes[0]?.listeners.find(({ id }) => id === 'tcp:default')?.bind ?? ''
    const port = Number(bind.split(':').at(-1))
    return { cluster, own: { ...link, target: { host: '127.0.0.1', port, tls: false } } }
  }

  shellTest.each([
    ['a hostile text', bytes(escaping)],
    ['bytes', Uint8Array.from({ length: 256 }, (_none, at) => at)],
    ['nothing', new Uint8Array()],
  ])('publishes %s with every property', async (_name, payload) => {
    const { cluster, own } = await open()
    const watcher = await connectClient(cluster, { clientId: 'watcher' })
    const arrived: { topic: string; payload: Buffer; packet: IPublishPacket }[] = []
    watcher.on('message', (topic, given, packet) => arrived.push({ topic, payload: given, packet }))
    await watcher.subscribeAsync('#', { qos: 2, rap: true })
    const topic = 'hostile/$x/\'"`; id'
    const { text } = publishCommand(own, { topic, payload, qos: 1, retain: true, properties: everyProperty })
    // `execFileSync` would block: the broker lives in this process.
    const child = spawn('/bin/sh', ['-c', text], { stdio: ['ignore', 'ignore', 'inherit'] })
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0)
    await vi.waitFor(() => expect(arrived).toHaveLength(1), 15_000)
    expect(arrived[0]).toMatchObject({ topic, payload: Buffer.from(payload) })
    expect(arrived[0]?.packet).toMatchObject({
      qos: 1,
      retain: true,
      properties: {
        payloadFormatIndicator: true,
        contentType: hostile,
        responseTopic: 'reply/$to',
        correlationData: Buffer.from(hostile),
        userProperties: { a: ['1', hostile] },
      },
    })
  })

  shellTest('subscribes with the session and the will that the connection has', async () => {
    const { cluster, own } = await open()
    const { text } = subscribeCommand(
      {
        ...own,
        hasPassword: true,
        settings: {
          ...settings,
          clientId: "it's $me",
          username: hostile,
          clean: false,
          sessionExpiry: 77,
          keepalive: 9,
          receiveMaximum: 5,
          will,
        },
      },
      [
        { filter: "a/'b'/#", options: { ...plain, qos: 1, retainAsPublished: true, subscriptionId: 9 } },
        { filter: '$share/g/+', options: plain },
      ],
    )
    const env = { ...process.env, MQTT_PASSWORD: 'p"w $d' }
    const child = spawn('/bin/sh', ['-c', `exec ${text}`], { env, stdio: ['ignore', 'pipe', 'inherit'] })
    onTestFinished(() => void child.kill())
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => {
      printed += String(chunk)
    })
    const session = () => cluster.session("it's $me-cli")
    await vi.waitFor(() => expect(session()?.subscriptions.size).toBe(2), 15_000)
    expect(session()).toMatchObject({
      username: hostile,
      protocolVersion: 5,
      isCleanStart: false,
      expiryInterval: 77,
      keepalive: 9,
      inflightMax: 5,
    })
    const other = await connectClient(cluster, { clientId: 'other' })
    await other.publishAsync("a/'b'/c", 'seen')
    await vi.waitFor(() => expect(printed).toBe("a/'b'/c seen\n"), 15_000)
    const last = vi.fn()
    other.on('message', (topic, payload, packet) => last(topic, String(payload), packet.properties))
    await other.subscribeAsync('last/#')
    // The process is killed, so that it sends no DISCONNECT.
    child.kill('SIGKILL')
    await vi.waitFor(() => expect(last).toHaveBeenCalled(), 15_000)
    expect(last).toHaveBeenCalledWith(
      "last/'words'",
      escaping,
      expect.objectContaining({ contentType: 'text/plain', userProperties: { 'k k': hostile } }),
    )
  })
})
