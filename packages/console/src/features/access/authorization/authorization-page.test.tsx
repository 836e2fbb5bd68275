import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const twoSources: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
  await ask('POST', '/authorization/sources', { type: 'built_in_database' })
}

const configured = async ({ broker }: RenderedApp) => (await broker.ask('GET', '/authorization/sources')).body
const settings = async ({ broker }: RenderedApp) => (await broker.ask('GET', '/authorization/settings')).body

async function choose({ screen, user }: RenderedApp, name: string, action: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

describe('authorization sources', () => {
  it('are listed in their order, with state, nodes and figures', async () => {
    const { screen } = await renderApp('/authorization', { arrange: twoSources })
    await screen.findByRole('row', { name: /Built-in database Connected .*2 of 2 nodes/ })
    const [, first, second] = screen.getAllByRole('row')
    expect(first?.textContent).toContain('Built-in database')
    expect(second?.textContent).toContain('File')
    expect(screen.getByText('2 sources, checked from the top down')).toBeDefined()
  })

  it('are moved, by menu and by keyboard, once the new order was read', async () => {
    const app = await renderApp('/authorization', { arrange: twoSources })
    const confirmed = async (name: string, button: string) => {
      const dialog = within(await app.screen.findByRole('dialog', { name }))
      const order = within(dialog.getByRole('list', { name: 'Order' })).getAllByRole('listitem')
      await app.user.click(dialog.getByRole('button', { name: button }))
      return order.map(({ textContent }) => textContent)
    }
    await choose(app, 'File', 'Move up')
    expect(await confirmed('Move File to position 1?', 'Move')).toEqual(['File (moved)', 'Built-in database'])
    expect(await app.screen.findByText('File is now at position 1 of 2.')).toBeDefined()
    expect(await configured(app)).toMatchObject({
      sources: [{ type: 'file' }, { type: 'built_in_database' }],
    })
    const handle = await app.screen.findByRole('button', { name: /^Move File, position 1/ })
    handle.focus()
    await app.user.keyboard('{ArrowDown}')
    await confirmed('Move File to position 2?', 'Cancel')
    await app.user.keyboard('{ArrowDown}')
    await confirmed('Move File to position 2?', 'Move')
    await waitFor(async () =>
      expect(await configured(app)).toMatchObject({
        sources: [{ type: 'built_in_database' }, { type: 'file' }],
      }),
    )
  })

  it('are disabled and deleted once the specified warning was read', async () => {
    const app = await renderApp('/authorization', { arrange: twoSources })
    await app.user.click(await app.screen.findByRole('switch', { name: 'File enabled' }))
    let dialog = within(await app.screen.findByRole('dialog', { name: 'Disable File?' }))
    expect(dialog.getByText(/affects publish and subscribe permissions/)).toBeDefined()
    await app.user.click(dialog.getByRole('button', { name: 'Disable' }))
    await waitFor(async () =>
      expect(await configured(app)).toMatchObject({ sources: [{ enable: true }, { enable: false }] }),
    )
    await choose(app, 'Built-in database', 'Delete…')
    dialog = within(await app.screen.findByRole('dialog', { name: 'Confirm delete?' }))
    expect(dialog.getByText(/The built-in database has no rules\./)).toBeDefined()
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(app.screen.queryByText('Built-in database')).toBeNull())
    expect(await configured(app)).toMatchObject({ sources: [{ type: 'file' }] })
    expect(await app.screen.findByText(/All sources are disabled: every client may publish/)).toBeDefined()
  })

  it('are switched without putting back what somebody else has written meanwhile', async () => {
    const app = await renderApp('/authorization', { arrange: twoSources })
    await app.user.click(await app.screen.findByRole('switch', { name: 'File enabled' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Disable File?' }))
    const rules = '{deny, {user, "theirs"}, all, ["#"]}.\n'
    await app.broker.ask('PUT', '/authorization/sources/file', { type: 'file', enable: true, rules })
    await app.user.click(dialog.getByRole('button', { name: 'Disable' }))
    await waitFor(async () =>
      expect(await configured(app)).toMatchObject({ sources: [{}, { type: 'file', enable: false, rules }] }),
    )
  })

  it('says what it means that there is none', async () => {
    const { screen } = await renderApp('/authorization', {
      arrange: async ({ ask }) => {
        await ask('DELETE', '/authorization/sources/file')
      },
    })
    expect(await screen.findByText('There is no source')).toBeDefined()
  })

  it('shows why they cannot be read, and reads them when asked again', async () => {
    let isBroken = true
    const { screen, user } = await renderApp('/authorization', {
      arrange: (broker, network) => {
        network.answer(/sources$/, async () => {
          const body = { code: 'INTERNAL_ERROR', message: 'mnesia is not running' }
          const answer = isBroken ? { status: 500, body } : await broker.ask('GET', '/authorization/sources')
          return Response.json(answer.body, { status: answer.status })
        })
      },
    })
    expect((await screen.findAllByText(/mnesia is not running/)).length).toBeGreaterThan(0)
    isBroken = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('link', { name: 'File' })).toBeDefined()
  })

  it('are only looked at by a viewer', async () => {
    const { screen } = await renderApp('/authorization', {
      edition: 'enterprise',
      username: 'guest',
      arrange: async ({ ask }) => {
        await ask('POST', '/users', {
          username: 'guest',
          password: 'guest1234',
          role: 'viewer',
          description: '',
        })
      },
    })
    await screen.findByRole('link', { name: 'File' })
    const create = screen.getByRole('button', { name: 'Create source' })
    expect(create.getAttribute('aria-disabled')).toBe('true')
  })

  it('cleans the cache of all nodes after asking', async () => {
    const app = await renderApp('/authorization')
    await app.user.click(await app.screen.findByRole('button', { name: 'Clean cache' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Clean the authorization cache?' }))
    await app.user.click(dialog.getByRole('button', { name: 'Clean cache' }))
    expect(await app.screen.findByText('The cache was cleaned.')).toBeDefined()
  })

  it('is read in Chinese', async () => {
    const { screen } = await renderApp('/authorization', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '客户端授权' })).toBeDefined()
    expect(await screen.findByText('1 个数据源，从上到下依次询问')).toBeDefined()
  })
})

describe('authorization settings', () => {
  it('are changed as a whole, and say what that means', async () => {
    const app = await renderApp('/authorization?tab=settings')
    const { screen, user } = app
    await user.selectOptions(await screen.findByLabelText('What no source decides'), 'deny')
    await user.click(screen.getByRole('button', { name: 'Add topic filter' }))
    await user.keyboard('nocache/#')
    const review = within(screen.getByRole('region', { name: 'Review changes' }))
    expect(review.getByText(/Everything is denied that no source allows/)).toBeDefined()
    await user.click(review.getByRole('button', { name: 'Apply 2 changes' }))
    const question = within(await screen.findByRole('dialog', { name: 'Apply these changes?' }))
    await user.click(question.getByRole('button', { name: 'Apply' }))
    await waitFor(async () =>
      expect(await settings(app)).toMatchObject({
        no_match: 'deny',
        deny_action: 'ignore',
        cache: { enable: true, max_size: 32, excludes: ['nocache/#'] },
      }),
    )
  })
})
