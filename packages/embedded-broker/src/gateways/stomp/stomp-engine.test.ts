import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import type { IMessage } from '@stomp/stompjs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { noRights } from '../../mqtt/client/rights.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { startGateway } from '../testing/start-gateway.ts'
import { connectStomp, receiptOf } from '../testing/stomp-client.ts'
import { stompEngine } from './stomp-engine.ts'

const document = {
  frame: { max_headers: 10, max_headers_length: 1024, max_body_length: 65_536 },
  mountpoint: '',
  idle_timeout: '30s',
  clientinfo_override: {
    clientid: `\${Packet.headers.client-id}`,
    username: `\${Packet.headers.login}`,
    password: `\${Packet.headers.passcode}`,
  },
}
const listener = { type: 'tcp', id: 'stomp:tcp:default' } as const
const start = (more: object = {}, wanted: object = {}) =>
  startGateway(stompEngine, { ...document, ...more }, { ...listener, ...wanted })

it('carries messages between STOMP and MQTT, both ways, behind the mountpoint', async () => {
  const { cluster, gateway, port } = await start({ mountpoint: `stomp/\${clientid}/` })
  const phone = await connectClient(cluster, { clientId: 'phone' })
  const heard: string[] = []
  phone.on('message', (topic, payload) => heard.push(`${topic} ${payload}`))
  await phone.subscribeAsync('stomp/#')
  const till = await connectStomp(port, { login: 'amy', passcode: 'x', 'client-id': 'till' })
  const received: IMessage[] = []
  till.subscribe('orders/+', (message) => received.push(message), { id: 's1', receipt: 'r1', ack: 'client' })
  await receiptOf(till, 'r1')
  await phone.publishAsync('stomp/till/orders/new', 'two teas', { properties: { contentType: 'text/tea' } })
  await eventually(() => expect(received).toHaveLength(1))
  expect(received[0]?.body).toBe('two teas')
  expect(received[0]?.headers).toMatchObject({
    subscription: 's1',
    destination: 'orders/new',
    'content-type': 'text/tea',
    'message-id': '1',
    ack: '1',
  })
  till.publish({ destination: 'sold', body: 'tea: 2 €', headers: { receipt: 'r2' } })
  await receiptOf(till, 'r2')
  await eventually(() => expect(heard).toContain('stomp/till/sold tea: 2 €'))
  expect([...gateway.clients()].map(({ facts }) => facts)).toMatchObject([
    {
      clientid: 'till',
      username: 'amy',
      protocolName: 'STOMP',
      protocolVersion: '1.2',
      mountpoint: 'stomp/till/',
    },
  ])
  expect(gateway.client('till')?.counters).toMatchObject({ recvPkt: 3, recvMsg: 1, sendPkt: 4, sendMsg: 1 })
  expect(gateway.client('till')?.subscriptions()).toEqual([
    { topic: 'stomp/till/orders/+', qos: 0, subid: 's1' },
  ])
  expect(gateway.listeners().map((one) => one.currentConnections)).toEqual([1, 0])
  expect(cluster.session('till')).toBeUndefined()
})

it('sends a transaction when it is committed, and nothing of one that is not', async () => {
  const { cluster, port } = await start()
  const heard: string[] = []
  cluster.on('published', ({ message }) => void (message.isSys || heard.push(message.payload.toString())))
  const till = await connectStomp(port, {})
  const kept = till.begin('t1')
  const lost = till.begin('t2')
  till.publish({ destination: 'a', body: 'one', headers: { transaction: kept.id } })
  till.publish({ destination: 'a', body: 'gone', headers: { transaction: lost.id } })
  till.publish({ destination: 'a', body: 'two', headers: { transaction: kept.id } })
  lost.abort()
  expect(heard).toEqual([])
  till.publish({ destination: 'a', body: 'before' })
  kept.commit()
  till.publish({ destination: 'a', body: 'after', headers: { receipt: 'r' } })
  await receiptOf(till, 'r')
  expect(heard).toEqual(['before', 'one', 'two', 'after'])
})

it('lets in whom authentication lets in, and lets them do what they may', async () => {
  const asked: object[] = []
  const authenticate = (who: { readonly password: string | undefined; readonly clientid: string }) => {
    asked.push(who)
    return who.password === 'right' ? noRights : undefined
  }
  const { cluster, gateway, port } = await start({}, { authenticate })
  cluster.setAccess({
    authorize: (_who, _action, topic) => ({
      permission: topic.startsWith('own/') ? 'allow' : 'deny',
      source: 'test',
    }),
  })
  const headers = { login: 'amy', 'client-id': 'till' }
  await expect(connectStomp(port, { ...headers, passcode: 'wrong' })).rejects.toThrow(
    'Login Failed: not_authorized',
  )
  expect([...gateway.clients()]).toEqual([])
  const till = await connectStomp(port, { ...headers, passcode: 'right' })
  expect(asked[1]).toMatchObject({
    clientid: 'till',
    username: 'amy',
    password: 'right',
    protocolName: 'STOMP',
    listener: 'stomp:tcp:default',
    node: 'n1@127.0.0.1',
  })
  const refused = new Promise((resolve) => {
    till.onStompError = (frame) => resolve([frame.headers['message'], frame.headers['receipt-id']])
  })
  till.publish({ destination: 'own/a', body: '' })
  till.publish({ destination: 'other/a', body: '', headers: { receipt: 'r' } })
  expect(await refused).toEqual(['Insufficient permissions for other/a', 'r'])
  await eventually(() => expect([...gateway.clients()]).toEqual([]))
})

