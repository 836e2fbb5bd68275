import { once } from 'node:events'
import { createConnection, createServer } from 'node:net'
import { type IClientOptions, type MqttClient, connect as open } from 'mqtt'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { selfSigned } from '../../certificates/self-signed.ts'
import { connectClient } from '../../testing/connect-client.ts'
import { eventually } from '../../testing/eventually.ts'
import { freePort } from '../../testing/free-port.ts'
import { RawClient } from '../../testing/raw-client.ts'
import { createTestBroker, type TestBroker } from '../../testing/test-broker.ts'

const [one, two] = ['emqx@127.0.0.1', 'emqx2@127.0.0.2']
let broker: TestBroker

beforeAll(async () => {
  broker = await createTestBroker({ listen: true, mqttPort: 0, wsPort: 0 })
})

afterAll(() => broker.close())

async function make(type: string, name: string, more: object = {}) {
  const id = `${type}:${name}`
  const port = await freePort()
  const answer = await broker.ask('POST', `/listeners/${id}`, { id, type, bind: port, ...more })
  expect(answer).toMatchObject({ status: 200, body: { id, running: true } })
  onTestFinished(async () => {
    await broker.ask('DELETE', `/listeners/${id}`)
  })
  return { id, port }
}

function connect(url: string, options: IClientOptions = {}): Promise<MqttClient> {
  const client = open(url, { protocolVersion: 5, reconnectPeriod: 0, ...options })
  onTestFinished(() => client.endAsync(true))
  return new Promise((resolve, reject) => {
    client.once('connect', () => resolve(client))
    client.once('error', reject)
    client.once('close', () => reject(new Error('closed')))
  })
}

const closing = (client: MqttClient) =>
  new Promise((resolve) => client.once('close', () => resolve('closed')))
const refused = (port: number) =>
  new Promise<string>((resolve) => {
    createConnection(port, '127.0.0.1').once('error', (error) => resolve(error.message))
  })

it('are listed over all nodes, by type if asked, with the place where each node really listens', async () => {
  const { context } = broker
  await connectClient(context.cluster, { clientId: 'a', node: two })
  const bind = context.cluster.nodes.map(
    (node) => node.listeners.find(({ id }) => id === 'tcp:default')?.bind,
  )
  const status = (current_connections: number) => ({
    running: true,
    current_connections,
    max_connections: 'infinity',
  })
  expect((await broker.ask('GET', '/listeners?type=tcp')).body).toEqual([
    {
      id: 'tcp:default',
      type: 'tcp',
      name: 'default',
      bind: bind[0],
      enable: true,
      acceptors: 16,
      number: 2,
      status: status(1),
      node_status: [
        { node: one, status: status(0), address: bind[0] },
        { node: two, status: status(1), address: bind[1] },
      ],
    },
  ])
  const { body } = await broker.ask('GET', '/listeners')
  expect(body).toMatchObject([
    { type: 'ssl', enable: false },
    { type: 'tcp' },
    { type: 'ws' },
    { type: 'wss' },
  ])
  expect(await broker.ask('GET', '/listeners?type=quic')).toEqual({ status: 200, body: [] })
  expect(await broker.ask('GET', '/listeners_status')).toMatchObject({
    body: [
      { type: 'ssl', enable: false, ids: ['ssl:default'], status: { running: false } },
      { type: 'tcp', ids: ['tcp:default'], status: status(1) },
      { type: 'ws', ids: ['ws:default'], status: status(0) },
      { type: 'wss' },
    ],
  })
})

it('takes connections on every node, and ends them when it is stopped or deleted, not when it is restarted', async () => {
  const { id, port } = await make('tcp', 'demo', { max_connections: 1000, acceptors: 4 })
  const here = await connect(`mqtt://127.0.0.1:${port}`, { clientId: 'here' })
  await connect(`mqtt://127.0.0.2:${port}`, { clientId: 'there' })
  expect(broker.context.cluster.session('there')).toMatchObject({ node: two, listener: id })
  expect((await broker.ask('GET', '/listeners?type=tcp')).body).toMatchObject([
    {},
    { id, bind: `:${port}`, status: { current_connections: 2, max_connections: 2000 } },
  ])
  const goodbye = new Promise((resolve) => here.once('disconnect', ({ reasonCode }) => resolve(reasonCode)))
  expect(await broker.ask('POST', `/listeners/${id}/stop`)).toMatchObject({ status: 200 })
  expect(await goodbye).toBe(0x8b)
  expect(await refused(port)).toContain('ECONNREFUSED')
  expect((await broker.ask('GET', `/listeners/${id}`)).body).toMatchObject({ enable: false, running: false })
  expect(await broker.ask('POST', `/listeners/${id}/stop`)).toMatchObject({ status: 200 })
  await broker.ask('POST', `/listeners/${id}/start`)
  const again = await connect(`mqtt://127.0.0.1:${port}`, { clientId: 'again' })
  expect(await broker.ask('POST', `/listeners/${id}/restart`)).toMatchObject({ status: 200 })
  await again.publishAsync('still/here', '', { qos: 1 })
  const last = await connect(`mqtt://127.0.0.1:${port}`, { clientId: 'last' })
  const deleted = closing(last)
  expect(await broker.ask('DELETE', `/listeners/${id}`)).toMatchObject({ status: 204 })
  await deleted
  expect(await broker.ask('DELETE', `/listeners/${id}`)).toMatchObject({ body: { code: 'BAD_LISTENER_ID' } })
  expect(broker.context.cluster.session('last')).toBeUndefined()
})

