import { gatewayKinds } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { openGateways } from '#features/extensions/gateways/testing/open-gateways.ts'

describe('setting up a gateway', () => {
  it('makes settings and first listener at once, and says that anybody can come in', async () => {
    const { screen, user, broker, path } = await openGateways('/gateway/create/coap')
    const review = within(await screen.findByRole('region', { name: 'Review changes' }))
    expect(review.getByText(/lets every client in/)).toBeDefined()
    const most = screen.getByRole('textbox', { name: /^Most connections/, description: /Default 1,024\./ })
    expect(most).toHaveProperty('value', '1024000')
    // The review shows the paths of the request body, not those of the form.
    expect(await review.findByText('listeners.0.bind')).toBeDefined()
    expect(review.queryByText(/^listener\./)).toBeNull()
    await user.click(screen.getByRole('switch', { name: /^Connection required/ }))
    await user.click(review.getByRole('button', { name: 'Set up CoAP' }))
    await waitFor(() => expect(path()).toBe('/gateway'))
    expect(await broker.ask('GET', '/gateways/coap')).toMatchObject({
      body: {
        status: 'running',
        connection_required: true,
        heartbeat: '30s',
        listeners: [{ id: 'coap:udp:default', bind: '5683', max_connections: 1_024_000 }],
      },
    })
  })

  it('opens to nobody before the authenticator that was chosen is there', async () => {
    const { screen, user, broker, path } = await openGateways('/gateway/create/coap')
    const review = within(await screen.findByRole('region', { name: 'Review changes' }))
    const kinds = screen.getByRole('combobox', { name: /^Clients are checked by/ })
    expect(within(kinds).getAllByRole('option')[0]?.textContent).toBe(
      'None: every client that reaches the gateway can connect',
    )
    expect(screen.getByRole('switch', { name: /^Start at once/ })).toBeDefined()
    await user.selectOptions(kinds, 'JWT')
    expect(screen.queryByRole('switch', { name: /^Start at once/ })).toBeNull()
    expect(await review.findByText(/nothing listens yet/)).toBeDefined()
    await user.click(review.getByRole('button', { name: 'Set up CoAP' }))
    await user.type(await screen.findByLabelText(/^Secret/, { selector: '[type=password]' }), 'of the fleet')
    expect(path()).toBe('/gateway/detail/coap?tab=authentication&add=jwt')
    expect(await broker.ask('GET', '/gateways/coap')).toMatchObject({
      body: { status: 'stopped', enable: false },
    })
    const adding = within(screen.getByRole('region', { name: 'Review changes' }))
    await user.click(adding.getByRole('button', { name: /^Add JWT/ }))
    expect(await screen.findByText('The broker checks every new connection.')).toBeDefined()
    await user.click(screen.getByRole('switch', { name: 'CoAP enabled' }))
    await waitFor(async () =>
      expect(await broker.ask('GET', '/gateways/coap')).toMatchObject({
        body: { status: 'running', authentication: { mechanism: 'jwt', enable: true } },
      }),
    )
  })

  it('keeps what was typed where the broker refuses', async () => {
    const { screen, user, broker } = await openGateways('/gateway/create/gbt32960')
    const review = within(await screen.findByRole('region', { name: 'Review changes' }))
    const bind = screen.getByRole('textbox', { name: /^Bind/ })
    await user.clear(bind)
    await user.type(bind, '7777')
    await user.click(screen.getByRole('switch', { name: /^Start at once/ }))
    await user.click(review.getByRole('button', { name: 'Set up GB/T 32960' }))
    expect((await screen.findAllByText(/does not speak gbt32960/)).length).toBeGreaterThan(0)
    expect(screen.getByRole('textbox', { name: /^Bind/ })).toHaveProperty('value', '7777')
    expect(await broker.ask('GET', '/gateways/gbt32960')).toMatchObject({ body: { status: 'unloaded' } })
  })

  it('keeps the settings of one that this broker does not speak, and says so', async () => {
    const { screen, user, broker, path } = await openGateways('/gateway/create/ocpp')
    const review = within(await screen.findByRole('region', { name: 'Review changes' }))
    expect(screen.getByText(/The embedded broker does not speak OCPP/)).toBeDefined()
    expect(screen.getByRole('switch', { name: /^Start at once/ })).toHaveProperty('ariaChecked', 'false')
    expect(review.getByText(/Nothing listens until the gateway is enabled/)).toBeDefined()
    await user.click(review.getByRole('button', { name: 'Set up OCPP' }))
    await waitFor(() => expect(path()).toBe('/gateway'))
    expect(await broker.ask('GET', '/gateways/ocpp')).toMatchObject({
      body: { status: 'stopped', enable: false, listeners: [{ id: 'ocpp:ws:default' }] },
    })
  })

  it('sends TLS of the server of ExProto only where it is wanted, and asks for its certificate', async () => {
    const { screen, user, broker } = await openGateways('/gateway/create/exproto')
    const review = within(await screen.findByRole('region', { name: 'Review changes' }))
    const create = () => user.click(review.getByRole('button', { name: 'Set up ExProto' }))
    await user.click(screen.getByRole('switch', { name: 'TLS of the server' }))
    await create()
    expect((await screen.findAllByText(/^Certificate is required/)).length).toBeGreaterThan(0)
    await user.click(screen.getByRole('switch', { name: 'TLS of the server' }))
    await create()
    await waitFor(async () =>
      expect(await broker.ask('GET', '/gateways/exproto')).toMatchObject({
        body: { status: 'stopped', server: { bind: '0.0.0.0:9100' } },
      }),
    )
    expect(broker.context.gateways.find('exproto')?.settings['server']).toEqual({ bind: '0.0.0.0:9100' })
  })

  it('takes no ID of a predefined topic twice', async () => {
    const { screen, user } = await openGateways('/gateway/create/mqttsn')
    const review = within(await screen.findByRole('region', { name: 'Review changes' }))
    for (const at of [0, 1]) {
      await user.click(screen.getByRole('button', { name: 'Add topic' }))
      await user.type(screen.getAllByRole('textbox', { name: /^Topic ID/ })[at] ?? document.body, '7')
    }
    await user.click(review.getByRole('button', { name: 'Set up MQTT-SN' }))
    expect((await screen.findAllByText('Another topic has this ID')).length).toBeGreaterThan(0)
  })

  it('asks where terminals are authenticated that may not be anonymous', async () => {
    const { screen, user } = await openGateways('/gateway/create/jt808')
    const review = within(await screen.findByRole('region', { name: 'Review changes' }))
    expect(screen.queryByRole('combobox', { name: /^Clients are checked by/ })).toBeNull()
    await user.click(screen.getByRole('switch', { name: /^Anonymous/ }))
    await user.click(review.getByRole('button', { name: 'Set up JT/T 808' }))
    expect((await screen.findAllByText(/the broker has to know whom to ask/)).length).toBeGreaterThan(0)
  })

  it('leads to the settings of one that is set up', async () => {
    const { screen } = await openGateways('/gateway/create/stomp')
    expect(await screen.findByRole('link', { name: 'Show its settings' })).toBeDefined()
  })

  it.each(gatewayKinds.filter((kind) => kind !== 'stomp'))('has a form for %s', async (kind) => {
    const { screen } = await openGateways(`/gateway/create/${kind}`)
    expect(await screen.findByRole('textbox', { name: /^Mountpoint/ })).toBeDefined()
    expect(screen.getByRole('textbox', { name: /^Bind/ })).toBeDefined()
  })

  it.each([
    ['/gateway/create/ocpp', 'Set up OCPP'],
    ['/gateway/detail/ocpp', 'OCPP'],
  ])('says at %s that Community does not have it, and does not ask it', async (path, title) => {
    const { screen, network } = await openGateways(path, { edition: 'community' })
    expect(await screen.findByText('Not in this edition')).toBeDefined()
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeDefined()
    expect(network.asked.filter((line) => line.includes('/gateways/ocpp'))).toEqual([])
  })

  it('says that a gateway is none', async () => {
    const { screen } = await openGateways('/gateway/create/modbus', { locale: 'zh' })
    expect(await screen.findByText('没有这个网关')).toBeDefined()
  })
})
