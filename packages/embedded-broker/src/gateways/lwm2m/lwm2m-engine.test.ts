import { generate } from 'coap-packet'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { noRights } from '../../mqtt/client/rights.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { bareDevice } from '../testing/bare-device.ts'
import { startGateway, type TestGateway } from '../testing/start-gateway.ts'
import { lwm2mEngine } from './lwm2m-engine.ts'

const to = (topic: string) => ({ topic, qos: 0 })
const document = {
  mountpoint: `lwm2m/\${endpoint_name}/`,
  lifetime_min: '15s',
  lifetime_max: '600s',
  idle_timeout: '30s',
  qmode_time_window: '22s',
  auto_observe: false,
  update_msg_publish_condition: 'contains_object_list',
  translators: {
    command: to('dn/#'),
    response: to('up/resp'),
    notify: to('up/notify'),
    register: to('up/register'),
    update: to('up/update'),
  },
}
const listener = { type: 'udp', id: 'lwm2m:udp:default' } as const
const start = (more: object = {}, wanted: object = {}) =>
  startGateway(lwm2mEngine, { ...document, ...more }, { ...listener, ...wanted })

const option = (name: 'Uri-Path' | 'Uri-Query', text: string) => ({ name, value: Buffer.from(text) })
const links = Buffer.from('</>;rt="oma.lwm2m",</1/0>,</3/0>')

/** Opens a lamp that registers and responds to requests. It is closed at the end of the test. */
async function lamp(port: number, answer?: Parameters<typeof bareDevice>[1]) {
  const opened = await bareDevice(port, answer)
  onTestFinished(opened.close)
  const { received, say } = opened
  let messageId = 100
  return {
    ...opened,
    async ask(code: 'POST' | 'DELETE', path: readonly string[], query: readonly string[], payload?: Buffer) {
      messageId += 1
      const options = [
        ...path.map((step) => option('Uri-Path', step)),
        ...query.map((step) => option('Uri-Query', step)),
      ]
      say({ code, confirmable: true, messageId, options, ...(payload === undefined ? {} : { payload }) })
      return eventually(() => {
        const found = received.find((one) => one.ack && one.messageId === messageId)
        expect(found).toBeDefined()
        return found
      })
    },
  }
}

const register = ['ep=lamp', 'lt=300', 'lwm2m=1.0.1', 'b=U']

/** Records the messages that the broker receives from the lamp. */
async function hear({ cluster }: TestGateway) {
  const phone = await connectClient(cluster, { clientId: 'phone' })
  const heard: [topic: string, said: unknown][] = []
  phone.on('message', (topic, payload) => heard.push([topic, JSON.parse(payload.toString())]))
  await phone.subscribeAsync('lwm2m/lamp/up/#')
  const order = (said: object) => phone.publishAsync('lwm2m/lamp/dn/x', JSON.stringify(said))
  return { heard, order }
}

it('tells of a device that registers, says more of itself, and leaves', async () => {
  const test = await start()
  const { heard } = await hear(test)
  const { ask } = await lamp(test.port)
  const answer = await ask('POST', ['rd'], register, links)
  expect(answer?.code).toBe('2.01')
  expect(answer?.options.map(({ name, value }) => [name, value.toString()])).toEqual([
    ['Location-Path', 'rd'],
    ['Location-Path', 'lamp'],
  ])
  const data = {
    ep: 'lamp',
    lt: 300,
    lwm2m: '1.0.1',
    b: 'U',
    alternatePath: '/',
    objectList: ['/1/0', '/3/0'],
  }
  await eventually(() => expect(heard).toEqual([['lwm2m/lamp/up/register', { msgType: 'register', data }]]))
  expect(test.gateway.client('lamp')?.facts).toMatchObject({
    username: 'lamp',
    endpointName: 'lamp',
    protocolName: 'LwM2M',
    protocolVersion: '1.0.1',
    lifetime: 300,
    mountpoint: 'lwm2m/lamp/',
  })
  expect(test.gateway.client('lamp')?.subscriptions()).toEqual([{ topic: 'lwm2m/lamp/dn/#', qos: 0 }])
  expect((await ask('POST', ['rd', 'lamp'], ['lt=9999']))?.code).toBe('2.04')
  expect(test.gateway.client('lamp')?.facts.lifetime).toBe(600)
  await ask('POST', ['rd', 'lamp'], [], Buffer.from('</3/0>,</5>'))
  await eventually(() =>
    expect(heard.at(-1)).toEqual([
      'lwm2m/lamp/up/update',
      { msgType: 'update', data: { ...data, lt: 600, objectList: ['/3/0', '/5'] } },
    ]),
  )
  expect(heard).toHaveLength(2)
  expect((await ask('DELETE', ['rd', 'lamp'], []))?.code).toBe('2.02')
  expect(test.gateway.client('lamp')).toBeUndefined()
  expect((await ask('POST', ['rd', 'lamp'], []))?.code).toBe('4.04')
})

