import { createSocket } from 'node:dgram'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../testing/free-port.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'
import { lwm2mSettings } from './testing/lwm2m-settings.ts'

let broker: TestBroker | undefined
afterEach(() => broker?.close())

async function open(edition: 'community' | 'enterprise' = 'enterprise') {
  broker = await createTestBroker({ edition })
  return broker.ask
}

const listener = { type: 'tcp', name: 'default', bind: '61613', max_connections: 1_024_000 }

it('lists what was never set up as unloaded, the kinds of the other edition not at all', async () => {
  const ask = await open('community')
  const names = ['coap', 'exproto', 'lwm2m', 'mqttsn', 'stomp']
  expect(await ask('GET', '/gateways')).toEqual({
    status: 200,
    body: names.map((name) => ({ name, status: 'unloaded' })),
  })
  expect(await ask('GET', '/gateways/stomp')).toEqual({
    status: 200,
    body: { name: 'stomp', status: 'unloaded' },
  })
  for (const name of ['modbus', 'ocpp']) {
    const message = `{"value":"${name}","reason":"unable_to_convert_to_enum_symbol","path":"name","kind":"validation_error"}`
    expect(await ask('GET', `/gateways/${name}`)).toEqual({
      status: 400,
      body: { code: 'BAD_REQUEST', message },
    })
  }
  const words = 'Unknown gateway status in query: sleeping\nValues allowed: running, stopped, unloaded'
  expect(await ask('GET', '/gateways?status=sleeping')).toMatchObject({
    status: 400,
    body: { message: words },
  })
})

it('has nothing of a gateway that is not loaded', async () => {
  const ask = await open()
  for (const path of ['listeners', 'clients'])
    expect(await ask('GET', `/gateways/stomp/${path}`)).toEqual({
      status: 404,
      body: { code: 'RESOURCE_NOT_FOUND', message: 'Gateway not loaded' },
    })
  expect(await ask('PUT', '/gateways/stomp/enable/true')).toEqual({
    status: 404,
    body: { code: 'RESOURCE_NOT_FOUND', message: 'NOT FOUND' },
  })
})

it('loads a gateway with its listeners, fills in what was not said, and ignores listeners later', async () => {
  const ask = await open()
  const settings = { name: 'stomp', frame: { max_headers: 5 }, listeners: [listener] }
  expect(await ask('PUT', '/gateways/stomp', settings)).toEqual({ status: 204, body: '' })
  const { body } = await ask('GET', '/gateways/stomp')
  expect(body).toMatchObject({
    name: 'stomp',
    status: 'running',
    enable: true,
    idle_timeout: '30s',
    mountpoint: '',
    frame: { max_headers: 5, max_headers_length: 1024, max_body_length: 65_536 },
    listeners: [{ id: 'stomp:tcp:default', bind: '61613', acceptors: 16, enable_authn: true }],
  })
  await ask('PUT', '/gateways/stomp', { name: 'coap', listeners: [{ ...listener, name: 'second' }] })
  expect(await ask('GET', '/gateways/stomp/listeners')).toMatchObject({
    status: 200,
    body: [
      {
        id: 'stomp:tcp:default',
        bind: ':61613',
        status: { running: true, current_connections: 0, max_connections: 2_048_000 },
        node_status: [{ status: { running: true } }, { status: { running: true } }],
      },
    ],
  })
  expect(await ask('PUT', '/gateways/stomp', body)).toMatchObject({ status: 400 })
})

it('keeps of a gateway the fields that are not sent, and takes each that is sent as a whole', async () => {
  const ask = await open()
  const override = { username: '${Packet.headers.login}', password: '${Packet.headers.passcode}' }
  await ask('PUT', '/gateways/stomp', { mountpoint: 'st/', clientinfo_override: override })
  await ask('PUT', '/gateways/stomp', { enable: false, frame: { max_headers: 5 } })
  expect(await ask('GET', '/gateways/stomp')).toMatchObject({
    body: {
      enable: false,
      mountpoint: 'st/',
      clientinfo_override: override,
      frame: { max_headers: 5, max_headers_length: 1024 },
    },
  })
  await ask('PUT', '/gateways/stomp', { clientinfo_override: {} })
  expect((await ask('GET', '/gateways/stomp')).body).toMatchObject({ enable: false, clientinfo_override: {} })
  expect(JSON.stringify((await ask('GET', '/gateways/stomp')).body)).not.toContain('Packet')
})

it('stops and starts, and tells each node', async () => {
  const ask = await open()
  await ask('PUT', '/gateways/stomp', { listeners: [listener] })
  expect((await ask('PUT', '/gateways/stomp/enable/false')).status).toBe(204)
  expect(await ask('GET', '/gateways?status=stopped')).toMatchObject({
    body: [
      {
        name: 'stomp',
        status: 'stopped',
        max_connections: 2_048_000,
        current_connections: 0,
        listeners: [{ id: 'stomp:tcp:default', running: false }],
        node_status: [{ status: 'stopped' }, { status: 'stopped' }],
      },
    ],
  })
  expect((await ask('PUT', '/gateways/stomp/enable/true')).status).toBe(204)
  expect(await ask('GET', '/gateways/stomp')).toMatchObject({ body: { status: 'running' } })
})

