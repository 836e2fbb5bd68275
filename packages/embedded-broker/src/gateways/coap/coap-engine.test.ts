import { generate } from 'coap-packet'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { noRights } from '../../mqtt/client/rights.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { bareDevice, publishAs } from '../testing/bare-device.ts'
import { coapClient } from '../testing/coap-client.ts'
import { startGateway } from '../testing/start-gateway.ts'
import { coapEngine } from './coap-engine.ts'

const document = {
  mountpoint: '',
  connection_required: false,
  heartbeat: '30s',
  notify_type: 'qos',
  subscribe_qos: 'coap',
  publish_qos: 'coap',
}
const listener = { type: 'udp', id: 'coap:udp:default' } as const
const start = (more: object = {}, wanted: object = {}) =>
  startGateway(coapEngine, { ...document, ...more }, { ...listener, ...wanted })

it('publishes to MQTT, and tells what is observed', async () => {
  const { cluster, gateway, port } = await start({ mountpoint: 'coap/' })
  const phone = await connectClient(cluster, { clientId: 'phone' })
  const heard: string[] = []
  phone.on('message', (topic, payload, { qos }) => heard.push(`${topic} ${payload} ${qos}`))
  await phone.subscribeAsync('coap/#', { qos: 2 })
  const { ask, told } = coapClient(port)
  const who = 'clientid=lamp&username=amy'
  expect(await told({ method: 'POST', path: `/ps/hall/light?${who}`, payload: 'on' })).toEqual(['2.04', ''])
  expect(
    await told({ method: 'PUT', path: `/ps/hall/light?${who}&qos=2&retain=true`, payload: 'off' }),
  ).toEqual(['2.04', ''])
  await eventually(() => expect(heard).toEqual(['coap/hall/light on 1', 'coap/hall/light off 2']))
  expect(cluster.retained('coap/hall/light')).toHaveLength(1)
  const observed: string[] = []
  const answer = await ask({ method: 'GET', path: `/ps/hall/dim?${who}`, observe: true })
  expect(answer.code).toBe('2.05')
  answer.on('data', (data: Buffer) => observed.push(data.toString()))
  await phone.publishAsync('coap/hall/dim', '40', { qos: 1 })
  await phone.publishAsync('coap/hall/dim', '50', { qos: 0 })
  await eventually(() => expect(observed.filter((one) => one !== '')).toEqual(['40', '50']))
  expect(gateway.client('lamp')?.facts).toMatchObject({
    username: 'amy',
    protocolName: 'CoAP',
    keepalive: 15,
  })
  expect(gateway.client('lamp')?.subscriptions()).toEqual([{ topic: 'coap/hall/dim', qos: 1 }])
  expect((await told({ method: 'DELETE', path: `/ps/hall/dim?${who}` }))[0]).toBe('4.05')
  expect((await told({ method: 'GET', path: '/elsewhere' }))[0]).toBe('4.04')
})

it('lets connect who has to, and nobody else ask', async () => {
  const asked: object[] = []
  const authenticate = (who: { readonly password: string | undefined }) => {
    asked.push(who)
    return who.password === 'right' ? noRights : undefined
  }
  const { clock, gateway, port } = await start({ connection_required: true }, { authenticate })
  const { told } = coapClient(port)
  const path = '/mqtt/connection?clientid=lamp&username=amy'
  expect(await told({ method: 'POST', path: '/ps/a?clientid=lamp', payload: 'x' })).toEqual([
    '4.00',
    'Missing token or clientid in connection mode',
  ])
  expect(await told({ method: 'POST', path: `${path}&password=wrong` })).toEqual([
    '4.00',
    'Login Failed: not_authorized',
  ])
  const [code, token] = await told({ method: 'POST', path: `${path}&password=right` })
  expect(code).toBe('2.01')
  expect(asked.at(-1)).toMatchObject({
    clientid: 'lamp',
    username: 'amy',
    password: 'right',
    protocolName: 'CoAP',
  })
  expect((await told({ method: 'POST', path: '/ps/a?clientid=lamp&token=1', payload: 'x' }))[0]).toBe('4.01')
  expect((await told({ method: 'POST', path: `/ps/a?clientid=lamp&token=${token}`, payload: 'x' }))[0]).toBe(
    '2.04',
  )
  clock.advance(40_000)
  expect((await told({ method: 'PUT', path: `/mqtt/connection?clientid=lamp&token=${token}` }))[0]).toBe(
    '2.04',
  )
  clock.advance(40_000)
  expect(gateway.client('lamp')).toBeDefined()
  expect((await told({ method: 'DELETE', path: `/mqtt/connection?clientid=lamp&token=${token}` }))[0]).toBe(
    '2.02',
  )
  expect(gateway.client('lamp')).toBeUndefined()
  await told({ method: 'POST', path: `${path}&password=right` })
  clock.advance(46_000)
  expect(gateway.client('lamp')).toBeUndefined()
})

/** Opens a device that is closed at the end of the test. */
async function device(port: number) {
  const opened = await bareDevice(port)
  onTestFinished(opened.close)
  return opened
}
const publish = publishAs('bare')

