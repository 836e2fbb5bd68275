import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const [first, second] = ['emqx@127.0.0.1', 'emqx2@127.0.0.2']

const open = (options: RenderOptions = {}) =>
  renderApp('/cluster/rebalance', { edition: 'enterprise', ...options })

async function three({ world }: TestBroker): Promise<void> {
  for (const clientId of ['a', 'b', 'c']) {
    await connectClient(world.cluster, {
      ...{ clientId, node: second, clean: false, properties: { sessionExpiryInterval: 3600 } },
    })
  }
}

const connectedTo = ({ broker }: RenderedApp, node: string) =>
  [...broker.world.cluster.sessions()].filter((one) => one.isConnected && one.node === node).length

async function choose({ screen, user }: RenderedApp, node: string, item: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Actions for ${node}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

describe('evacuation and rebalancing', () => {
  it('evacuates a node by its plan in numbers, shows how far it is, and stops it', async () => {
    const app = await open({ arrange: three })
    const { screen, user, broker } = app
    await screen.findByText('No operation is running')
    await choose(app, second, 'Evacuate…')
    const dialog = within(await screen.findByRole('dialog', { name: `Evacuate ${second}` }))
    const rate = dialog.getByRole('textbox', { name: /^Disconnect clients/ })
    await user.clear(rate)
    await user.type(rate, '3')
    for (const name of [/^Wait before the first client/, /^Wait for clients to return/]) {
      const wait = dialog.getByRole('textbox', { name })
      await user.clear(wait)
      await user.type(wait, '0')
    }
    await user.type(dialog.getByRole('textbox', { name: /^Server reference/ }), 'nowhere')
    await user.click(dialog.getByRole('button', { name: 'Start' }))
    expect((await dialog.findAllByText(/^Please enter host:port/)).length).toBeGreaterThan(0)
    await user.type(dialog.getByRole('textbox', { name: /^Server reference/ }), ':1883')
    await dialog.findByText(/This disconnects 3 clients and moves up to 3 sessions .* in about 2 s\./)
    expect(dialog.getByText(/0x9C \(use another server\)/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Start' }))
    const panel = within(await screen.findByRole('region', { name: `Evacuation of ${second}` }))
    expect((await panel.findAllByText(/ of 3$/)).length).toBeGreaterThan(0)
    await waitFor(() => expect(connectedTo(app, second)).toBe(0), { timeout: 8000 })
    await panel.findByText('Empty, refuses new clients', {}, { timeout: 8000 })
    expect(broker.world.cluster.session('a')?.node).toBe(first)
    await user.click(panel.getByRole('button', { name: 'Stop…' }))
    const question = within(await screen.findByRole('dialog', { name: `Stop the evacuation of ${second}?` }))
    await user.click(question.getByRole('button', { name: 'Stop' }))
    await screen.findByText('No operation is running')
    await connectClient(broker.world.cluster, { clientId: 'back', node: second })
  })

  it('says before it starts whether there is anything to balance, and who gives to whom', async () => {
    const app = await open({ arrange: three })
    const { screen, user, broker } = app
    await user.click(await screen.findByRole('button', { name: 'Rebalance…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Rebalance the cluster' }))
    const threshold = dialog.getByRole('textbox', { name: /^Client threshold/ })
    await dialog.findByText(/^Nothing to balance/)
    await user.click(dialog.getByRole('button', { name: 'Start' }))
    expect((await dialog.findAllByText(/nothing_to_balance/)).length).toBeGreaterThan(0)
    await user.clear(threshold)
    await user.type(threshold, '1')
    await dialog.findByText(`${second} give`, { exact: false })
    await user.click(dialog.getByRole('button', { name: 'Start' }))
    const panel = within(await screen.findByRole('region', { name: `Rebalancing, led by ${first}` }))
    expect(panel.getByText('Waiting for load balancers')).toBeDefined()
    expect((await broker.ask('GET', '/load_rebalance/global_status')).body).toMatchObject({
      rebalances: [{ donors: [second], recipients: [first] }],
    })
    await user.click(panel.getByRole('button', { name: 'Stop…' }))
    const question = within(await screen.findByRole('dialog', { name: 'Stop the rebalancing?' }))
    await user.click(question.getByRole('button', { name: 'Stop' }))
    await screen.findByText('No operation is running')
  })

  it('shows a purge that was started elsewhere, and words of the broker that it does not know', async () => {
    const { screen } = await open({
      arrange: (_, network) => {
        const purge = { node: second, state: 'sweeping', purge_rate: 50 }
        network.answer(/global_status$/, () =>
          Response.json({ evacuations: [], rebalances: [], purges: [purge] }),
        )
      },
    })
    const panel = within(await screen.findByRole('region', { name: `Purge of ${second}` }))
    panel.getByText('sweeping')
    panel.getByText(/^Sessions are deleted/)
    expect(panel.queryByRole('button', { name: 'Stop…' })).toBeNull()
  })

  it('says why nothing can be started: a stopped node, one that is left alone, a viewer', async () => {
    const app = await open({
      username: 'eve',
      async arrange({ ask, world }) {
        await world.cluster.nodes[1]?.stop()
        await ask('POST', '/users', {
          ...{ username: 'eve', password: 'Passw0rd-1', description: '', role: 'viewer' },
        })
      },
    })
    const { screen, user } = app
    await user.click(await screen.findByRole('button', { name: `Actions for ${second}` }))
    const item = await screen.findByRole('menuitem', { name: /^Evacuate…/ })
    expect(item.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('button', { name: 'Rebalance…' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('does not ask a Community broker, and shows what failed', async () => {
    const { screen } = await renderApp('/cluster/rebalance')
    await screen.findByText('Not in this edition')
  })

  it('speaks Chinese', async () => {
    const { screen } = await open({ locale: 'zh' })
    await screen.findByRole('heading', { level: 1, name: '节点疏散与负载均衡' })
    await screen.findByText('没有正在进行的操作')
  })
})
