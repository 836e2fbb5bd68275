import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

const path = '/dashboard/nodes/emqx%40127.0.0.1'

describe('a node', () => {
  it('shows its properties, its statistics with their high-water mark, and its figures', async () => {
    const { screen } = await renderApp(path, {
      arrange: async ({ context }) => {
        const [first, second] = [
          await connectClient(context.cluster, { clientId: 'a' }),
          await connectClient(context.cluster, { clientId: 'b' }),
        ]
        await first.subscribeAsync('plant/#')
        await second.endAsync()
        await waitFor(() => expect(context.cluster.nodes[0]?.stats()['live_connections.count']).toBe(1))
      },
    })
    await screen.findByRole('heading', { level: 1, name: 'emqx@127.0.0.1' })
    await screen.findByRole('row', { name: 'live_connections 1 2' })
    screen.getByRole('row', { name: 'subscriptions.shared 0 0' })
    const properties = screen.getByRole('region', { name: 'Properties' })
    await within(properties).findByText('Opensource')
    within(properties).getByText('5.8.9-brokerdeck')
    const figures = screen.getByRole('region', { name: 'Node metrics' })
    await within(figures).findByText('of 1 sessions')
    expect(document.title).toBe('emqx@127.0.0.1 · Brokerdeck')
  })

  it('shows its listeners with their connections here, and leads to lists of this node only', async () => {
    const {
      screen,
      user,
      path: currentPath,
    } = await renderApp(path, {
      arrange: async ({ context }) => {
        const client = await connectClient(context.cluster, { clientId: 'a' })
        await client.subscribeAsync('plant/#')
      },
    })
    const listeners = await screen.findByRole('region', { name: 'Listeners' })
    await within(listeners).findByRole('row', { name: /^tcp:default \S+ Running \d+$/ })
    const figures = screen.getByRole('region', { name: 'Node metrics' })
    const node = 'node=emqx%40127.0.0.1'
    const links = () =>
      within(figures)
        .getAllByRole('link')
        .map((link) => link.getAttribute('href') ?? '')
    await waitFor(() =>
      expect(links()).toEqual(
        expect.arrayContaining([
          expect.stringMatching(`^/clients\\?.*${node}`),
          expect.stringMatching(`^/dashboard/metrics\\?.*${node}`),
          expect.stringMatching(`^/subscriptions/subscription\\?.*${node}`),
        ]),
      ),
    )
    await user.click(within(figures).getAllByRole('link', { name: '1' })[0] ?? figures)
    await screen.findByRole('link', { name: 'a' })
    expect(currentPath()).toContain(node)
  })

  it('asks for its own history', async () => {
    const { screen, user, network, path: currentPath } = await renderApp(path)
    await user.click(await screen.findByRole('button', { name: '7 d' }))
    await waitFor(() =>
      expect(network.asked).toContain('GET /api/v5/monitor/nodes/emqx%40127.0.0.1?latest=604800'),
    )
    expect(currentPath()).toBe(`${path}?range=7d`)
  })

  it('that is stopped says so', async () => {
    const { screen } = await renderApp(path, {
      arrange: async ({ context }) => {
        await context.cluster.nodes[0]?.stop()
      },
    })
    await screen.findByText('emqx@127.0.0.1 is stopped')
  })

  it('that is unknown says so, and its hostile name is only text', async () => {
    const { screen } = await renderApp(`/dashboard/nodes/${encodeURIComponent('<img src=x>@h\u202e')}`)
    await screen.findByText('There is no node <img src=x>@h[U+202E] in the cluster')
    screen.getByRole('link', { name: 'All nodes' })
    expect(document.querySelector('img')).toBeNull()
  })

  it('that cannot be asked says why', async () => {
    const { screen, user, network } = await renderApp('/dashboard/nodes')
    const link = await screen.findByRole('link', { name: 'emqx@127.0.0.1' })
    network.answer(/\/api\/v5\/nodes\/[^/]+$/, () =>
      Response.json({ code: 'UPSTREAM_TIMEOUT', message: 'no answer' }, { status: 504 }),
    )
    await user.click(link)
    await screen.findByRole('button', { name: 'Retry' })
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp(path, { locale: 'zh' })
    await screen.findByRole('table', { name: '统计' })
    screen.getByRole('region', { name: '属性' })
  })
})
