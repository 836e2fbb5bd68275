import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { limiterRoot, sysTopicsRoot } from '../../config/roots/broker-roots.ts'
import { mqttRoot } from '../../config/roots/mqtt-root.ts'
import { retainerRoot } from '../../config/roots/retainer-root.ts'
import { forceShutdownRoot } from '../../config/roots/zone-roots.ts'
import { defaultSettings } from '../../mqtt/client/settings.ts'
import { openRaw } from '../../testing/raw-client.ts'
import { createTestBroker } from '../../testing/test-broker.ts'

async function start(dataDir?: string) {
  const broker = await createTestBroker(dataDir === undefined ? {} : { dataDir })
  onTestFinished(() => broker.close())
  return broker
}

test('a new broker has the settings that the configuration says by default', async () => {
  const { context } = await start()
  const { mqtt, forceShutdown, sysTopics, retainer, delayed, limiter } = context.cluster.settings
  expect({ mqtt, forceShutdown, sysTopics, retainer, delayed, limiter }).toEqual({
    ...defaultSettings,
    rewrite: undefined,
  })
})

test('every spelling of a limit is understood', async () => {
  const { context } = await start()
  await context.config.write(mqttRoot, {
    idle_timeout: 'infinity',
    max_packet_size: '2MB',
    retry_interval: 30_000,
    server_keepalive: 60,
    max_mqueue_len: 0,
    max_awaiting_rel: 'infinity',
    mqueue_priorities: { 'a/b': 10, odd: 'x' },
    mqueue_default_priority: 'highest',
    message_expiry_interval: '1h30m',
  })
  expect(context.cluster.settings.mqtt).toMatchObject({
    idleTimeout: Number.POSITIVE_INFINITY,
    maxPacketSize: 2_097_152,
    retryInterval: 30_000,
    serverKeepalive: 60,
    maxQueueLength: Number.POSITIVE_INFINITY,
    maxAwaitingRel: Number.POSITIVE_INFINITY,
    queuePriorities: new Map([['a/b', 10]]),
    defaultPriority: Number.POSITIVE_INFINITY,
    messageExpiry: 5_400_000,
  })
  await context.config.write(limiterRoot, { messages_rate: '600/1m', bytes_rate: 'infinity' })
  expect(context.cluster.settings.limiter).toMatchObject({
    messages: { count: 600, per: 60_000 },
    bytes: { count: Number.POSITIVE_INFINITY },
  })
  await context.config.write(sysTopicsRoot, { sys_msg_interval: 'disabled', sys_heartbeat_interval: '15s' })
  expect(context.cluster.settings.sysTopics).toMatchObject({
    interval: Number.POSITIVE_INFINITY,
    heartbeat: 15_000,
  })
  await context.config.write(forceShutdownRoot, { max_heap_size: '64MB', max_mailbox_size: 0 })
  expect(context.cluster.settings.forceShutdown).toMatchObject({
    maxBytes: 67_108_864,
    maxMessages: Number.POSITIVE_INFINITY,
  })
  await context.config.write(retainerRoot, { msg_expiry_interval_override: '30m', delivery_rate: '10/1s' })
  expect(context.cluster.settings.retainer).toMatchObject({
    expiryOverride: 1_800_000,
    deliveryRate: { count: 10, per: 1000 },
    expiry: Number.POSITIVE_INFINITY,
  })
})

test('client attributes and identifiers come from expressions; one that is unknown gives nothing', async () => {
  const { context } = await start()
  await context.config.write(mqttRoot, {
    clientid_override: "concat(upper(username), '-', clientid)",
    client_attrs_init: [
      { set_as_attr: 'team', expression: 'username' },
      { set_as_attr: 'prefix', expression: "nth(1, tokens(clientid, '-'))" },
      { set_as_attr: 'odd', expression: 'nofun(x)' },
    ],
  })
  const raw = openRaw(context.cluster)
  await raw.connect({ clientId: 'c1', username: 'red' })
  expect(context.cluster.session('RED-c1')?.attributes).toEqual({ team: 'red', prefix: 'RED' })
})

test('settings survive a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-settings-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const before = await createTestBroker({ dataDir })
  await before.context.config.write(mqttRoot, { max_qos_allowed: 1 })
  await before.close()
  const after = await start(dataDir)
  const connack = await openRaw(after.context.cluster).connect()
  expect(connack.properties).toMatchObject({ maximumQoS: 1 })
})
