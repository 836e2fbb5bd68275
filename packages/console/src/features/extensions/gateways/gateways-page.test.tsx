import { waitFor, within } from '@testing-library/dom'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { openGateways, stompGateway } from '#features/extensions/gateways/testing/open-gateways.ts'
import { renderApp } from '#testing/render-app.ts'

describe('the gateways', () => {
  it('are listed with what runs, and lead to setting up what does not', async () => {
    const { screen, user, path } = await openGateways('/gateway')
    const stomp = within(await screen.findByRole('row', { name: /STOMP/ }))
    expect(stomp.getByText('Running')).toBeDefined()
    expect(stomp.getByText('0 / 2,000')).toBeDefined()
    expect(stomp.getByText('1 of 1')).toBeDefined()
    expect(screen.getByText('1 of 8 running')).toBeDefined()
    const coap = within(screen.getByRole('row', { name: /CoAP/ }))
    expect(coap.getByText('Not set up')).toBeDefined()
    expect(coap.queryByRole('button', { name: /^Nodes of/ })).toBeNull()
    expect(screen.getByRole('switch', { name: 'CoAP enabled' }).ariaDisabled).toBe('true')
    await user.click(coap.getByRole('link', { name: 'Set up CoAP' }))
    await waitFor(() => expect(path()).toBe('/gateway/create/coap'))
  })

  it('says of one that this broker does not speak that it keeps it only, before it is set up', async () => {
    const { screen, user, broker } = await openGateways('/gateway')
    const says = /The embedded broker does not speak OCPP: it keeps the settings/
    await user.hover(await screen.findByRole('switch', { name: 'OCPP enabled' }))
    expect(await screen.findByText(says)).toBeDefined()
    await user.click(screen.getByRole('link', { name: 'OCPP' }))
    await screen.findByText(/The gateway is not set up yet/)
    expect(await screen.findByText(says)).toBeDefined()
    expect(await broker.ask('GET', '/gateways/ocpp')).toMatchObject({ body: { status: 'unloaded' } })
  })

  it('says what disabling one does, and does it', async () => {
    const { screen, user, broker } = await openGateways('/gateway')
    await user.click(await screen.findByRole('switch', { name: 'STOMP enabled' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText(/all its clients are disconnected/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Disable' }))
    await waitFor(async () =>
      expect(await broker.ask('GET', '/gateways/stomp')).toMatchObject({ body: { status: 'stopped' } }),
    )
  })

  it.each(['stale view of cluster', 'stale_view_of_cluster_state'])(
    'says in words that a node is behind, where the broker says “%s”',
    async (message) => {
      const { screen, user } = await openGateways('/gateway', {
        arrange: async (broker, network) => {
          await stompGateway(broker)
          network.answer(/\/gateways\/stomp\/enable\/false$/, () =>
            Response.json({ code: 'INTERNAL_ERROR', message }, { status: 500 }),
          )
        },
      })
      await user.click(await screen.findByRole('switch', { name: 'STOMP enabled' }))
      const dialog = within(await screen.findByRole('dialog'))
      await user.click(dialog.getByRole('button', { name: 'Disable' }))
      expect(
        await screen.findByText(/^The node that answered is behind the configuration of the cluster/),
      ).toBeDefined()
    },
  )

  it('are all shown where one has not been loaded by one node, and one of a kind nobody knows', async () => {
    const { screen, user } = await openGateways('/gateway', {
      arrange: async (broker, network) => {
        await stompGateway(broker)
        const { body } = await broker.ask('GET', '/gateways')
        const listed = v.parse(v.array(v.looseObject({ name: v.string() })), body)
        const halfLoaded = {
          name: 'stomp',
          status: 'running',
          node_status: [{ node: 'b@2', status: 'unloaded' }],
        }
        const others = listed.filter(({ name }) => name !== 'stomp')
        const answer = [...others, { name: 'nats', status: 'running' }, halfLoaded]
        network.answer(/\/gateways$/, () => Response.json(answer))
      },
    })
    const stomp = within(await screen.findByRole('row', { name: /STOMP/ }))
    expect(stomp.getByText('Running')).toBeDefined()
    expect(screen.getByRole('switch', { name: 'STOMP enabled' }).ariaDisabled).not.toBe('true')
    expect(screen.getByRole('row', { name: /CoAP/ })).toBeDefined()
    expect(await screen.findByText('One row could not be read. All others are shown.')).toBeDefined()
    await user.click(screen.getByText('Show them'))
    expect(screen.getByText('nats')).toBeDefined()
  })

  it('shows the page of a gateway where what one node says of it cannot be read', async () => {
    const { screen } = await openGateways('/gateway/detail/stomp', {
      arrange: async (broker, network) => {
        await stompGateway(broker)
        const nodes = [{ node: 'b@2', status: 'running' }, { status: 5 }]
        network.answer(/\/gateways$/, () =>
          Response.json([{ name: 'stomp', status: 'running', node_status: nodes }]),
        )
      },
    })
    expect(await screen.findByRole('heading', { name: /STOMP/ })).toBeDefined()
    const notice = await screen.findByText(/^One row could not be read/)
    expect(within(notice).getByText('/gateways')).toBeDefined()
    expect(screen.getByText('Fault at 0.node_status.1.node')).toBeDefined()
  })

  it('says which of them Community lacks', async () => {
    const { screen } = await renderApp('/gateway')
    expect(await screen.findByText(/Only EMQX Enterprise has GB\/T 32960, JT\/T 808/)).toBeDefined()
    expect(screen.queryByRole('row', { name: /OCPP/ })).toBeNull()
  })

  it('says whether somebody checks who clients are', async () => {
    const { screen } = await openGateways('/gateway', {
      arrange: async (broker) => {
        await stompGateway(broker)
        await broker.ask('PUT', '/gateways/coap', {
          listeners: [{ type: 'udp', name: 'default', bind: '5683' }],
        })
        await broker.ask('POST', '/gateways/coap/authentication', {
          mechanism: 'jwt',
          algorithm: 'hmac-based',
          secret: 's',
          use_jwks: false,
        })
      },
    })
    const cellOf = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))
    expect(await (await cellOf('STOMP')).findByText('None')).toBeDefined()
    expect(await (await cellOf('CoAP')).findByText('JWT')).toBeDefined()
  })

  it('lets a viewer look only', async () => {
    const { screen } = await openGateways('/gateway', {
      username: 'eve',
      arrange: async (broker) => {
        await stompGateway(broker)
        const eve = { username: 'eve', password: 'Viewer1234', role: 'viewer', description: '' }
        await broker.ask('POST', '/users', eve)
      },
    })
    await screen.findByRole('row', { name: /STOMP/ })
    expect(screen.getByRole('switch', { name: 'STOMP enabled' }).ariaDisabled).toBe('true')
  })

  it('speaks Chinese', async () => {
    const { screen } = await openGateways('/gateway', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '网关' })).toBeDefined()
    expect(await screen.findByText('8 个网关，1 个运行中')).toBeDefined()
  })
})