it('gives a device orders from messages, and tells what it answers', async () => {
  const test = await start()
  const { heard, order } = await hear(test)
  const { ask, received } = await lamp(test.port, ({ code, options }) => {
    const accepts = options.find(({ name }) => name === 'Accept')
    if (accepts !== undefined)
      return { code: '2.05', payload: Buffer.from('</3/0>,</3/0/0>,</3/0/4>,</9/0/1>') }
    return code === '0.01' ? { code: '2.05', payload: Buffer.from('EMQ') } : { code: '2.04' }
  })
  await ask('POST', ['rd'], register, links)
  await order({ reqID: 7, msgType: 'read', data: { path: '/3/0/0' } })
  const content = [{ path: '/3/0/0', value: 'EMQ' }]
  const read = { reqPath: '/3/0/0', code: '2.05', codeMsg: 'content', content }
  await eventually(() =>
    expect(heard.at(-1)).toEqual(['lwm2m/lamp/up/resp', { reqID: 7, msgType: 'read', data: read }]),
  )
  await order({ reqID: 'a', msgType: 'write', data: { path: '/3/0/13', type: 'Integer', value: '12' } })
  const written = { reqPath: '/3/0/13', code: '2.04', codeMsg: 'changed' }
  await eventually(() =>
    expect(heard.at(-1)).toEqual(['lwm2m/lamp/up/resp', { reqID: 'a', msgType: 'write', data: written }]),
  )
  expect(received.at(-1)).toMatchObject({ code: '0.03', payload: Buffer.from('c10d0c', 'hex') })
  await order({ msgType: 'execute', data: { path: '/3/0/4', args: '0' } })
  await eventually(() => expect(received.at(-1)).toMatchObject({ code: '0.02', payload: Buffer.from('0') }))
  await order({ msgType: 'discover', data: { path: '/3/0' } })
  await eventually(() =>
    expect(test.gateway.client('lamp')?.objects?.lookup('discover', '/3/0').code).toBe('2.05'),
  )
  expect(test.gateway.client('lamp')?.objects?.lookup('discover', '/3/0').content).toEqual([
    { path: '/3/0/0', name: 'Manufacturer', operations: 'R', dataType: 'String' },
    { path: '/3/0/4', name: 'Reboot', operations: 'E' },
    { '/9/0/1': '/9/0/1' },
  ])
  const found = ['</3/0>', '</3/0/0>', '</3/0/4>', '</9/0/1>']
  expect(heard.at(-1)).toMatchObject([expect.anything(), { msgType: 'discover', data: { content: found } }])
})

it('answers the API from what the device has said', async () => {
  const { gateway, port } = await start()
  const { ask } = await lamp(port, () => ({ code: '2.05', payload: Buffer.from('EMQ') }))
  await ask('POST', ['rd'], register, links)
  const objects = gateway.client('lamp')?.objects
  expect(objects?.lookup('read', '/3/0/0')).toEqual({
    clientid: 'lamp',
    action: 'read',
    path: '/3/0/0',
    code: '6.01',
    codeMsg: 'reply_not_received',
  })
  expect(objects?.order({ msgType: 'read', data: { path: '/3/0/0' } })).toBe(true)
  const content = [{ path: '/3/0/0', value: 'EMQ' }]
  await eventually(() =>
    expect(objects?.lookup('read', '/3/0/0')).toMatchObject({ code: '2.05', codeMsg: 'content', content }),
  )
  objects?.order({ msgType: 'read', data: { path: '/3/0/0' } })
  expect(objects?.lookup('read', '/3/0/0').code).toBe('6.01')
  const wrong = { path: '/3/0/13', type: 'Integer', value: 'twelve' } as const
  expect(objects?.order({ msgType: 'write', data: wrong })).toBe(false)
})

