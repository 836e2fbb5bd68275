import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const withClient: NonNullable<RenderOptions['arrange']> = async ({ context }) => {
  await connectClient(context.cluster, { clientId: 'plc', node: 'emqx2@127.0.0.2' })
}

async function choose({ screen, user }: RenderedApp, id: string, action: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Actions for ${id}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

const enabled = ({ broker }: RenderedApp, id: string) => broker.context.listeners.find(id)?.enable

describe('listeners', () => {
  it('says what runs where, and how full it is', async () => {
    const app = await renderApp('/listener', {
      arrange: async (broker, network) => {
        await withClient(broker, network)
        const limited = { id: 'tcp:small', type: 'tcp', bind: 21_883, max_connections: 5 }
        await broker.ask('POST', '/listeners/tcp:small', limited)
      },
    })
    const { screen, user } = app
    await screen.findByRole('row', {
      name: /^tcp:default tcp 127\.0\.0\.1:11883 Running .* 1 \/ unlimited 16 Yes/,
    })
    screen.getByRole('row', { name: /^tcp:small tcp 21883 Running .* 0 % 0 \/ 10 16 Yes/ })
    screen.getByRole('row', { name: /^ssl:default ssl .* Disabled .* No/ })
    await user.click(screen.getByRole('button', { name: 'Nodes of tcp:default: 2 of 2 nodes' }))
    const nodes = within(await screen.findByRole('dialog', { name: 'Nodes of tcp:default' }))
    expect(nodes.getByText('127.0.0.1:11884')).toBeDefined()
    expect(nodes.getByText('1 / unlimited')).toBeDefined()
  })

  it('names the node on which a listener does not run, and starts it there', async () => {
    const app = await renderApp('/listener', {
      arrange: async ({ context }) => {
        await context.cluster.nodes[1]?.closeListener('ws:default')
      },
    })
    expect(await app.screen.findByText('Stopped on emqx2@127.0.0.2')).toBeDefined()
    const notice = within(await app.screen.findByRole('region', { name: /Not every node applies/ }))
    expect(notice.getByText('ws:default does not run on emqx2@127.0.0.2.')).toBeDefined()
    expect(notice.getByText('emqx ctl conf cluster_sync status')).toBeDefined()
    expect(notice.getByText(/fix”, compare etc\/emqx\.conf of the nodes\. Run on the leader/)).toBeDefined()
    await choose(app, 'ws:default', 'Start')
    await waitFor(() => expect(app.screen.queryByText('Stopped on emqx2@127.0.0.2')).toBeNull())
    expect(
      app.broker.context.cluster.nodes[1]?.listeners.every(
        ({ isRunning, settings }) => isRunning === settings.isEnabled,
      ),
    ).toBe(true)
  })

  it('names the node that applies no change any more, and the cause', async () => {
    const { screen } = await renderApp('/listener/create', {
      arrange: ({ context }) => context.alarms.configApplied('emqx2@127.0.0.2', 'failed_to_start eaddrinuse'),
    })
    expect(
      await screen.findByText(/^emqx2@127\.0\.0\.2 cannot apply configuration changes: .*eaddrinuse/),
    ).toBeDefined()
    expect(screen.getByText(/every later change waits without an answer/)).toBeDefined()
  })

  it('disables a listener once it is said whom that disconnects', async () => {
    const app = await renderApp('/listener', { arrange: withClient })
    await choose(app, 'tcp:default', 'Stop…')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Disable tcp:default?' }))
    expect(
      await dialog.findByText(/^Disabling a listener closes its connections: one client is disconnected/),
    ).toBeDefined()
    await app.user.click(dialog.getByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(enabled(app, 'tcp:default')).toBe(false))
    expect(app.broker.context.cluster.session('plc')).toBeUndefined()
    expect(await app.screen.findByText('tcp:default was disabled.')).toBeDefined()
  })

  it('restarts without disconnecting anybody, and stops and starts where that is wanted', async () => {
    const app = await renderApp('/listener', { arrange: withClient })
    await choose(app, 'tcp:default', 'Restart…')
    const restart = within(await app.screen.findByRole('dialog', { name: 'Restart tcp:default?' }))
    expect(await restart.findByText(/Connected clients stay connected/)).toBeDefined()
    await app.user.click(await restart.findByRole('button', { name: 'Restart', busy: false }))
    expect(await app.screen.findByText('tcp:default was restarted.')).toBeDefined()
    expect(app.broker.context.cluster.session('plc')?.isConnected).toBe(true)
    await choose(app, 'tcp:default', 'Stop and start…')
    const reopen = within(await app.screen.findByRole('dialog', { name: 'Stop and start tcp:default?' }))
    expect(await reopen.findByText(/on every node: one client is disconnected/)).toBeDefined()
    await app.user.click(reopen.getByRole('button', { name: 'Stop and start' }))
    expect(await app.screen.findByText('tcp:default was stopped and started.')).toBeDefined()
    expect(enabled(app, 'tcp:default')).toBe(true)
    expect(app.broker.context.cluster.session('plc')).toBeUndefined()
  })

  it('deletes a listener whose name was typed', async () => {
    const app = await renderApp('/listener')
    await choose(app, 'ws:default', 'Delete…')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Confirm delete?' }))
    await app.user.type(dialog.getByRole('textbox', { name: 'Type ws:default to confirm' }), 'ws:default')
    await app.user.click(await dialog.findByRole('button', { name: 'Delete', busy: false }))
    await waitFor(() => expect(app.broker.context.listeners.find('ws:default')).toBeUndefined())
    await waitFor(() => expect(app.screen.queryByRole('row', { name: /^ws:default/ })).toBeNull())
  })

  it('tells a refusal in words', async () => {
    const app = await renderApp('/listener')
    await app.screen.findByRole('row', { name: /^ws:default/ })
    await app.broker.context.listeners.remove('ws:default')
    await choose(app, 'ws:default', 'Restart…')
    await app.user.click(await app.screen.findByRole('button', { name: 'Restart', busy: false }))
    expect(await app.screen.findByText(/Listener id not found/)).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/listener', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '监听器' })).toBeDefined()
    expect(await screen.findByRole('row', { name: /^ssl:default .*已禁用/ })).toBeDefined()
  })
})
