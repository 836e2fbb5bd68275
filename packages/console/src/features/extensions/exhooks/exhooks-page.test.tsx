import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const three: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
  await ask('POST', '/exhooks', { name: 'far', url: 'nourl' })
  await ask('POST', '/exhooks', { name: 'near', url: 'nourl', failed_action: 'ignore' })
  await ask('POST', '/exhooks', { name: 'idle', url: 'http://127.0.0.1:1', enable: false })
}

async function namesOf({ broker }: RenderedApp): Promise<readonly unknown[]> {
  const { body } = await broker.ask('GET', '/exhooks')
  return Array.isArray(body) ? body.map((one: { name: string }) => one.name) : []
}

async function rowOf({ screen }: RenderedApp, name: string) {
  const link = await screen.findByRole('link', { name })
  return within(link.closest('tr') ?? document.body)
}

async function choose({ screen, user }: RenderedApp, name: string, item: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

describe('hook servers', () => {
  it('says what they are where there are none', async () => {
    const { screen } = await renderApp('/exhook')
    expect(await screen.findByText('No hook servers yet')).toBeDefined()
  })

  it('shows of each how it is doing on each node, and why it is not called', async () => {
    const app = await renderApp('/exhook', { arrange: three })
    const far = await rowOf(app, 'far')
    expect(far.getByText('nourl')).toBeDefined()
    expect(far.getByText('Deny')).toBeDefined()
    expect(await far.findByText('Disconnected')).toBeDefined()
    await app.user.hover(await far.findByText('No attempts'))
    expect(await app.screen.findByText(/the URL is unusable, or reconnecting is off/)).toBeDefined()
    expect((await rowOf(app, 'idle')).getAllByText('Disabled').length).toBeGreaterThan(0)
    expect(app.screen.getByText('3 hook servers, called from the top down')).toBeDefined()
    await app.user.click(await far.findByRole('button', { name: 'Nodes of far: 0 of 2 nodes' }))
    const nodes = within(await app.screen.findByRole('dialog', { name: 'Nodes of far' }))
    expect(nodes.getAllByText('Disconnected')).toHaveLength(2)
  })

  it('says of nodes that differ that they do', async () => {
    const metrics = { succeed: 3, failed: 0, rate: 1, max_rate: 2 }
    const app = await renderApp('/exhook', {
      arrange: async (broker, network) => {
        await three(broker, network)
        const { body } = await broker.ask('GET', '/exhooks/far')
        network.answer(/\/exhooks$/, () =>
          Response.json([
            {
              ...Object(body),
              metrics,
              node_status: [
                { node: 'a@1', status: 'connected' },
                { node: 'b@1', status: 'connecting' },
              ],
            },
          ]),
        )
      },
    })
    const far = await rowOf(app, 'far')
    expect(await far.findByText('Inconsistent')).toBeDefined()
    await app.user.hover(await far.findByText('Not reachable'))
    expect(await app.screen.findByText(/the broker tries again every 1 min/)).toBeDefined()
    expect(await far.findByRole('button', { name: 'Nodes of far: 1 of 2 nodes' })).toBeDefined()
  })

  it('changes their order by menu and by the arrow keys', async () => {
    const app = await renderApp('/exhook', { arrange: three })
    await choose(app, 'idle', 'Move to the top')
    await waitFor(async () => expect(await namesOf(app)).toEqual(['idle', 'far', 'near']))
    const handle = await app.screen.findByRole('button', { name: /^Move far, position 2 of 3/ })
    handle.focus()
    await app.user.keyboard('{ArrowDown}')
    await waitFor(async () => expect(await namesOf(app)).toEqual(['idle', 'near', 'far']))
  })

  it('disables one once it is said what that means, and keeps all that it was set to', async () => {
    const app = await renderApp('/exhook', {
      arrange: async ({ ask }) => {
        const sockets = { keepalive: false, nodelay: true, recbuf: '64KB' }
        await ask('POST', '/exhooks', { name: 'near', url: 'nourl', socket_options: sockets, pool_size: 3 })
      },
    })
    await app.user.click(await app.screen.findByRole('switch', { name: 'near enabled' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Disable near?' }))
    expect(dialog.getByText(/no longer calls the server/)).toBeDefined()
    await app.user.click(dialog.getByRole('button', { name: 'Disable' }))
    await waitFor(async () =>
      expect(await app.broker.ask('GET', '/exhooks/near')).toMatchObject({
        body: { enable: false, pool_size: 3, socket_options: { keepalive: false, recbuf: '64KB' } },
      }),
    )
  })

  it('deletes one once it is said what that means', async () => {
    const app = await renderApp('/exhook', { arrange: three })
    await choose(app, 'near', 'Delete…')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Confirm delete?' }))
    expect(dialog.getByText(/no longer calls it/)).toBeDefined()
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect(await namesOf(app)).toEqual(['far', 'idle']))
  })

  it('lets a viewer look, and says why nothing can be changed', async () => {
    const app = await renderApp('/exhook', {
      edition: 'enterprise',
      username: 'eyes',
      arrange: async (broker, network) => {
        await three(broker, network)
        await broker.ask('POST', '/users', {
          username: 'eyes',
          password: 'Passw0rd-1',
          description: '',
          role: 'viewer',
        })
      },
    })
    await rowOf(app, 'far')
    const create = app.screen.getByRole('button', { name: 'Create hook server' })
    expect(create.getAttribute('aria-disabled')).toBe('true')
    expect(app.screen.getByRole('switch', { name: 'far enabled' }).ariaDisabled).toBe('true')
  })

  it('shows what the broker refused, and reads again on request', async () => {
    const app = await renderApp('/exhook', {
      arrange: (_, network) =>
        network.answer(/\/exhooks$/, () =>
          Response.json({ code: 'INTERNAL_ERROR', message: 'no answer' }, { status: 500 }),
        ),
    })
    expect(await app.screen.findByRole('alert')).toBeDefined()
    expect(app.screen.getAllByRole('button', { name: 'Retry' }).length).toBeGreaterThan(0)
  })

  it('speaks Chinese', async () => {
    const app = await renderApp('/exhook', { arrange: three, locale: 'zh' })
    expect(await app.screen.findByText('3 个 ExHook 服务器，从上到下依次调用')).toBeDefined()
    expect(app.screen.getByRole('button', { name: '创建 ExHook 服务器' })).toBeDefined()
  })
})
