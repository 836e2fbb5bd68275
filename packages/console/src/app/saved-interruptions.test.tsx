import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { openRaw } from '@brokerdeck/embedded-broker/testing/raw-client.ts'
import { expect } from 'vitest'
import { connectedStomp, stompGateway } from '#features/extensions/gateways/testing/open-gateways.ts'
import { choose, describeSaving, flip, retype, type SavedChange } from '#testing/describe-saving.ts'
import type { RenderedApp, RenderOptions } from '#testing/render-app.ts'

type Arrange = NonNullable<RenderOptions['arrange']>

const withClient: Arrange = async ({ context }) => {
  await connectClient(context.cluster, { clientId: 'plc' })
}
/** The monitor counts this client as connected when it counts all clients of the cluster. */
const withCounted: Arrange = async ({ context }) => {
  await openRaw(context.cluster).connect({ clientId: 'plc' })
  await context.monitor.sample?.()
}

const limit = (unlimited: RegExp, name: RegExp | string, text: string) => async (app: RenderedApp) => {
  await flip(unlimited)(app)
  await retype(name, text)(app)
}
const flipFirst = (name: RegExp) => async (app: RenderedApp) => {
  const [first] = await app.screen.findAllByRole('switch', { name })
  await app.user.click(first ?? document.body)
}
const toS3 = async (app: RenderedApp) => {
  await flip(/^Store files in S3/)(app)
  await retype(/^Host/, 's3.local')(app)
  await retype(/^Port/, '9000')(app)
  await retype(/^Bucket/, 'files')(app)
}

const stomp = '/gateway/detail/stomp'
const stompListener = `${stomp}/listener/stomp%3Atcp%3Adefault`
const has =
  (path: string, body: object): Arrange =>
  async ({ ask }) =>
    expect((await ask('PUT', path, body)).status).toBe(200)
/** The configuration that EMQX is delivered with: one listener, for HTTP. */
const delivered = has('/configs/dashboard', { listeners: { http: { bind: '0.0.0.0:18083' } } })
const uploads = has('/file_transfer', { enable: true })
const limited = has('/configs/limiter', { max_conn_rate: '1000/s' })
const pushes = has('/prometheus', {
  push_gateway: { enable: true, url: 'http://127.0.0.1:1', interval: '1h' },
})
const exportsMetrics = has('/opentelemetry', {
  exporter: { endpoint: 'http://127.0.0.1:1' },
  metrics: { enable: true, interval: '1h' },
})
const retainerOff = has('/mqtt/retainer', { enable: false })
const shutdownOff: Arrange = async (broker, network) => {
  await withCounted(broker, network)
  const zone = Object((await broker.ask('GET', '/configs/global_zone')).body)
  const force_shutdown = { ...zone.force_shutdown, enable: false }
  await broker.ask('PUT', '/configs/global_zone', { ...zone, force_shutdown })
}

const stopping: readonly SavedChange[] = [
  { what: 'turning the retainer off', at: '/mqtt/retainer', change: flip('Retained messages') },
  {
    what: 'turning delayed messages off',
    at: '/delayed-pub-configuration',
    change: flip('Delayed messages'),
  },
  {
    what: 'turning file transfer off',
    at: '/file-transfer?tab=settings',
    arrange: uploads,
    change: flip(/^Uploads by clients/),
  },
  {
    what: 'sending uploads to S3',
    at: '/file-transfer?tab=settings',
    arrange: uploads,
    change: toS3,
  },
  {
    what: 'moving a listener with a client',
    at: '/listener/tcp:default',
    arrange: withClient,
    change: retype(/^Bind/, '11999'),
  },
  {
    what: 'changing a gateway with clients',
    at: stomp,
    arrange: connectedStomp,
    listens: true,
    change: retype(/^Most headers/, '7'),
  },
  {
    what: 'changing a listener of a gateway with clients',
    at: stompListener,
    arrange: connectedStomp,
    listens: true,
    change: retype(/^Bind/, '61700'),
  },
  {
    what: 'forbidding retained messages',
    at: '/mqtt/general',
    arrange: withCounted,
    change: flip(/^Retained messages/),
  },
  {
    what: 'lowering the QoS',
    at: '/mqtt/general',
    arrange: withCounted,
    change: choose('Max QoS', 'QoS 0'),
  },
  {
    what: 'lowering a limit of connections',
    at: '/mqtt/force-shutdown',
    arrange: withCounted,
    change: retype('Max mailbox size', '500'),
  },
  {
    what: 'turning limits of connections on',
    at: '/mqtt/force-shutdown',
    arrange: shutdownOff,
    change: flip('Force shutdown'),
  },
  {
    what: 'denying what no source decides',
    at: '/authorization?tab=settings',
    change: choose('What no source decides', 'Is denied'),
  },
  {
    what: 'disconnecting who is denied',
    at: '/authorization?tab=settings',
    change: choose('A denied client', 'Is disconnected'),
  },
  {
    what: 'a rate of nothing',
    at: '/limiter',
    arrange: limited,
    change: retype('New connections', '0/s'),
  },
  {
    what: 'moving a listener of the API',
    at: '/configs/dashboard?tab=http',
    arrange: delivered,
    mode: 'cluster',
    change: retype(/^Address/, '28083'),
  },
]

