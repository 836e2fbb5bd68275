import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { openRaw } from '@brokerdeck/embedded-broker/testing/raw-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { connectedStomp, stompGateway } from '#features/extensions/gateways/testing/open-gateways.ts'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

type Arrange = NonNullable<RenderOptions['arrange']>

const plant = { role: 'production', brokerName: 'plant' } as const

const withClient: Arrange = async ({ world }) => {
  await connectClient(world.cluster, { clientId: 'plc' })
}
/** Counted as connected by whoever counts all clients of the cluster. */
const withCounted: Arrange = async ({ world }) => {
  await openRaw(world.cluster).connect({ clientId: 'plc' })
  await world.monitor.sample?.()
}

const flip =
  (name: RegExp | string) =>
  async ({ screen, user }: RenderedApp) =>
    user.click(await screen.findByRole('switch', { name }))
const retype =
  (name: RegExp | string, text: string) =>
  async ({ screen, user }: RenderedApp) => {
    const box = await screen.findByRole('textbox', { name })
    await user.clear(box)
    await user.type(box, text)
  }
const choose =
  (name: string, option: string) =>
  async ({ screen, user }: RenderedApp) =>
    user.selectOptions(await screen.findByRole('combobox', { name }), option)

const limit = (unlimited: RegExp, name: RegExp | string, text: string) => async (app: RenderedApp) => {
  await flip(unlimited)(app)
  await retype(name, text)(app)
}

interface Case {
  readonly what: string
  readonly at: string
  readonly change: (app: RenderedApp) => Promise<unknown>
  readonly arrange?: Arrange
  /** Gateways listen as they do for devices. */
  readonly listens?: boolean
}

const stomp = '/gateway/detail/stomp'
const stompListener = `${stomp}/listener/stomp%3Atcp%3Adefault`
const uploads: Arrange = async ({ ask }) => {
  await ask('PUT', '/file_transfer', { enable: true })
}
const retainerOff: Arrange = async ({ ask }) => {
  await ask('PUT', '/mqtt/retainer', { enable: false })
}
const shutdownOff: Arrange = async (broker, network) => {
  await withCounted(broker, network)
  const zone = Object((await broker.ask('GET', '/configs/global_zone')).body)
  const force_shutdown = { ...zone.force_shutdown, enable: false }
  await broker.ask('PUT', '/configs/global_zone', { ...zone, force_shutdown })
}

const stopping: readonly Case[] = [
  { what: 'turning the retainer off', at: '/mqtt/retainer', change: flip('Retained messages') },
  {
    what: 'turning delayed messages off',
    at: '/delayed-pub-configuration',
    change: flip('Delayed messages'),
  },
  {
    ...{ what: 'turning file transfer off', at: '/file-transfer?tab=settings', arrange: uploads },
    change: flip(/^Uploads by clients/),
  },
  {
    ...{ what: 'moving a listener with a client', at: '/listener/tcp:default', arrange: withClient },
    change: retype(/^Bind/, '11999'),
  },
  {
    ...{ what: 'changing a gateway with clients', at: stomp, arrange: connectedStomp, listens: true },
    change: retype(/^Most headers/, '7'),
  },
  {
    ...{
      what: 'changing a listener of a gateway with clients',
      at: stompListener,
      arrange: connectedStomp,
      listens: true,
    },
    change: retype(/^Bind/, '61700'),
  },
  {
    ...{ what: 'forbidding retained messages', at: '/mqtt/general', arrange: withCounted },
    change: flip(/^Retained messages/),
  },
  {
    ...{ what: 'lowering the QoS', at: '/mqtt/general', arrange: withCounted },
    change: choose('Max QoS', 'QoS 0'),
  },
  {
    ...{ what: 'lowering a limit of connections', at: '/mqtt/force-shutdown', arrange: withCounted },
    change: retype('Max mailbox size', '500'),
  },
  {
    ...{ what: 'turning limits of connections on', at: '/mqtt/force-shutdown', arrange: shutdownOff },
    change: flip('Force shutdown'),
  },
  {
    ...{ what: 'denying what no source decides', at: '/authorization?tab=settings' },
    change: choose('What no source decides', 'Is denied'),
  },
  {
    ...{ what: 'disconnecting who is denied', at: '/authorization?tab=settings' },
    change: choose('A denied client', 'Is disconnected'),
  },
]

const harmless: readonly Case[] = [
  {
    ...{ what: 'turning the retainer on', at: '/mqtt/retainer', arrange: retainerOff },
    change: flip('Retained messages'),
  },
  { what: 'limiting retained messages', at: '/mqtt/retainer', change: retype('Max payload size', '2') },
  {
    what: 'limiting delayed messages',
    at: '/delayed-pub-configuration',
    change: limit(/Unlimited/, 'Most messages that wait', '500'),
  },
  {
    ...{ what: 'turning file transfer on', at: '/file-transfer?tab=settings' },
    change: flip(/^Uploads by clients/),
  },
  {
    what: 'moving a listener without clients',
    at: '/listener/tcp:default',
    change: retype(/^Bind/, '11999'),
  },
  {
    ...{ what: 'changing a listener whose client stays', at: '/listener/tcp:default', arrange: withClient },
    change: limit(/^Max connections/, /^Max connections/, '500'),
  },
  {
    ...{ what: 'changing a gateway without clients', at: stomp, arrange: stompGateway },
    change: retype(/^Most headers/, '7'),
  },
  {
    ...{ what: 'changing a listener of a gateway without clients', at: stompListener, arrange: stompGateway },
    change: retype(/^Bind/, '61700'),
  },
  { what: 'lowering the QoS of nobody', at: '/mqtt/general', change: choose('Max QoS', 'QoS 0') },
  {
    ...{ what: 'a limit of sessions', at: '/mqtt/session', arrange: withCounted },
    change: retype('Max inflight', '16'),
  },
  {
    ...{ what: 'raising a limit of connections', at: '/mqtt/force-shutdown', arrange: withCounted },
    change: retype('Max mailbox size', '5000'),
  },
]

const openAndChange = async ({ at, arrange, change, listens = false }: Case) => {
  const app = await renderApp(at, {
    ...{ edition: 'enterprise', config: plant },
    ...(arrange && { arrange }),
    ...(listens ? { listens, nodes: 1 } : {}),
  })
  const review = within(await app.screen.findByRole('region', { name: 'Review changes' }))
  await change(app)
  const apply = async () => app.user.click(await review.findByRole('button', { name: /^Apply \d change/ }))
  const writes = () => app.network.asked.filter((line) => line.startsWith('PUT'))
  return { ...app, apply, writes }
}

describe('a form whose change cuts connections or stops data', () => {
  it.each(stopping)('asks before $what, and keeps it on cancel', async (one) => {
    const { screen, user, apply, writes } = await openAndChange(one)
    await apply()
    const question = within(await screen.findByRole('dialog', { name: 'Apply these changes?' }))
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Nothing was changed.')).toBeDefined()
    expect(writes()).toEqual([])
    await apply()
    await user.type(await screen.findByRole('textbox', { name: 'Type plant to confirm' }), 'plant{Enter}')
    await waitFor(() => expect(writes()).toHaveLength(1))
    expect(await screen.findByText('Review changes')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Apply \d change/ })).toBeNull())
  })

  it.each(harmless)('saves $what at once', async (one) => {
    const { screen, apply, writes } = await openAndChange(one)
    await apply()
    await waitFor(() => expect(writes()).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Apply \d change/ })).toBeNull())
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
