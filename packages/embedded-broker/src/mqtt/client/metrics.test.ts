import { existsSync, readFileSync } from 'node:fs'
import { needing } from '@brokerdeck/contract/testing/needing.ts'
import { expect, test } from 'vitest'
import { openRaw } from '../../testing/raw-client.ts'
import { startCluster } from '../../testing/start-cluster.ts'

const recordings = new URL('../../../../../../shared/recordings/community/nodes.json', import.meta.url)

needing('recordings of real clusters', existsSync(recordings))(
  'a node has the metrics and stats that a real one has',
  async () => {
    const cluster = await startCluster()
    const exchanges: { name: string; response: { body: Record<string, number> } }[] = JSON.parse(
      readFileSync(recordings, 'utf8'),
    )
    const namesIn = (name: string) => {
      const body = exchanges.find((exchange) => exchange.name === name)?.response.body ?? {}
      return Object.keys(body)
        .filter((key) => key !== 'node')
        .sort()
    }
    const [node] = cluster.nodes
    expect(Object.keys(node?.metrics() ?? {}).sort()).toEqual(namesIn('node-metrics'))
    expect(Object.keys(node?.stats() ?? {}).sort()).toEqual(namesIn('node-stats'))
  },
)

test('bytes, packets and messages are counted exactly, per node and per session', async () => {
  const cluster = await startCluster()
  const raw = openRaw(cluster, 4)
  await raw.connect({ clientId: 'abc' })
  raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 't', qos: 1 }] })
  await raw.next('suback')
  raw.send({ cmd: 'publish', topic: 't', payload: 'xyz', qos: 1, messageId: 2, dup: false, retain: false })
  await raw.next('puback')
  const message = await raw.next('publish')
  raw.send({ cmd: 'puback', messageId: message.messageId ?? 0 })
  await raw.ping()
  // The bytes of each packet: CONNECT 17, SUBSCRIBE 8, PUBLISH 10, PUBACK 4, PINGREQ 2; CONNACK 4, SUBACK 5, PUBACK
  // 4, PUBLISH 10, PINGRESP 2.
  const counted = { received: 17 + 8 + 10 + 4 + 2, sent: 4 + 5 + 4 + 10 + 2 }
  expect(cluster.nodes[0]?.metrics()).toMatchObject({
    'bytes.received': counted.received,
    'bytes.sent': counted.sent,
    'packets.received': 5,
    'packets.sent': 5,
    'packets.connect.received': 1,
    'packets.connack.sent': 1,
    'packets.publish.received': 1,
    'packets.publish.sent': 1,
    'messages.received': 1,
    'messages.qos1.received': 1,
    'messages.publish': 1,
    'messages.delivered': 1,
    'messages.sent': 1,
    'messages.qos1.sent': 1,
    'messages.acked': 1,
    'messages.dropped': 0,
    'messages.forward': 0,
    'client.connected': 1,
    'session.created': 1,
    'authentication.success.anonymous': 1,
  })
  expect(cluster.session('abc')?.counters).toMatchObject({
    recvOct: counted.received,
    sendOct: counted.sent,
    recvPkt: 5,
    sendPkt: 5,
    recvMsg: 1,
    recvMsgQos1: 1,
    sendMsg: 1,
    sendMsgQos1: 1,
  })
  expect(cluster.nodes[0]?.stats()).toMatchObject({
    'connections.count': 1,
    'live_connections.count': 1,
    'subscriptions.count': 1,
    'topics.count': 1,
    'retained.count': 5,
    'cluster_sessions.count': 1,
  })
})
