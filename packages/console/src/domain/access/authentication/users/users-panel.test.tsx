import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { builtIn } from '#features/access/authentication/testing/recorded-authenticators.ts'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const ID = 'password_based:built_in_database'
const PLACE = `/authentication/detail/${ID}?tab=users`

const withUsers =
  (...names: readonly string[]): NonNullable<RenderOptions['arrange']> =>
  async ({ ask }) => {
    await ask('POST', '/authentication', builtIn)
    for (const user_id of names) {
      const user = { user_id, password: 'secret', is_superuser: user_id === 'root' }
      await ask('POST', `/authentication/${ID}/users`, user)
    }
  }

async function stored({ broker }: RenderedApp): Promise<unknown> {
  const { body } = await broker.ask('GET', `/authentication/${ID}/users?limit=100`)
  return body
}

async function choose({ screen, user }: RenderedApp, name: string, action: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

describe('users of a built-in database', () => {
  it('are listed, and found by a part of their name or by being superusers', async () => {
    const { screen, user } = await renderApp(PLACE, { arrange: withUsers('press-1', 'press-2', 'root') })
    await screen.findByRole('row', { name: /root Yes/ })
    await user.type(screen.getByRole('searchbox', { name: 'Username' }), 'press{Enter}')
    await waitFor(() => expect(screen.queryByRole('row', { name: /root/ })).toBeNull())
    expect(await screen.findByRole('row', { name: /press-2 No/ })).toBeDefined()
  })

  it('are none at first', async () => {
    const { screen } = await renderApp(PLACE, { arrange: withUsers() })
    expect(await screen.findByText('No users yet')).toBeDefined()
  })

  it('are added, and one that is there is refused', async () => {
    const app = await renderApp(PLACE, { arrange: withUsers('press-1') })
    const { screen, user } = app
    await user.click(await screen.findByRole('button', { name: 'Add user' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add user' }))
    await waitFor(() =>
      expect(document.activeElement).toBe(dialog.getByRole('textbox', { name: 'Username' })),
    )
    await user.type(dialog.getByRole('textbox', { name: /^Username/ }), 'press-1')
    await user.type(dialog.getByLabelText('Password', { selector: 'input' }), 'secret')
    await user.click(dialog.getByRole('button', { name: 'Add user' }))
    expect((await dialog.findAllByText(/already/i)).length).toBeGreaterThan(0)
    await user.type(dialog.getByRole('textbox', { name: /^Username/ }), '7')
    await user.click(dialog.getByRole('switch', { name: /Superuser|Skips/ }))
    await user.click(dialog.getByRole('button', { name: 'Add user' }))
    expect(await screen.findByRole('row', { name: /press-17 Yes/ })).toBeDefined()
    expect(await stored(app)).toMatchObject({
      data: expect.arrayContaining([{ user_id: 'press-17', is_superuser: true }]),
    })
  })

  it('are changed with a password given anew', async () => {
    const app = await renderApp(PLACE, { arrange: withUsers('press-1') })
    await choose(app, 'press-1', 'Edit')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Edit press-1' }))
    await app.user.click(dialog.getByRole('switch', { name: /Superuser|Skips/ }))
    await app.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect((await dialog.findAllByText('Password is required')).length).toBeGreaterThan(0)
    await app.user.type(dialog.getByLabelText('Password', { selector: 'input' }), 'other')
    await app.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await app.screen.findByRole('row', { name: /press-1 Yes/ })).toBeDefined()
  })

  it('are deleted one by one and many at once', async () => {
    const app = await renderApp(PLACE, { arrange: withUsers('press-1', 'press-2', 'root') })
    await choose(app, 'root', 'Delete…')
    const one = within(await app.screen.findByRole('dialog', { name: 'Confirm delete?' }))
    await app.user.click(one.getByRole('button', { name: 'Delete' }))
    await waitFor(async () => expect(await stored(app)).toMatchObject({ meta: { count: 2 } }))
    await app.user.click(app.screen.getByRole('checkbox', { name: 'Select press-1' }))
    await app.user.click(app.screen.getByRole('checkbox', { name: 'Select press-2' }))
    const chosen = within(app.screen.getByRole('toolbar', { name: 'Selection' }))
    await app.user.click(chosen.getByRole('button', { name: 'Delete' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Delete 2 users?' }))
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await app.screen.findByText('No users yet')).toBeDefined()
    expect(await stored(app)).toMatchObject({ meta: { count: 0 } })
  })

  it('speak Chinese', async () => {
    const { screen } = await renderApp(PLACE, { locale: 'zh', arrange: withUsers('root') })
    expect(await screen.findByRole('row', { name: /root 是/ })).toBeDefined()
  })
})