it('asks a client in the name of the API, and repeats itself until it is confirmed', async () => {
  const { clock, gateway, port } = await start()
  const { received, say } = await device(port)
  say(publish)
  await eventually(() => expect(received).toHaveLength(1))
  const request = {
    token: 'abcd',
    method: 'get',
    contentType: 'text/plain',
    payload: 'hello',
    timeout: 5000,
  } as const
  const answer = gateway.client('bare')?.ask?.(request)
  await eventually(() => expect(received).toHaveLength(2))
  clock.advance(2000)
  await eventually(() => expect(received).toHaveLength(3))
  expect(received[1]).toEqual(received[2])
  expect(received[1]).toMatchObject({
    code: '0.01',
    token: Buffer.from('abcd'),
    payload: Buffer.from('hello'),
  })
  const messageId = received[1]?.messageId ?? 0
  say({
    ack: true,
    code: '2.05',
    messageId,
    token: Buffer.from('abcd'),
    payload: Buffer.from('{"temp": 21}'),
  })
  expect(await answer).toEqual({
    id: messageId,
    token: 'abcd',
    method: '{ok,content}',
    payload: '{"temp": 21}',
  })
  const late = gateway.client('bare')?.ask?.(request)
  await eventually(() => expect(received).toHaveLength(4))
  clock.advance(6000)
  expect(await late).toBeUndefined()
})

it('knows what was said twice, and ends an observation that is reset', async () => {
  const { cluster, gateway, port } = await start()
  const published: string[] = []
  cluster.on('published', ({ message }) => void (message.isSys || published.push(message.topic)))
  const { received, say } = await device(port)
  say(publish)
  say(publish)
  await eventually(() =>
    expect(received.map(({ code, ack }) => [code, ack])).toEqual([
      ['2.04', true],
      ['2.04', true],
    ]),
  )
  expect(published).toEqual(['a'])
  const observe = { name: 'Observe', value: Buffer.alloc(0) } as const
  say({
    ...publish,
    confirmable: false,
    code: 'GET',
    options: [observe, ...publish.options],
    token: Buffer.from('t'),
    messageId: 8,
  })
  await eventually(() => expect(gateway.client('bare')?.subscriptions()).toEqual([{ topic: 'a', qos: 0 }]))
  await cluster.publish({ topic: 'a', payload: Buffer.from('1'), qos: 0, retain: false })
  await eventually(() =>
    expect(received.at(-1)).toMatchObject({ token: Buffer.from('t'), payload: Buffer.from('1') }),
  )
  say({ reset: true, code: '0.00', messageId: received.at(-1)?.messageId ?? 0 })
  await eventually(() => expect(gateway.client('bare')?.subscriptions()).toEqual([]))
})

it('takes subscriptions from the API, and lets nobody do what it may not', async () => {
  const { cluster, gateway, port } = await start()
  const { received, say } = await device(port)
  say(publish)
  await eventually(() => expect(received).toHaveLength(1))
  expect(gateway.client('bare')?.subscribeBy?.('down', 1, undefined)).toBeUndefined()
  await cluster.publish({ topic: 'down', payload: Buffer.from('2'), qos: 1, retain: false })
  await eventually(() =>
    expect(received.at(-1)).toMatchObject({ confirmable: true, payload: Buffer.from('2') }),
  )
  cluster.setAccess({ authorize: () => ({ permission: 'deny', source: 'test' }) })
  say({ ...publish, messageId: 9 })
  await eventually(() => expect(received.at(-1)?.code).toBe('4.01'))
})

it('stays whole whatever comes', async () => {
  const { gateway, port, logged } = await start()
  const { received, say, socket } = await device(port)
  const option = fc.record({
    name: fc.constantFrom('Uri-Path', 'Uri-Query', 'Observe', 'Block1', 'Content-Format'),
    value: fc
      .oneof(
        fc.constantFrom('ps', 'mqtt', 'connection', 'clientid=x', 'qos=9', 'a/#'),
        fc.string({ maxLength: 9 }),
      )
      .map((text) => Buffer.from(text)),
  })
  const packet = fc
    .record({
      code: fc.constantFrom('0.00', 'GET', 'POST', 'PUT', 'DELETE', '0.09', '2.05', '4.04', '7.31'),
      options: fc.array(option, { maxLength: 6 }),
      token: fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
      ack: fc.boolean(),
      messageId: fc.nat(40),
    })
    .map((one) =>
      generate(one.code === '0.00' ? { code: '0.00', messageId: one.messageId, reset: one.ack } : one),
    )
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 60 }).map((one) => Buffer.from(one))
  await fc.assert(
    fc.asyncProperty(fc.oneof(packet, bytes), async (datagram) => {
      await new Promise((resolve) => socket.send(datagram, () => setImmediate(resolve)))
    }),
    { numRuns: 400 },
  )
  say({ ...publish, messageId: 999 })
  await eventually(() => expect(received.some(({ messageId }) => messageId === 999)).toBe(true))
  expect(gateway.client('bare')).toBeDefined()
  expect(logged).toEqual([])
})