const harmless: readonly SavedChange[] = [
  {
    what: 'turning the retainer on',
    at: '/mqtt/retainer',
    arrange: retainerOff,
    change: flip('Retained messages'),
  },
  { what: 'limiting retained messages', at: '/mqtt/retainer', change: retype('Max payload size', '2') },
  {
    what: 'limiting delayed messages',
    at: '/delayed-pub-configuration',
    change: limit(/Unlimited/, 'Most messages that wait', '500'),
  },
  {
    what: 'turning file transfer on',
    at: '/file-transfer?tab=settings',
    change: flip(/^Uploads by clients/),
  },
  {
    what: 'moving a listener without clients',
    at: '/listener/tcp:default',
    change: retype(/^Bind/, '11999'),
  },
  {
    what: 'changing a listener whose client stays',
    at: '/listener/tcp:default',
    arrange: withClient,
    change: limit(/^Max connections/, /^Max connections/, '500'),
  },
  {
    what: 'changing a gateway without clients',
    at: stomp,
    arrange: stompGateway,
    change: retype(/^Most headers/, '7'),
  },
  {
    what: 'changing a listener of a gateway without clients',
    at: stompListener,
    arrange: stompGateway,
    change: retype(/^Bind/, '61700'),
  },
  { what: 'lowering the QoS of nobody', at: '/mqtt/general', change: choose('Max QoS', 'QoS 0') },
  {
    what: 'a limit of sessions',
    at: '/mqtt/session',
    arrange: withCounted,
    change: retype('Max inflight', '16'),
  },
  {
    what: 'raising a limit of connections',
    at: '/mqtt/force-shutdown',
    arrange: withCounted,
    change: retype('Max mailbox size', '5000'),
  },
  {
    what: 'choosing S3 while file transfer is off',
    at: '/file-transfer?tab=settings',
    change: toS3,
  },
  {
    what: 'a lower rate',
    at: '/limiter',
    arrange: limited,
    change: retype('New connections', '500/s'),
  },
  {
    what: 'lifting a rate',
    at: '/limiter',
    arrange: limited,
    change: flipFirst(/Unlimited/),
  },
  {
    what: 'opening the API to other sites',
    at: '/configs/dashboard',
    arrange: delivered,
    mode: 'cluster',
    change: flip(/^Cross-origin requests/),
  },
  {
    what: 'an address that the embedded broker only keeps',
    at: '/configs/dashboard?tab=http',
    arrange: delivered,
    change: retype(/^Address/, '28083'),
  },
  // No messages pass through the objects of the following cases: the warning is about the records of messages.
  { what: 'a level of the log', at: '/log?tab=file', change: choose(/^Level/, 'info') },
  { what: 'a watermark of the license', at: '/license', change: retype(/^Low watermark/, '60') },
  {
    what: 'the end of pushed metrics',
    at: '/monitoring/integration',
    arrange: pushes,
    change: flip(/^Pushgateway/),
  },
  {
    what: 'the end of exported metrics',
    at: '/monitoring/integration?tab=opentelemetry',
    arrange: exportsMetrics,
    change: flip(/^Metrics/),
  },
]

describeSaving('a form whose change cuts connections or stops data', { stopping, harmless })
