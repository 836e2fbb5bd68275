import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const [first, second] = ['emqx@127.0.0.1', 'emqx2@127.0.0.2']

const withDevice: NonNullable<RenderOptions['arrange']> = async ({ context }) => {
  await connectClient(context.cluster, { clientId: 'there', node: second })
}

const listMembers = ({ broker }: RenderedApp) => broker.context.cluster.nodes.map(({ name }) => name)

async function openMenu({ screen, user }: RenderedApp, node: string): Promise<void> {
  const row = await screen.findByRole('row', { name: new RegExp(node.replaceAll('.', String.raw`\.`)) })
  await user.click(within(row).getByRole('button', { name: /^Actions/ }))
}

describe('the cluster', () => {
  it('shows its nodes, which one answers, and who follows whom', async () => {
    const { screen } = await renderApp('/cluster', { arrange: withDevice })
    await screen.findByRole('row', { name: /^emqx@127\.0\.0\.1 answers Running Core 5\.8\.9-brokerdeck 0 0/ })
    screen.getByRole('row', { name: /^emqx2@127\.0\.0\.2 Running Core 5\.8\.9-brokerdeck 1 1/ })
    await screen.findByText('brokerdeck, 2 nodes running')
    const topology = screen.getByRole('region', { name: /Topology/ })
    expect(await within(topology).findAllByText('No replicants')).toHaveLength(2)
  })

  it('removes a node once its name is typed, and says what happens to its clients', async () => {
    const app = await renderApp('/cluster', { arrange: withDevice })
    const { screen, user, broker } = app
    await openMenu(app, second)
    await user.click(screen.getByRole('menuitem', { name: 'Remove from the cluster' }))
    const dialog = await screen.findByRole('dialog', { name: `Remove ${second} from the cluster?` })
    within(dialog).getByText(/^This disconnects 1 client and ends 1 session /)
    await user.type(within(dialog).getByRole('textbox', { name: `Type ${second} to confirm` }), second)
    await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(listMembers(app)).toEqual([first]))
    expect(broker.context.cluster.session('there')).toBeUndefined()
    await waitFor(() => expect(screen.queryByRole('row', { name: /^emqx2/ })).toBeNull())
    await screen.findByText(`${second} has left the cluster`)
  })

  it('does not remove the node that answers', async () => {
    const app = await renderApp('/cluster')
    await app.screen.findByRole('row', { name: /^emqx@127\.0\.0\.1 answers/ })
    await openMenu(app, first)
    const item = app.screen.getByRole('menuitem', { name: /^Remove from the cluster/ })
    expect(item.getAttribute('aria-disabled')).toBe('true')
    expect(item.textContent).toContain('This node answers the console.')
  })

  it('invites a node, shows that it joined, and why another did not', async () => {
    const app = await renderApp('/cluster', {
      arrange: async ({ context }) => {
        await context.cluster.leave(second)
      },
    })
    const { screen, user } = app
    const invite = async (name: string) => {
      await user.click(await screen.findByRole('button', { name: 'Invite node' }))
      const dialog = await screen.findByRole('dialog', { name: 'Invite node' })
      await user.type(within(dialog).getByRole('textbox', { name: /Node name/ }), name)
      await user.click(within(dialog).getByRole('button', { name: 'Invite' }))
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    }
    await invite('ghost@127.0.0.9')
    const list = await screen.findByRole('list', { name: 'Invitations' })
    await within(list).findByText(/^The node does not answer/)
    await invite(second)
    await within(list).findByText('Joined')
    await screen.findByRole('row', { name: /^emqx2@127\.0\.0\.2 Running/ })
    expect(listMembers(app)).toEqual([first, second])
  })

  it('wants a name of the right form, and shows what the broker refuses', async () => {
    const { screen, user } = await renderApp('/cluster')
    await user.click(await screen.findByRole('button', { name: 'Invite node' }))
    const dialog = await screen.findByRole('dialog', { name: 'Invite node' })
    await user.click(within(dialog).getByRole('button', { name: 'Invite' }))
    expect((await within(dialog).findAllByText('Node name is required')).length).toBeGreaterThan(0)
    const name = within(dialog).getByRole('textbox', { name: /Node name/ })
    await user.type(name, 'elsewhere')
    expect((await within(dialog).findAllByText(/^Please enter a node name such as/)).length).toBeGreaterThan(
      0,
    )
    await user.clear(name)
    await user.type(name, first)
    await user.click(within(dialog).getByRole('button', { name: 'Invite' }))
    await within(dialog).findByText("Can't invite self")
  })

  it('speaks Chinese, and warns of mixed versions', async () => {
    const { screen } = await renderApp('/cluster', {
      locale: 'zh',
      arrange: async (broker, network) => {
        const { body } = await broker.ask('GET', '/nodes')
        if (!Array.isArray(body)) throw new Error('no list of nodes')
        const [one, two] = body
        network.answer(/\/api\/v5\/nodes$/, () => Response.json([one, { ...two, version: '5.8.8' }]))
      },
    })
    await screen.findByRole('heading', { level: 1, name: '集群' })
    await screen.findByText(/^集群中的节点版本不一致：/)
    await screen.findByRole('row', { name: /^emqx@127\.0\.0\.1 应答节点 运行中 核心节点/ })
  })

  it('says whether Community reports to its maker, and what, and changes that', async () => {
    const { screen, user, broker } = await renderApp('/cluster')
    const status = async () => (await broker.ask('GET', '/telemetry/status')).body
    const panel = within(await screen.findByRole('region', { name: /^Telemetry/ }))
    panel.getByText('Off')
    await user.click(panel.getByRole('button', { name: 'Switch on…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Switch telemetry on?' }))
    await user.click(dialog.getByRole('button', { name: 'Switch on' }))
    await panel.findByText('On')
    expect(await status()).toEqual({ enable: true })
    await user.click(panel.getByText('Report'))
    await panel.findByText(/"edition": "opensource"/)
    await user.click(panel.getByRole('button', { name: 'Switch off' }))
    await panel.findByText('Off')
    expect(await status()).toEqual({ enable: false })
  })

  it('asks Enterprise nothing about telemetry', async () => {
    const { screen, network } = await renderApp('/cluster', { edition: 'enterprise' })
    await screen.findByRole('region', { name: /Topology/ })
    expect(screen.queryByRole('region', { name: /^Telemetry/ })).toBeNull()
    expect(network.asked.filter((line) => line.includes('/telemetry/'))).toEqual([])
  })
})
