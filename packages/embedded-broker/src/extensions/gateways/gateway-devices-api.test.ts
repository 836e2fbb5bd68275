import { gatewayDevices } from '@brokerdeck/contract/extensions/gateways/gateway-devices.ts'
import * as v from 'valibot'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { simulateDevice } from '../../gateways/lwm2m/simulated-device.ts'
import { bareDevice, publishAs } from '../../gateways/testing/bare-device.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { freePort } from '../../testing/free-port.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'
import { lwm2mSettings } from './testing/lwm2m-settings.ts'

let broker: TestBroker | undefined
afterEach(() => broker?.close())

/** Opens one gateway that listens on a port of its own. */
async function open(gateway: 'coap' | 'lwm2m', settings: object = {}) {
  const port = await freePort()
  const opened = await createTestBroker({ listen: true, nodes: 1, mqttPort: 0, wsPort: 0 })
  broker = opened
  const listeners = [{ type: 'udp', name: 'default', bind: `127.0.0.1:${port}` }]
  expect((await opened.ask('PUT', `/gateways/${gateway}`, { ...settings, listeners })).status).toBe(204)
  return { ...opened, port }
}

async function coldRoom() {
  const opened = await open('lwm2m', lwm2mSettings)
  const executed: string[] = []
  const device = simulateDevice({
    endpoint: 'cold-room',
    host: '127.0.0.1',
    port: opened.port,
    clock: opened.context.clock,
    resources: {
      '/3/0/0': 'Frost',
      '/3/0/4': undefined,
      '/3/0/9': 80,
      '/3/0/14': '+08:00',
      '/3303/0/5605': undefined,
      '/3303/0/5700': -12.5,
    },
    onExecuted: (path) => executed.push(path),
  })
  onTestFinished(() => device.stop())
  await eventually(() => expect(opened.context.gateways.running('lwm2m')?.client('cold-room')).toBeDefined())
  const path = '/gateways/lwm2m/clients/cold-room'
  const lookup = (action: string, of: string) =>
    opened.ask('GET', `${path}/lookup?action=${action}&path=${encodeURIComponent(of)}`)
  const answered = (action: string, of: string, code: string) =>
    eventually(async () => {
      const answer = await lookup(action, of)
      expect(answer).toMatchObject({ status: 200, body: { code } })
      expect(v.safeParse(gatewayDevices.lookup.response[200], answer.body).issues).toBeUndefined()
      return answer.body
    })
  return { ...opened, device, executed, path, lookup, answered }
}

it('reads from a device, which answers when it does', async () => {
  const { ask, answered, lookup, path } = await coldRoom()
  expect(await lookup('read', '/3/0/0')).toEqual({
    status: 200,
    body: {
      clientid: 'cold-room',
      action: 'read',
      path: '/3/0/0',
      code: '6.01',
      codeMsg: 'reply_not_received',
    },
  })
  expect((await ask('POST', '/gateways/lwm2m/clients/cold-room/read?path=%2F3%2F0%2F0')).status).toBe(204)
  expect(await answered('read', '/3/0/0', '2.05')).toMatchObject({
    codeMsg: 'content',
    content: [{ path: '/3/0/0', value: 'Frost' }],
  })
  await ask('POST', `${path}/read?path=%2F3`)
  expect(await answered('read', '/3', '2.05')).toMatchObject({
    content: [
      { path: '/3/0/0', value: 'Frost' },
      { path: '/3/0/9', value: 80 },
      { path: '/3/0/14', value: '+08:00' },
    ],
  })
  await ask('POST', `${path}/read?path=%2F5`)
  expect(await answered('read', '/5', '4.04')).not.toHaveProperty('content')
})

it('writes to a device, what may be written', async () => {
  const { ask, answered, device, path } = await coldRoom()
  await ask('POST', '/gateways/lwm2m/clients/cold-room/write?path=%2F3%2F0%2F14&type=String&value=%2B09%3A00')
  expect(await answered('write', '/3/0/14', '2.04')).toMatchObject({ codeMsg: 'changed' })
  expect(device.value('/3/0/14')).toBe('+09:00')
  await ask('POST', `${path}/write?path=%2F3%2F0%2F9&type=Integer&value=7`)
  await answered('write', '/3/0/9', '4.05')
  expect(device.value('/3/0/9')).toBe(80)
})

it('observes until it is told to stop, and says the last value', async () => {
  const { ask, answered, device, lookup, path } = await coldRoom()
  await ask('POST', '/gateways/lwm2m/clients/cold-room/observe?path=%2F3303%2F0%2F5700&enable=true')
  const values = (value: number) => ({ content: [{ path: '/3303/0/5700', value }] })
  expect(await answered('observe', '/3303/0/5700', '2.05')).toMatchObject(values(-12.5))
  device.set('/3303/0/5700', -11)
  await eventually(async () =>
    expect((await lookup('observe', '/3303/0/5700')).body).toMatchObject(values(-11)),
  )
  await ask('POST', `${path}/observe?path=%2F3303%2F0%2F5700&enable=false`)
  await answered('cancel-observe', '/3303/0/5700', '2.05')
})

