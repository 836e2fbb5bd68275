import { gatewayClients } from '@brokerdeck/contract/extensions/gateways/gateway-clients.ts'
import type { IMessage } from '@stomp/stompjs'
import * as v from 'valibot'
import { afterEach, expect, it } from 'vitest'
import { connectStomp, receiptOf } from '../../gateways/testing/stomp-client.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { freePort } from '../../testing/free-port.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

let broker: TestBroker | undefined
afterEach(() => broker?.close())

/** Opens a STOMP gateway with a listener, to which a till and a lamp are connected. */
async function open() {
  const port = await freePort()
  const opened = await createTestBroker({ listen: true, nodes: 1, mqttPort: 0, wsPort: 0 })
  broker = opened
  const listener = { type: 'tcp', name: 'default', bind: `127.0.0.1:${port}` }
  const override = {
    clientid: `\${Packet.headers.client-id}`,
    username: `\${Packet.headers.login}`,
  }
  const body = { mountpoint: 'st/', clientinfo_override: override, listeners: [listener] }
  expect((await opened.ask('PUT', '/gateways/stomp', body)).status).toBe(204)
  const till = await connectStomp(port, { login: 'amy', passcode: 'x', 'client-id': 'till' })
  await connectStomp(port, { login: 'bob', passcode: 'x', 'client-id': 'lamp' })
  return { ...opened, port, till }
}

const idsOf = (body: unknown) =>
  body !== null && typeof body === 'object' && 'data' in body && Array.isArray(body.data)
    ? body.data.map((one: { clientid: string }) => one.clientid).sort()
    : body

it('lists clients with what they are, and finds them by all that the API has', async () => {
  const { ask } = await open()
  expect(await ask('GET', '/gateways/stomp/clients')).toMatchObject({
    status: 200,
    body: {
      data: [
        {
          clientid: 'till',
          username: 'amy',
          proto_name: 'STOMP',
          proto_ver: '1.2',
          connected: true,
          ip_address: '127.0.0.1',
          node: 'emqx@127.0.0.1',
          mountpoint: 'st/',
          subscriptions_cnt: 0,
        },
        { clientid: 'lamp', username: 'bob' },
      ],
      meta: { count: 2 },
    },
  })
  expect(
    v.safeParse(gatewayClients.list.response[200], (await ask('GET', '/gateways/stomp/clients')).body).issues,
  ).toBeUndefined()
  const found = async (query: string) => idsOf((await ask('GET', `/gateways/stomp/clients?${query}`)).body)
  expect(await found('clientid=till')).toEqual(['till'])
  expect(await found('username=bob')).toEqual(['lamp'])
  expect(await found('like_clientid=l')).toEqual(['lamp', 'till'])
  expect(await found('like_username=am')).toEqual(['till'])
  expect(await found('ip_address=127.0.0.1&node=emqx%40127.0.0.1')).toEqual(['lamp', 'till'])
  expect(await found('conn_state=asleep')).toEqual([])
  expect(await found('proto_ver=1.0')).toEqual([])
  expect(await found('gte_connected_at=2999-01-01T00:00:00Z')).toEqual([])
  expect(await ask('GET', '/gateways/stomp/clients?node=none')).toMatchObject({
    status: 500,
    body: { code: 'NODE_DOWN' },
  })
})

it('shows one, its subscriptions, subscribes it and takes that back', async () => {
  const { ask, till, context } = await open()
  const heard: IMessage[] = []
  till.subscribe('orders/+', (message) => heard.push(message), { id: 's1', receipt: 'r1' })
  await receiptOf(till, 'r1')
  expect(await ask('GET', '/gateways/stomp/clients/till')).toMatchObject({
    body: { clientid: 'till', subscriptions_cnt: 1 },
  })
  expect(await ask('GET', '/gateways/stomp/clients/till/subscriptions')).toMatchObject({
    body: [{ topic: 'st/orders/+', sub_props: { subid: 's1' } }],
  })
  const made = await ask('POST', '/gateways/stomp/clients/till/subscriptions', {
    topic: 'more',
    qos: 1,
    sub_props: { subid: 's2' },
  })
  expect(made).toMatchObject({ status: 201, body: { topic: 'st/more' } })
  const mqtt = await connectClient(context.cluster, { clientId: 'phone' })
  await mqtt.publishAsync('st/orders/1', 'tea')
  await eventually(() => expect(heard.map(({ body }) => body)).toEqual(['tea']))
  expect((await ask('DELETE', '/gateways/stomp/clients/till/subscriptions/more')).status).toBe(204)
  expect(await ask('GET', '/gateways/stomp/clients/till/subscriptions')).toMatchObject({
    body: [{ topic: 'st/orders/+' }],
  })
  expect(await ask('POST', '/gateways/stomp/clients/till/subscriptions', { qos: 1 })).toMatchObject({
    status: 400,
    body: { message: 'Miss topic property' },
  })
})

it('kicks one, and knows nobody who is gone', async () => {
  const { ask, till } = await open()
  const closed = new Promise<void>((resolve) => {
    till.onWebSocketClose = () => resolve()
  })
  expect((await ask('DELETE', '/gateways/stomp/clients/till')).status).toBe(204)
  await closed
  await eventually(async () =>
    expect(idsOf((await ask('GET', '/gateways/stomp/clients')).body)).toEqual(['lamp']),
  )
  const unknown = { status: 404, body: { code: 'RESOURCE_NOT_FOUND', message: 'Client not found' } }
  expect(await ask('DELETE', '/gateways/stomp/clients/till')).toEqual(unknown)
  expect(await ask('GET', '/gateways/stomp/clients/till')).toEqual(unknown)
  expect(await ask('GET', '/gateways/stomp/clients/till/subscriptions')).toEqual(unknown)
})

it('ends connections with the listener that they came by, and counts them before', async () => {
  const { ask, port } = await open()
  expect(await ask('GET', '/gateways/stomp/listeners')).toMatchObject({
    body: [{ id: 'stomp:tcp:default', status: { running: true, current_connections: 2 } }],
  })
  expect(await ask('GET', '/gateways/stomp/listeners/stomp%3Atcp%3Adefault')).toMatchObject({
    body: { id: 'stomp:tcp:default', running: true },
  })
  const body = { type: 'tcp', name: 'default', bind: `127.0.0.1:${port}`, enable: false }
  expect((await ask('PUT', '/gateways/stomp/listeners/stomp%3Atcp%3Adefault', body)).status).toBe(200)
  await eventually(async () => expect(idsOf((await ask('GET', '/gateways/stomp/clients')).body)).toEqual([]))
  expect((await ask('DELETE', '/gateways/stomp/listeners/stomp%3Atcp%3Adefault')).status).toBe(204)
})
