import { waitFor } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

const path = '/dashboard/nodes'

describe('the nodes', () => {
  it('shows each node with what it tells; a stopped one tells nothing', async () => {
    const { screen } = await renderApp(path, {
      arrange: async ({ context }) => {
        await context.cluster.nodes[1]?.stop()
      },
    })
    await screen.findByRole('row', { name: /^emqx@127\.0\.0\.1 Running Core 5\.8\.9-brokerdeck 0 0 / })
    screen.getByRole('row', { name: 'emqx2@127.0.0.2 Stopped Core — — — — — — —' })
    screen.getByText('1 running, 1 not running')
    expect(document.title).toBe('Nodes · Brokerdeck')
  })

  it('marks nodes of another version and warns', async () => {
    const { screen, user, network, broker } = await renderApp('/subscriptions/topics')
    const { body } = await broker.ask('GET', '/nodes')
    if (!Array.isArray(body)) throw new Error('no list of nodes')
    const [first, second] = body
    network.answer(/\/api\/v5\/nodes$/, () => Response.json([first, { ...second, version: '5.8.8' }]))
    await user.click(await screen.findByRole('link', { name: 'Nodes', hidden: true }))
    await screen.findByText(/^nodes in the cluster run different versions: /)
    await screen.findByRole('row', { name: /5\.8\.8 differs/ })
  })

  it('leads to a node', async () => {
    const { screen, user, path: currentPath } = await renderApp(path)
    await user.click(await screen.findByRole('link', { name: 'emqx2@127.0.0.2' }))
    await screen.findByRole('heading', { level: 1, name: 'emqx2@127.0.0.2' })
    expect(currentPath()).toBe(`${path}/emqx2%40127.0.0.2`)
  })

  it('keeps what it knows and says why it cannot be refreshed', async () => {
    const { screen, user, network } = await renderApp(path)
    await screen.findByRole('link', { name: 'emqx@127.0.0.1' })
    network.answer(/\/api\/v5\/nodes$/, () =>
      Response.json({ code: 'UPSTREAM_UNREACHABLE', message: 'connection refused' }, { status: 502 }),
    )
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(screen.getAllByRole('alert').length).toBeGreaterThan(0))
    screen.getByRole('link', { name: 'emqx@127.0.0.1' })
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp(path, { locale: 'zh' })
    await screen.findByRole('heading', { level: 1, name: '节点' })
    await screen.findByRole('row', { name: /^emqx@127\.0\.0\.1 运行中 核心节点/ })
  })
})
