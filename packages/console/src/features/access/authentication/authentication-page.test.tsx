import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { builtIn, httpService, jwt } from '#features/access/authentication/testing/recorded-authenticators.ts'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const chain: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
  for (const body of [builtIn, jwt, httpService]) await ask('POST', '/authentication', body)
}

async function idsOf({ broker }: RenderedApp): Promise<readonly unknown[]> {
  const { body } = await broker.ask('GET', '/authentication')
  return Array.isArray(body) ? body.map((one: { id: string }) => one.id) : []
}

async function choose({ screen, user }: RenderedApp, name: string, action: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

const BUILT_IN = 'Built-in database (Password-Based)'
const ids = ['password_based:built_in_database', 'jwt', 'password_based:http']

describe('the authentication chain', () => {
  it('says what an empty one means', async () => {
    const { screen } = await renderApp('/authentication')
    expect(await screen.findByText('Every client can connect')).toBeDefined()
  })

  it('shows who is asked in which order, and how that is going on each node', async () => {
    const { screen, user } = await renderApp('/authentication', { arrange: chain })
    const handles = await screen.findAllByRole('button', { name: /^Move / })
    expect(handles.map((handle) => handle.getAttribute('aria-label')?.split(':')[0])).toEqual([
      `Move ${BUILT_IN}, position 1 of 3`,
      'Move JWT, position 2 of 3',
      'Move HTTP service (Password-Based), position 3 of 3',
    ])
    expect((await screen.findAllByText('Connected')).length).toBeGreaterThan(0)
    await user.click(screen.getByRole('button', { name: `Nodes of ${BUILT_IN}: 2 of 2 nodes` }))
    const nodes = within(await screen.findByRole('dialog', { name: `Nodes of ${BUILT_IN}` }))
    expect(nodes.getAllByText('Connected')).toHaveLength(2)
  })

  it('shows nodes that differ, and what the one without a connection says', async () => {
    const metrics = { total: 3, success: 1, failed: 1, nomatch: 1, rate: 0, rate_last5m: 0, rate_max: 0 }
    const [one, other] = ['emqx1@127.0.0.1', 'emqx2@127.0.0.2']
    const { screen, user } = await renderApp('/authentication', {
      arrange: async ({ ask }, network) => {
        await ask('POST', '/authentication', jwt)
        network.answer(/\/authentication\/jwt\/status$/, () =>
          Response.json({
            status: 'inconsistent',
            node_status: [
              { node: one, status: 'connected' },
              { node: other, status: 'disconnected' },
            ],
            node_error: [{ node: other, error: 'econnrefused' }],
            metrics,
            node_metrics: [],
            resource_metrics: {},
            node_resource_metrics: [],
          }),
        )
      },
    })
    expect(await screen.findByText('Inconsistent')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Nodes of JWT: 1 of 2 nodes' }))
    await screen.findByText('Nothing accepts connections at this address and port.')
    const nodes = within(screen.getByRole('dialog', { name: 'Nodes of JWT' })).getAllByRole('listitem')
    expect(nodes.map(({ textContent }) => textContent)).toEqual([
      `${one}Connected`,
      expect.stringContaining(`${other}DisconnectedNothing accepts connections at this address and port.`),
    ])
    await user.click(screen.getByText('Details'))
    expect(await screen.findByText('econnrefused')).toBeDefined()
  })

  it('changes its order by menu', async () => {
    const app = await renderApp('/authentication', { arrange: chain })
    await choose(app, 'JWT', 'Move to the top')
    await waitFor(async () => expect(await idsOf(app)).toEqual(['jwt', ids[0], ids[2]]))
    expect(await app.screen.findByText('JWT is now at position 1 of 3.')).toBeDefined()
    await choose(app, BUILT_IN, 'Move down')
    await waitFor(async () => expect(await idsOf(app)).toEqual(['jwt', ids[2], ids[0]]))
  })

  it('changes its order by the arrow keys, and keeps the focus on what moves', async () => {
    const app = await renderApp('/authentication', { arrange: chain })
    const handle = await app.screen.findByRole('button', { name: /^Move JWT, position 2 of 3/ })
    handle.focus()
    await app.user.keyboard('{ArrowDown}')
    const moved = await app.screen.findByRole('button', { name: /^Move JWT, position 3 of 3/ })
    await waitFor(() => expect(document.activeElement).toBe(moved))
    expect(await idsOf(app)).toEqual([ids[0], ids[2], 'jwt'])
    await app.user.keyboard('{Home}')
    await waitFor(async () => expect(await idsOf(app)).toEqual(['jwt', ids[0], ids[2]]))
    const first = await app.screen.findByRole('button', { name: /^Move JWT, position 1 of 3/ })
    await waitFor(() => expect(document.activeElement).toBe(first))
    await app.user.keyboard('{End}')
    await waitFor(async () => expect(await idsOf(app)).toEqual([ids[0], ids[2], 'jwt']))
  })

  it('disables one after a warning, enables it without', async () => {
    const app = await renderApp('/authentication', { arrange: chain })
    const enabled = async () => {
      const { body } = await app.broker.ask('GET', '/authentication/jwt')
      return body
    }
    await app.user.click(await app.screen.findByRole('switch', { name: 'JWT enabled' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Disable JWT?' }))
    expect(dialog.getByText(/may affect the security of connections/)).toBeDefined()
    await app.user.click(dialog.getByRole('button', { name: 'Disable' }))
    await waitFor(async () => expect(await enabled()).toMatchObject({ enable: false }))
    const off = app.screen.getByRole('switch', { name: 'JWT enabled' })
    await waitFor(() => expect([off.ariaChecked, off.ariaDisabled]).toEqual(['false', null]))
    await app.user.click(off)
    await waitFor(async () => expect(await enabled()).toMatchObject({ enable: true, secret: '******' }))
  })

  it('switches one without putting back what somebody else has changed meanwhile', async () => {
    const app = await renderApp('/authentication', { arrange: chain })
    await app.user.click(await app.screen.findByRole('switch', { name: 'JWT enabled' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Disable JWT?' }))
    await app.broker.ask('PUT', '/authentication/jwt', { ...jwt, secret: 'theirs', from: 'username' })
    await app.user.click(dialog.getByRole('button', { name: 'Disable' }))
    await waitFor(() =>
      expect(app.broker.context.config.document('authentication')).toContainEqual(
        expect.objectContaining({ mechanism: 'jwt', enable: false, secret: 'theirs', from: 'username' }),
      ),
    )
  })

  it('warns when nobody is asked because all of it is disabled', async () => {
    const { screen } = await renderApp('/authentication', {
      arrange: async ({ ask }) => {
        await ask('POST', '/authentication', { ...builtIn, enable: false })
      },
    })
    expect(await screen.findByText('All are disabled: every client can connect.')).toBeDefined()
  })

  it('deletes one once it is said that its users go too', async () => {
    const app = await renderApp('/authentication', { arrange: chain })
    for (const user_id of ['a', 'b']) {
      const user = { user_id, password: 'x' }
      expect(await app.broker.ask('POST', `/authentication/${ids[0]}/users`, user)).toMatchObject({
        status: 201,
      })
    }
    await choose(app, BUILT_IN, 'Delete…')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Confirm delete?' }))
    expect(
      dialog.getByText(/may let unauthorized clients connect\. All 2 users .* are deleted too\. This cannot/),
    ).toBeDefined()
    await app.user.type(dialog.getByRole('textbox', { name: `Type ${BUILT_IN} to confirm` }), BUILT_IN)
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect(await idsOf(app)).toEqual(['jwt', ids[2]]))
    await waitFor(() => expect(app.screen.queryByRole('link', { name: BUILT_IN })).toBeNull())
  })

  it('names the number of the users of a large database, and takes nothing but its name', async () => {
    const app = await renderApp('/authentication', {
      arrange: async (broker, network) => {
        await chain(broker, network)
        const meta = { page: 1, limit: 1, count: 20_000, hasnext: true }
        network.answer(/built_in_database\/users$/, () =>
          Response.json({ data: [{ user_id: 'a', is_superuser: false }], meta }),
        )
      },
    })
    await choose(app, BUILT_IN, 'Delete…')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Confirm delete?' }))
    await dialog.findByText(
      /All 20,000 users in the built-in database are deleted too\. This cannot be undone/,
    )
    const confirm = dialog.getByRole('button', { name: 'Delete' })
    await app.user.type(dialog.getByRole('textbox', { name: `Type ${BUILT_IN} to confirm` }), 'Built-in')
    await app.user.click(confirm)
    expect(await idsOf(app)).toEqual(ids)
  })

  it('tells a refusal in words', async () => {
    const app = await renderApp('/authentication', { arrange: chain })
    await app.screen.findByRole('link', { name: 'JWT' })
    await app.broker.ask('DELETE', '/authentication/jwt')
    await choose(app, 'JWT', 'Move up')
    expect((await app.screen.findAllByText(/does not exist|not.found/i)).length).toBeGreaterThan(0)
  })

  it('lets a viewer look and change nothing', async () => {
    const { screen } = await renderApp('/authentication', {
      edition: 'enterprise',
      username: 'eve',
      arrange: async (broker, network) => {
        await chain(broker, network)
        const eve = { username: 'eve', password: 'Viewer1234', role: 'viewer', description: '' }
        await broker.ask('POST', '/users', eve)
      },
    })
    const create = await screen.findByRole('button', { name: 'Create authenticator' })
    expect(create.getAttribute('aria-disabled')).toBe('true')
    const isOn = await screen.findByRole('switch', { name: 'JWT enabled' })
    expect(isOn.getAttribute('aria-disabled')).toBe('true')
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/authentication', { locale: 'zh', arrange: chain })
    expect(await screen.findByRole('heading', { name: '客户端认证' })).toBeDefined()
    expect(await screen.findByRole('link', { name: '内置数据库（密码认证）' })).toBeDefined()
  })
})