it('keeps its clients on an update unless the address changes, and what an update leaves out', async () => {
  const { id, port } = await make('tcp', 'story', { max_connections: 10, mountpoint: 'm/' })
  const client = await connect(`mqtt://127.0.0.1:${port}`, { clientId: 'story' })
  const update = (more: object) => broker.ask('PUT', `/listeners/${id}`, { id, type: 'tcp', ...more })
  expect(await update({ bind: port, max_connections: 1, tcp_options: { backlog: 7 } })).toMatchObject({
    body: {
      max_connections: 1,
      mountpoint: 'm/',
      tcp_options: { backlog: 7, nodelay: true },
      current_connections: 1,
    },
  })
  expect(client.connected).toBe(true)
  // The listener has reached its maximum of connections.
  await expect(connect(`mqtt://127.0.0.1:${port}`, {})).rejects.toThrow()
  const gone = closing(client)
  const moved = await freePort()
  expect(await update({ bind: moved })).toMatchObject({ body: { bind: `:${moved}`, max_connections: 1 } })
  await gone
  expect(await refused(port)).toContain('ECONNREFUSED')
  await connect(`mqtt://127.0.0.1:${moved}`)
})

it('of WebSocket keeps its clients at another address, and ends them when it is stopped there', async () => {
  const { id, port } = await make('ws', 'mover')
  const client = await connect(`ws://127.0.0.1:${port}/mqtt`, { clientId: 'stays' })
  const moved = await freePort()
  expect(await broker.ask('PUT', `/listeners/${id}`, { id, type: 'ws', bind: moved })).toMatchObject({
    body: { bind: `:${moved}`, current_connections: 1 },
  })
  expect(await refused(port)).toContain('ECONNREFUSED')
  await client.publishAsync('still/here', '', { qos: 1 })
  await connect(`ws://127.0.0.1:${moved}/mqtt`)
  const gone = closing(client)
  await broker.ask('POST', `/listeners/${id}/stop`)
  await gone
})

it('cannot have a port that is taken: it then stays closed where it was tried, and the others go on', async () => {
  const { id, port } = await make('tcp', 'mover')
  const taken = await freePort()
  const other = createServer().listen(taken, '127.0.0.1')
  await once(other, 'listening')
  const update = await broker.ask('PUT', `/listeners/${id}`, { id, type: 'tcp', bind: taken })
  const message = `{failed_to_start,"${id}(:${taken}) : {shutdown,{failed_to_start_child,listener,eaddrinuse}}"}`
  expect(update).toEqual({ status: 400, body: { code: 'BAD_REQUEST', message } })
  expect((await broker.ask('GET', '/listeners?type=tcp')).body).toMatchObject([
    {},
    {
      bind: `:${port}`,
      status: { running: 'inconsistent' },
      node_status: [
        { node: one, status: { running: false } },
        { node: two, status: { running: true } },
      ],
    },
  ])
  const create = { id: 'tcp:never', type: 'tcp', bind: taken }
  expect(await broker.ask('POST', '/listeners/tcp:never', create)).toMatchObject({ status: 400 })
  expect(await broker.ask('GET', '/listeners/tcp:never')).toMatchObject({ status: 404 })
  await broker.ask('POST', `/listeners/${id}/start`)
  await connect(`mqtt://127.0.0.1:${port}`)
  other.close()
})

it('speaks TLS with the certificate it is given, and never gives the key back', async () => {
  const { cert, key } = selfSigned('Plant', ['plant.example'], ['127.0.0.1'], Date.now())
  const { id, port } = await make('ssl', 'plant', {
    ssl_options: {
      certfile: cert,
      keyfile: key,
      cacertfile: cert,
      verify: 'verify_peer',
      password: 'secret',
    },
  })
  const tls = { ca: cert, servername: 'plant.example' }
  const plain = await connect(`mqtts://127.0.0.1:${port}`, { ...tls, clientId: 'no-certificate' })
  expect(plain.connected).toBe(true)
  await connect(`mqtts://127.0.0.1:${port}`, { ...tls, cert, key, clientId: 'known' })
  expect(broker.context.cluster.session('known')).toMatchObject({ listener: id, ipAddress: '127.0.0.1' })
  const stranger = selfSigned('Stranger', [], [], Date.now())
  await expect(connect(`mqtts://127.0.0.1:${port}`, { ...tls, ...stranger })).rejects.toThrow()
  const { body } = await broker.ask('GET', `/listeners/${id}`)
  expect(body).toMatchObject({
    ssl_options: {
      certfile: expect.stringMatching(/^data\/certs\/listeners\/ssl\/plant\/cert-[0-9A-F]{16}$/),
      password: '******',
      versions: ['tlsv1.3', 'tlsv1.2'],
    },
  })
  expect(JSON.stringify(body)).not.toContain('PRIVATE')
  await broker.ask('PUT', `/listeners/${id}`, {
    id,
    type: 'ssl',
    ssl_options: { fail_if_no_peer_cert: true, password: '******' },
  })
  await expect(connect(`mqtts://127.0.0.1:${port}`, { ...tls })).rejects.toThrow()
})