it('lets nobody in whose name would be a filter', async () => {
  const { port } = await start({ mountpoint: `\${clientid}/` })
  await expect(connectStomp(port, { 'client-id': '+' })).rejects.toThrow('Login Failed: not_authorized')
})

it('takes the place of who was there under the same name, and ends who is sent away', async () => {
  const { cluster, gateway, port } = await start()
  const first = await connectStomp(port, { 'client-id': 'till' })
  first.subscribe('a', () => undefined, { receipt: 'r' })
  await receiptOf(first, 'r')
  expect(cluster.routesTo('a')).toHaveLength(1)
  const second = await connectStomp(port, { 'client-id': 'till' })
  await eventually(() => expect([first.connected, second.connected]).toEqual([false, true]))
  expect(cluster.routesTo('a')).toEqual([])
  gateway.client('till')?.end('kicked')
  await eventually(() => expect(second.connected).toBe(false))
  expect([...gateway.clients()]).toEqual([])
})

it('takes subscriptions from the API, in the words of EMQX', async () => {
  const { cluster, gateway, port } = await start()
  const till = await connectStomp(port, { 'client-id': 'till' })
  const received: string[] = []
  till.onUnhandledMessage = (message) => received.push(message.body)
  const client = gateway.client('till')
  expect(client?.subscribeBy?.('by/rest', 1, undefined)).toBe('no_subid')
  expect(client?.subscribeBy?.('by/rest', 1, '10')).toBeUndefined()
  expect(client?.subscribeBy?.('by/rest', 1, '10')).toBe('Subscription id 10 is in used')
  await cluster.publish({ topic: 'by/rest', payload: Buffer.from('hello'), qos: 1, retain: false })
  await eventually(() => expect(received).toEqual(['hello']))
  expect(client?.unsubscribe('by/rest')).toBe(true)
  expect(client?.subscribeBy?.('by/rest', 1, '10')).toBeUndefined()
})

it('keeps up heartbeats, and ends connections that do not', async () => {
  const { clock, gateway, port } = await start()
  const socket = connect(port, '127.0.0.1')
  const said = text(socket)
  socket.write('CONNECT\naccept-version:1.1\nclient-id:beat\nheart-beat:3000,4000\n\n\0')
  await eventually(() => expect(gateway.client('beat')?.facts.protocolVersion).toBe('1.1'))
  clock.advance(4000)
  expect(gateway.client('beat')?.counters.sendPkt).toBe(2)
  clock.advance(3000)
  expect(gateway.client('beat')).toBeUndefined()
  expect(await said).toBe('CONNECTED\nversion:1.1\nheart-beat:4000,3000\n\n\0\n\n\n')
})

it('sends away who says nothing, and who says what is no STOMP', async () => {
  const { clock, port } = await start()
  const silent = connect(port, '127.0.0.1')
  const ended = text(silent)
  const wrong = connect(port, '127.0.0.1')
  wrong.write('GET / HTTP/1.1\n\n')
  expect(await text(wrong)).toMatch(/^ERROR\nmessage:Invalid frame: /)
  clock.advance(32_000)
  expect(await ended).toBe('')
})

it('stays whole whatever comes', async () => {
  const { gateway, logged, port } = await start()
  const word = fc.constantFrom(
    'CONNECT',
    'SEND',
    'SUBSCRIBE',
    'UNSUBSCRIBE',
    'ACK',
    'BEGIN',
    'COMMIT',
    'ABORT',
    'FOO',
    '',
  )
  const header = fc.constantFrom(
    'id:1',
    'destination:a/#',
    'destination:a',
    'transaction:t',
    'accept-version:1.2',
    'x:y',
    ':',
  )
  const frame = fc
    .tuple(word, fc.array(header, { maxLength: 4 }), fc.string({ maxLength: 20 }))
    .map(([command, headers, body]) => `${command}\n${headers.map((one) => `${one}\n`).join('')}\n${body}\0`)
  await fc.assert(
    fc.asyncProperty(fc.array(frame, { maxLength: 8 }), fc.boolean(), async (frames, connects) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      const closed = new Promise((resolve) => socket.on('close', resolve))
      socket.resume()
      socket.end((connects ? 'CONNECT\naccept-version:1.2\n\n\0' : '') + frames.join(''))
      await closed
    }),
    { numRuns: 60 },
  )
  await eventually(() => expect([...gateway.clients()]).toEqual([]))
  expect(logged.filter((message) => message !== 'stomp_connection_broken')).toEqual([])
  await connectStomp(port, { 'client-id': 'still' })
})
