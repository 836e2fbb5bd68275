import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const [first, second] = ['emqx@127.0.0.1', 'emqx2@127.0.0.2']

const open = (options: RenderOptions = {}) =>
  renderApp('/cluster/rebalance', { edition: 'enterprise', ...options })

async function three({ context }: TestBroker): Promise<void> {
  for (const clientId of ['a', 'b', 'c']) {
    await connectClient(context.cluster, {
      clientId,
      node: second,
      clean: false,
      properties: { sessionExpiryInterval: 3600 },
    })
  }
}

const connectedTo = ({ broker }: RenderedApp, node: string) =>
  [...broker.context.cluster.sessions()].filter((one) => one.isConnected && one.node === node).length

async function choose({ screen, user }: RenderedApp, node: string, item: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Actions for ${node}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

describe('evacuation and rebalancing', () => {
  it('says in numbers what an evacuation will do, refuses an address that is none, and starts it', async () => {
    const app = await open({ arrange: three })
    const { screen, user, broker } = app
    await screen.findByText('No operation is running')
    await choose(app, second, 'Evacuate…')
    const dialog = within(await screen.findByRole('dialog', { name: `Evacuate ${second}` }))
    // Empty fields are not sent, and the list of sent fields leaves them out.
    expect(dialog.getByText('conn_evict_rate')).toBeDefined()
    expect(dialog.queryByText(/^(redirect_to|migrate_to)$/)).toBeNull()
    const write = async (name: RegExp, text: string) => {
      const box = dialog.getByRole('textbox', { name })
      await user.clear(box)
      await user.click(box)
      await user.paste(text)
    }
    await write(/^Disconnect clients/, '3')
    await write(/^Wait before the first client/, '0')
    await write(/^Wait for clients to return/, '0')
    await write(/^Server reference/, 'nowhere')
    await user.click(dialog.getByRole('button', { name: 'Start' }))
    expect((await dialog.findAllByText(/^Please enter host:port/)).length).toBeGreaterThan(0)
    await write(/^Server reference/, 'nowhere:1883')
    await dialog.findByText(/This disconnects 3 clients and moves up to 3 sessions .* in about 2 s\./)
    expect(dialog.getByText(/0x9C \(use another server\)/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Start' }))
    await screen.findByRole('region', { name: `Evacuation of ${second}` })
    expect((await broker.ask('GET', '/load_rebalance/global_status')).body).toMatchObject({
      evacuations: [{ node: second, connection_eviction_rate: 3 }],
    })
  })

  it('shows how far an evacuation is, until the node is empty, and stops it', async () => {
    const app = await open({
      async arrange(broker) {
        await three(broker)
        const path = `/load_rebalance/${second}/evacuation/start`
        await broker.ask('POST', path, { wait_health_check: '0s', wait_takeover: '0s' })
      },
    })
    const { screen, user, broker } = app
    const panel = within(await screen.findByRole('region', { name: `Evacuation of ${second}` }))
    expect((await panel.findAllByText(/ of 3$/)).length).toBeGreaterThan(0)
    await panel.findByText('Empty, refuses new clients')
    expect(connectedTo(app, second)).toBe(0)
    expect(broker.context.cluster.session('a')?.node).toBe(first)
    await user.click(panel.getByRole('button', { name: 'Stop…' }))
    const question = within(await screen.findByRole('dialog', { name: `Stop the evacuation of ${second}?` }))
    await user.click(question.getByRole('button', { name: 'Stop' }))
    await screen.findByText('No operation is running')
    await connectClient(broker.context.cluster, { clientId: 'back', node: second })
  })

  it('says before it starts whether there is anything to balance, and who gives to whom', async () => {
    const app = await open({ arrange: three })
    const { screen, user, broker } = app
    await screen.findByRole('button', { name: `Actions for ${second}` })
    await user.click(await screen.findByRole('button', { name: 'Rebalance…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Rebalance the cluster' }))
    const threshold = dialog.getByRole('textbox', { name: /^Client threshold/ })
    await dialog.findByText(/^Nothing to balance/)
    await user.click(dialog.getByRole('button', { name: 'Start' }))
    expect((await dialog.findAllByText(/^There is nothing to balance\./)).length).toBeGreaterThan(0)
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

  it('says what the time left leaves out', async () => {
    const { screen } = await open({
      arrange: (_, network) => {
        const evacuation = {
          node: first,
          state: 'evicting_conns',
          connection_goal: 0,
          session_goal: 0,
          connection_eviction_rate: 1,
          session_eviction_rate: 1,
          session_recipients: [second],
          stats: { initial_connected: 9, current_connected: 5, initial_sessions: 9, current_sessions: 5 },
        }
        network.answer(/global_status$/, () =>
          Response.json({ evacuations: [evacuation], rebalances: [], purges: [] }),
        )
      },
    })
    expect(await screen.findByText(/^about .+, without the wait for clients to return$/)).toBeDefined()
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

  it('says why nothing can be started: a stopped node, and one that is left alone', async () => {
    const { screen, user } = await open({ arrange: ({ context }) => context.cluster.nodes[1]?.stop() })
    await user.click(await screen.findByRole('button', { name: `Actions for ${second}` }))
    await screen.findByRole('menuitem', { name: /^Evacuate….*The node is stopped/ })
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: `Actions for ${first}` }))
    await screen.findByRole('menuitem', { name: /^Evacuate….*no other running node/ })
  })

  it('lets a viewer look only', async () => {
    const app = await open({
      username: 'eve',
      async arrange({ ask }) {
        await ask('POST', '/users', {
          username: 'eve',
          password: 'Passw0rd-1',
          description: '',
          role: 'viewer',
        })
      },
    })
    const { screen, user } = app
    await user.click(await screen.findByRole('button', { name: `Actions for ${second}` }))
    const item = await screen.findByRole('menuitem', { name: /^Evacuate…/ })
    expect(item.getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('button', { name: 'Rebalance…' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('does not ask a Community broker', async () => {
    const { screen, network } = await renderApp('/cluster/rebalance')
    await screen.findByText('Not in this edition')
    expect(network.asked.filter((line) => line.includes('load_rebalance'))).toEqual([])
  })

  it('shows what failed', async () => {
    const { screen } = await open({
      arrange: (_, network) => {
        const words = { code: 'INTERNAL_ERROR', message: 'the table is locked' }
        network.answer(/global_status$/, () => Response.json(words, { status: 500 }))
      },
    })
    expect(await screen.findAllByText(/the table is locked/)).not.toEqual([])
  })

  it('speaks Chinese', async () => {
    const { screen } = await open({ locale: 'zh' })
    await screen.findByRole('heading', { level: 1, name: '节点疏散与负载均衡' })
    await screen.findByText('没有正在进行的操作')
  })
})