it('refuses to start what it does not speak, and keeps its configuration stopped', async () => {
  const ask = await open()
  const body = { mountpoint: 'gbt32960/', listeners: [{ ...listener, bind: '7325' }] }
  const refused = await ask('PUT', '/gateways/gbt32960', body)
  expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
  expect(JSON.stringify(refused.body)).toContain('does not speak gbt32960')
  expect((await ask('PUT', '/gateways/gbt32960', { ...body, enable: false })).status).toBe(204)
  expect(await ask('GET', '/gateways/gbt32960')).toMatchObject({
    body: { status: 'stopped', max_retry_times: 3, retry_interval: '8s' },
  })
  expect((await ask('PUT', '/gateways/gbt32960/enable/true')).status).toBe(400)
})

it('starts LwM2M with the object definitions of a package only, and says which directory has none', async () => {
  const ask = await open()
  const settings = { ...lwm2mSettings, xml_dir: '/nowhere' }
  const message = `Bad config value '"/nowhere"' for 'xml_dir', reason: no_xml_files_found`
  expect(await ask('PUT', '/gateways/lwm2m', settings)).toEqual({
    status: 400,
    body: { code: 'BAD_REQUEST', message },
  })
  expect((await ask('GET', '/gateways/lwm2m')).body).toEqual({ name: 'lwm2m', status: 'unloaded' })
  expect((await ask('PUT', '/gateways/lwm2m', lwm2mSettings)).status).toBe(204)
})

it('makes, changes and removes listeners, and refuses them as EMQX does', async () => {
  const ask = await open()
  await ask('PUT', '/gateways/coap', {})
  const path = '/gateways/coap/listeners'
  const one = { type: 'udp', name: 'u2', bind: '5684', max_connections: 'infinity' }
  expect(await ask('POST', path, one)).toEqual({ status: 201, body: { ...one, id: 'coap:udp:u2' } })
  expect(await ask('POST', path, one)).toMatchObject({
    status: 400,
    body: { message: 'Listener name has occupied' },
  })
  expect(await ask('POST', path, { type: 'udp', name: 'x' })).toMatchObject({
    status: 400,
    body: { message: 'bind is required' },
  })
  expect((await ask('POST', path, { ...one, name: 'u3', acceptors: 16 })).status).toBe(400)
  expect((await ask('POST', path, { ...one, name: 'u3', type: 'tcp' })).status).toBe(400)
  const id = `${path}/coap%3Audp%3Au2`
  expect((await ask('PUT', id, { ...one, enable: false })).status).toBe(200)
  expect(await ask('GET', id)).toMatchObject({ status: 200, body: { enable: false, running: false } })
  expect(await ask('PUT', `${path}/coap%3Audp%3Anope`, one)).toMatchObject({
    status: 400,
    body: { message: 'Listener coap:udp:nope not found' },
  })
  expect((await ask('DELETE', id)).status).toBe(204)
  expect(await ask('DELETE', id)).toEqual({
    status: 404,
    body: { code: 'RESOURCE_NOT_FOUND', message: 'Listener not found' },
  })
})

it('keeps a password of a certificate to itself', async () => {
  const ask = await open()
  await ask('PUT', '/gateways/stomp', { enable: false })
  const body = {
    type: 'ssl',
    name: 's1',
    bind: '61618',
    enable: false,
    ssl_options: { password: 'geheim' },
  }
  await ask('POST', '/gateways/stomp/listeners', body)
  for (const path of ['/gateways/stomp', '/gateways/stomp/listeners'])
    expect(JSON.stringify(await ask('GET', path))).not.toContain('geheim')
})

it('says of a port that is taken which it is', async () => {
  const port = await freePort()
  broker = await createTestBroker({ listen: true, nodes: 1, mqttPort: 0, wsPort: 0 })
  const { ask } = broker
  const taking = { ...listener, bind: `127.0.0.1:${port}` }
  expect((await ask('PUT', '/gateways/stomp', { listeners: [taking] })).status).toBe(204)
  const refused = await ask('POST', '/gateways/stomp/listeners', { ...taking, name: 'clash' })
  expect(refused).toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
  expect(JSON.stringify(refused.body)).toContain('eaddrinuse')
  expect(await ask('GET', '/gateways/stomp/listeners')).toMatchObject({ body: [{ name: 'default' }] })
})

it('says the same where the gateway itself is set up or enabled, and leaves all as it was', async () => {
  const taken = createSocket('udp4')
  onTestFinished(() => void taken.close())
  await new Promise<void>((resolve) => taken.bind(0, '127.0.0.1', () => resolve()))
  const udp = { type: 'udp', name: 'default', bind: `127.0.0.1:${taken.address().port}` }
  broker = await createTestBroker({ listen: true, nodes: 1, mqttPort: 0, wsPort: 0 })
  const { ask } = broker
  const refusalOf = async (...asked: Parameters<typeof ask>) => {
    const { status, body } = await ask(...asked)
    return { status, said: JSON.stringify(body) }
  }
  const refused = { status: 400, said: expect.stringContaining('eaddrinuse') }
  expect(await refusalOf('PUT', '/gateways/coap', { listeners: [udp] })).toEqual(refused)
  expect(await ask('GET', '/gateways/coap')).toMatchObject({ body: { status: 'unloaded' } })

  expect((await ask('PUT', '/gateways/coap', { enable: false, listeners: [udp] })).status).toBe(204)
  expect(await refusalOf('PUT', '/gateways/coap/enable/true')).toEqual(refused)
  expect(await ask('GET', '/gateways/coap')).toMatchObject({ body: { status: 'stopped', enable: false } })
})