it('tells what is observed, until it is not wanted any more', async () => {
  const test = await start({ auto_observe: true })
  const { heard, order } = await hear(test)
  const tokens: Buffer[] = []
  const { ask, received, say } = await lamp(test.port, ({ token }) => {
    tokens.push(token)
    return { code: '2.05', payload: Buffer.from('1') }
  })
  await ask('POST', ['rd'], register, Buffer.from('</3303/0>'))
  await eventually(() => expect(heard.at(-1)).toMatchObject(['lwm2m/lamp/up/resp', { msgType: 'observe' }]))
  const json = Buffer.from('{"bn":"/3303/0/","e":[{"n":"5700","v":21.5}]}')
  const options = [
    { name: 'Observe' as const, value: Buffer.of(4) },
    { name: 'Content-Format' as const, value: Buffer.from('2d17', 'hex') },
  ]
  const notification = { code: '2.05', token: tokens[0] ?? Buffer.alloc(0), options, payload: json }
  say({ ...notification, confirmable: true, messageId: 9 })
  const content = [{ path: '/3303/0/5700', value: 21.5 }]
  await eventually(() =>
    expect(heard.at(-1)).toEqual([
      'lwm2m/lamp/up/notify',
      {
        msgType: 'notify',
        seqNum: 4,
        data: { reqPath: '/3303/0', code: '2.05', codeMsg: 'content', content },
      },
    ]),
  )
  expect(test.gateway.client('lamp')?.objects?.lookup('observe', '/3303/0')).toMatchObject({ content })
  await eventually(() => expect(received.at(-1)).toMatchObject({ ack: true, messageId: 9, code: '0.00' }))
  await order({ msgType: 'cancel-observe', data: { path: '/3303/0' } })
  await eventually(() =>
    expect(heard.at(-1)).toMatchObject([expect.anything(), { msgType: 'cancel-observe' }]),
  )
  const before = heard.length
  say({ ...notification, confirmable: true, messageId: 10 })
  await eventually(() => expect(received.at(-1)).toMatchObject({ ack: true, messageId: 10 }))
  expect(heard).toHaveLength(before)
})

it('lets orders wait for a device that sleeps', async () => {
  const { clock, gateway, port } = await start()
  const { ask, received } = await lamp(port)
  await ask('POST', ['rd'], ['ep=lamp', 'lt=300', 'b=UQ'], links)
  clock.advance(30_000)
  expect(gateway.client('lamp')?.objects?.order({ msgType: 'read', data: { path: '/3/0/0' } })).toBe(true)
  const isAsked = () => received.some(({ code }) => code === '0.01')
  await ask('POST', ['rd', 'lamp'], [])
  await eventually(() => expect(isAsked()).toBe(true))
  clock.advance(301_000)
  expect(gateway.client('lamp')).toBeUndefined()
})

it('registers nobody without a name that can be one, or whom authentication refuses', async () => {
  const asked: string[] = []
  const authenticate = ({ clientid }: { readonly clientid: string }) => {
    asked.push(clientid)
    return clientid === 'lamp' ? noRights : undefined
  }
  const { gateway, port } = await start({}, { authenticate })
  const { ask } = await lamp(port)
  for (const query of [[], ['ep='], ['ep=+'], ['ep=a/b'], ['ep=other']])
    expect((await ask('POST', ['rd'], query, links))?.code).toBe('4.00')
  expect(asked).toEqual(['other'])
  expect([...gateway.clients()]).toEqual([])
})

it('stays whole whatever comes', async () => {
  const { cluster, gateway, logged, port } = await start()
  const { ask, socket } = await lamp(port)
  await ask('POST', ['rd'], register, links)
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 60 }).map((one) => Buffer.from(one))
  const text = fc.constantFrom('rd', 'lamp', 'ep=lamp', 'lt=x', 'lt=-1', 'b=Q', '<', '</1>,</x>;rt=')
  const packet = fc
    .record({
      code: fc.constantFrom('GET', 'POST', 'PUT', '2.05'),
      path: fc.array(text, { maxLength: 3 }),
      query: text,
    })
    .map(({ code, path, query }) =>
      generate({
        code,
        options: [...path.map((one) => option('Uri-Path', one)), option('Uri-Query', query)],
      }),
    )
  const order = fc.oneof(fc.json(), fc.constant('{"msgType":"read","data":{"path":"/3/0"}}'))
  await fc.assert(
    fc.asyncProperty(fc.oneof(packet, bytes), order, async (datagram, payload) => {
      await cluster.publish({
        topic: 'lwm2m/lamp/dn/a',
        payload: Buffer.from(payload),
        qos: 0,
        retain: false,
      })
      await new Promise((resolve) => socket.send(datagram, () => setImmediate(resolve)))
    }),
    { numRuns: 300 },
  )
  expect((await ask('POST', ['rd'], register, links))?.code).toBe('2.01')
  expect(gateway.client('lamp')).toBeDefined()
  expect(logged).toEqual([])
})