it('makes a certificate of its own where none is given', async () => {
  expect(await broker.ask('POST', '/listeners/wss:default/start')).toMatchObject({ status: 200 })
  const bind = broker.context.listeners.onNodes('wss:default')[0]?.listener.bind
  await connect(`wss://${bind}/mqtt`, { rejectUnauthorized: false, clientId: 'w' })
  expect(broker.context.cluster.session('w')).toMatchObject({ listener: 'wss:default', isWebSocket: true })
})

it('refuses a certificate that is none', async () => {
  const ask = (ssl_options: object) =>
    broker.ask('POST', '/listeners/ssl:bad', { id: 'ssl:bad', type: 'ssl', bind: 1, ssl_options })
  const missing = await ask({ certfile: '/no/such/cert.pem', keyfile: '/no/such/key.pem' })
  expect(missing).toEqual({
    status: 400,
    body: {
      code: 'BAD_REQUEST',
      message:
        '{bad_ssl_config,#{file_path => "/no/such/key.pem",pem_check => enoent,\n                  which_option => <<"keyfile">>}}',
    },
  })
})

it('runs with a key of another certificate, and fails every handshake as EMQX does', async () => {
  const [mine, yours] = [selfSigned('a', [], [], Date.now()), selfSigned('b', [], [], Date.now())]
  const ssl_options = { certfile: mine.cert, keyfile: yours.key }
  const { port, id } = await make('ssl', 'otherkey', { ssl_options })
  expect((await broker.ask('GET', `/listeners/${id}`)).body).toMatchObject({ running: true })
  await expect(connect(`mqtts://127.0.0.1:${port}`, { rejectUnauthorized: false })).rejects.toThrow()
})

it('has a path, subprotocols and a mountpoint, and believes a proxy', async () => {
  const { port } = await make('ws', 'demo', {
    mountpoint: `ws/\${clientid}/`,
    websocket: { mqtt_path: '/demo', check_origin_enable: true, check_origins: 'http://console.example' },
  })
  const url = `ws://127.0.0.1:${port}/demo`
  await expect(connect(url.replace('demo', 'mqtt'))).rejects.toThrow()
  await expect(connect(url, { wsOptions: { headers: { origin: 'http://evil.example' } } })).rejects.toThrow()
  const headers = { 'x-forwarded-for': '192.0.2.7, 10.0.0.1', origin: 'http://console.example' }
  const client = await connect(url, { clientId: 'w1', wsOptions: { headers } })
  expect((await broker.ask('GET', '/clients/w1')).body).toMatchObject({
    ip_address: '192.0.2.7',
    mountpoint: 'ws/w1/',
  })
  const outside = await connectClient(broker.context.cluster, { clientId: 'outside' })
  const got: string[] = []
  outside.on('message', (topic) => got.push(`outside ${topic}`))
  client.on('message', (topic) => got.push(`client ${topic}`))
  await outside.subscribeAsync('ws/#')
  await client.subscribeAsync('a/+')
  await client.publishAsync('a/b', 'x', { qos: 1 })
  await eventually(() => expect(got.sort()).toEqual(['client a/b', 'outside ws/w1/a/b']))
})

it('lets in by address, and learns the address from a PROXY header', async () => {
  const { port } = await make('tcp', 'proxied', {
    proxy_protocol: true,
    access_rules: ['allow 127.0.0.1', 'deny all'],
  })
  const socket = createConnection(port, '127.0.0.1')
  socket.write('PROXY TCP4 192.0.2.9 127.0.0.1 4711 1883\r\n')
  const raw = new RawClient(socket, 5)
  await raw.connect({ clientId: 'behind' })
  expect(broker.context.cluster.session('behind')).toMatchObject({ ipAddress: '192.0.2.9', port: 4711 })
  const bare = new RawClient(createConnection(port, '127.0.0.1'), 5)
  await expect(bare.connect({ clientId: 'bare' })).rejects.toThrow('closed')
  const foreign = new RawClient(createConnection({ port, host: '127.0.0.2', localAddress: '127.0.0.9' }), 5)
  foreign.write(Buffer.from('PROXY UNKNOWN\r\n'))
  await expect(foreign.connect({ clientId: 'foreign' })).rejects.toThrow('closed')
})

it('can be of QUIC, and then does not run', async () => {
  const body = { id: 'quic:demo', type: 'quic', bind: 14_567 }
  expect(await broker.ask('POST', '/listeners/quic:demo', body)).toMatchObject({
    status: 200,
    body: { enable: true, running: false, ssl_options: { verify: 'verify_none' } },
  })
  expect(await broker.ask('DELETE', '/listeners/quic:demo')).toMatchObject({ status: 204 })
})
