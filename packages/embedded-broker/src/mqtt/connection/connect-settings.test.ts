import type { IConnackPacket } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { changeSettings } from '../../testing/change-settings.ts'
import { eventually } from '../../testing/eventually.ts'
import { openRaw } from '../../testing/raw-client.ts'
import { startCluster } from '../../testing/start-cluster.ts'
import type { MqttSettings } from '../client/settings.ts'

test.each<[string, Partial<MqttSettings>, IConnackPacket['properties']]>([
  ['max_packet_size', { maxPacketSize: 2048 }, { maximumPacketSize: 2048 }],
  ['max_qos_allowed', { maxQos: 1 }, { maximumQoS: 1 }],
  ['retain_available', { canRetain: false }, { retainAvailable: false }],
  ['max_topic_alias', { maxTopicAlias: 7 }, { topicAliasMaximum: 7 }],
  ['wildcard_subscription', { hasWildcardSubscriptions: false }, { wildcardSubscriptionAvailable: false }],
  ['shared_subscription', { hasSharedSubscriptions: false }, { sharedSubscriptionAvailable: false }],
  ['max_awaiting_rel', { maxAwaitingRel: 5 }, { receiveMaximum: 5 }],
  [
    'max_awaiting_rel without an end',
    { maxAwaitingRel: Number.POSITIVE_INFINITY },
    { receiveMaximum: 65_535 },
  ],
  ['server_keepalive', { serverKeepalive: 33 }, { serverKeepAlive: 33 }],
])('%s is announced', async (_, mqtt, announced) => {
  const cluster = await startCluster()
  changeSettings(cluster, { mqtt })
  const connack = await openRaw(cluster).connect()
  expect(connack.properties).toMatchObject(announced ?? {})
})

test('response information is for those who ask, and only if there is some', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { mqtt: { responseInformation: 'replies/' } })
  const properties = { requestResponseInformation: true }
  expect((await openRaw(cluster).connect({ clientId: 'a', properties })).properties).toMatchObject({
    responseInformation: 'replies/',
  })
  expect((await openRaw(cluster).connect({ clientId: 'b' })).properties).not.toHaveProperty(
    'responseInformation',
  )
})

test('a connection that never says CONNECT ends with the idle timeout', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { mqtt: { idleTimeout: 100 } })
  const raw = openRaw(cluster)
  await raw.closed
  expect([...cluster.sessions()]).toEqual([])
})

test('the keepalive is the server’s where it has one, times the multiplier', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { mqtt: { serverKeepalive: 1, keepaliveMultiplier: 0.2 } })
  const raw = openRaw(cluster)
  await raw.connect({ keepalive: 3600 })
  expect(cluster.session('raw')?.keepalive).toBe(1)
  expect((await raw.next('disconnect')).reasonCode).toBe(0x8d)
})

test('a client id above the limit is refused', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { mqtt: { maxClientidLength: 23 } })
  expect((await openRaw(cluster, 5).connect({ clientId: 'x'.repeat(24) })).reasonCode).toBe(0x85)
  expect((await openRaw(cluster, 4).connect({ clientId: 'x'.repeat(24) })).returnCode).toBe(2)
  expect((await openRaw(cluster, 5).connect({ clientId: 'x'.repeat(23) })).reasonCode).toBe(0)
})

test.each([
  ['a retained will', { retain: true, qos: 0 }, { canRetain: false }, 0x9a],
  ['a will with QoS 2', { retain: false, qos: 2 }, { maxQos: 1 }, 0x9b],
] as const)('%s is refused where the settings forbid it', async (_, { retain, qos }, mqtt, reasonCode) => {
  const cluster = await startCluster()
  changeSettings(cluster, { mqtt })
  const will = { topic: 'gone', payload: Buffer.from('x'), retain, qos }
  expect((await openRaw(cluster).connect({ will })).reasonCode).toBe(reasonCode)
})

test('a packet above the limit of its connection ends it; the limit is that of the time it began', async () => {
  const cluster = await startCluster()
  const before = openRaw(cluster)
  await before.connect({ clientId: 'before' })
  changeSettings(cluster, { mqtt: { maxPacketSize: 100 } })
  const after = openRaw(cluster)
  await after.connect({ clientId: 'after' })
  for (const raw of [before, after]) {
    raw.send({
      cmd: 'publish',
      topic: 't',
      payload: Buffer.alloc(100),
      qos: 1,
      messageId: 1,
      dup: false,
      retain: false,
    })
  }
  expect((await before.next('puback')).messageId).toBe(1)
  expect((await after.next('disconnect')).reasonCode).toBe(0x95)
})

test('the username takes the place of the client id, and an expression that of both', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { mqtt: { isUsernameClientid: true } })
  await openRaw(cluster).connect({ clientId: 'a', username: 'joe' })
  expect([...cluster.sessions()].map(({ clientid }) => clientid)).toEqual(['joe'])
  changeSettings(cluster, {
    mqtt: { clientidOverride: ({ clientid, peerhost }) => (clientid === 'ann' ? `${peerhost}-ann` : '') },
  })
  await openRaw(cluster).connect({ clientId: 'b', username: 'ann' })
  await openRaw(cluster).connect({ clientId: 'c', username: 'eve' })
  expect([...cluster.sessions()].map(({ clientid }) => clientid)).toEqual(['joe', '127.0.0.1-ann', 'eve'])
})

test('sessions of MQTT 3 that are to be kept live as long as the settings say', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, { mqtt: { sessionExpiry: 90_000 } })
  await openRaw(cluster, 4).connect({ clientId: 'kept', clean: false })
  await openRaw(cluster, 4).connect({ clientId: 'clean', clean: true })
  await eventually(() => expect(cluster.session('kept')?.expiryInterval).toBe(90))
  expect(cluster.session('clean')?.expiryInterval).toBe(0)
})

test('attributes are made of what a client says', async () => {
  const cluster = await startCluster()
  changeSettings(cluster, {
    mqtt: {
      clientAttributes: [
        { name: 'team', text: ({ username }) => username },
        { name: 'none', text: () => undefined },
      ],
    },
  })
  await openRaw(cluster).connect({ clientId: 'a', username: 'red' })
  expect(cluster.session('a')?.attributes).toEqual({ team: 'red' })
})