it('tells of what was discovered and executed by a message', async () => {
  const { context, answered, executed } = await coldRoom()
  const phone = await connectClient(context.cluster, { clientId: 'phone' })
  const order = (msgType: string, path: string) =>
    phone.publishAsync('lwm2m/cold-room/dn/any', JSON.stringify({ msgType, data: { path } }))
  await order('discover', '/3303/0')
  expect(await answered('discover', '/3303/0', '2.05')).toMatchObject({
    content: [
      { path: '/3303/0/5605', name: 'Reset Min and Max Measured Values', operations: 'E' },
      { path: '/3303/0/5700', name: 'Sensor Value', operations: 'R', dataType: 'Float' },
    ],
  })
  await order('execute', '/3/0/4')
  await answered('execute', '/3/0/4', '2.04')
  expect(executed).toEqual(['/3/0/4'])
})

it('refuses what nobody could be asked', async () => {
  const { ask, path } = await coldRoom()
  const unknown = { status: 404, body: { code: 'CLIENT_NOT_FOUND' } }
  const nobody = '/gateways/lwm2m/clients/none'
  expect(await ask('GET', `${nobody}/lookup?path=%2F3&action=read`)).toEqual(unknown)
  expect(await ask('GET', `${nobody}/lookup?path=%2F3`)).toEqual(unknown)
  for (const asked of ['read?path=%2F3', 'write?path=%2F3%2F0%2F13&type=Colour&value=1', 'observe?path=%2F3'])
    expect(await ask('POST', `${nobody}/${asked}`)).toEqual(unknown)
  const refused = { status: 400, body: { code: 'BAD_REQUEST' } }
  const wrong = ['read', 'read?path=3', 'observe?enable=true', 'write?path=%2F3%2F0%2F13&type=Colour&value=1']
  for (const asked of [...wrong, 'write?path=%2F3%2F0%2F13&type=Integer&value=many'])
    expect(await ask('POST', `${path}/${asked}`)).toMatchObject(refused)
  expect(await ask('GET', `${path}/lookup?path=%2F3`)).toMatchObject(refused)
  expect((await ask('GET', '/gateways/lwm2m/clients')).body).toMatchObject({ meta: { count: 1 } })
})

it('asks a client of CoAP, and says that it does not answer', async () => {
  const { ask, port, context } = await open('coap')
  const bytes = Buffer.of(0, 255)
  const meter = await bareDevice(port, ({ code, payload }) => {
    if (payload.toString() === 'nothing') return undefined
    if (code === '0.04') return { code: '4.05' }
    const isBinary = payload.equals(bytes)
    return { code: '2.05', payload: isBinary ? bytes : Buffer.from('{"temp": 21}') }
  })
  onTestFinished(meter.close)
  meter.say(publishAs('meter'))
  await eventually(() => expect(context.gateways.running('coap')?.client('meter')).toBeDefined())
  const path = '/gateways/coap/clients/meter/request'
  const body = { token: 'abcd', method: 'get', timeout: '5s', content_type: 'text/plain', payload: 'hello' }
  expect(await ask('POST', path, body)).toEqual({
    status: 200,
    body: { id: expect.any(Number), token: 'abcd', method: '{ok,content}', payload: '{"temp": 21}' },
  })
  expect(await ask('POST', path, { ...body, method: 'delete' })).toMatchObject({
    body: { method: '{error,method_not_allowed}', payload: '' },
  })
  const binary = { ...body, content_type: 'application/octet-stream', payload: bytes.toString('base64') }
  expect(await ask('POST', path, binary)).toMatchObject({ body: { payload: bytes.toString('base64') } })
  expect(await ask('POST', path, { ...body, payload: 'nothing', timeout: '50ms' })).toEqual({
    status: 504,
    body: { code: 'CLIENT_NOT_RESPONSE' },
  })
  expect(await ask('POST', '/gateways/coap/clients/none/request', body)).toEqual({
    status: 404,
    body: { code: 'CLIENT_NOT_FOUND' },
  })
  expect(await ask('POST', path, { ...body, method: 'patch' })).toEqual({
    status: 400,
    body: {
      code: 'BAD_REQUEST',
      message: JSON.stringify({
        value: 'patch',
        reason: 'not_a_enum_symbol',
        path: 'method',
        kind: 'validation_error',
      }),
    },
  })
  expect(await ask('POST', path, { ...body, timeout: 'soon' })).toMatchObject({ status: 400 })
})
