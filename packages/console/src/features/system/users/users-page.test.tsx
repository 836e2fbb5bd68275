import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'
import { savedFiles } from '#testing/saved-files.ts'

const people: NonNullable<RenderOptions['arrange']> = async ({ context }) => {
  await context.users.create('ada', 'Admin-1234', { description: 'night shift', role: 'administrator' })
  await context.users.create('val', 'Viewer-123', { description: '', role: 'viewer' })
}

/** Returns the input of a secret, because the group around it has the same name. */
const secret = (dialog: ReturnType<typeof within>, name: string) =>
  dialog.getByLabelText(name, { selector: 'input' })

async function choose({ screen, user }: RenderedApp, name: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

async function disabledReason(app: RenderedApp, name: string, action: string): Promise<string> {
  await app.user.click(await app.screen.findByRole('button', { name: `Actions for ${name}` }))
  const item = await app.screen.findByRole('menuitem', { name: new RegExp(`^${action}`) })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  const text = item.textContent ?? ''
  await app.user.keyboard('{Escape}')
  return text
}

describe('users', () => {
  it('are listed in the order that the address says, and a head of a column writes it there', async () => {
    const { screen, user, path } = await renderApp('/users?sort=-username', { arrange: people })
    const names = () =>
      screen.getAllByRole('button', { name: /^Actions for / }).map((one) => one.getAttribute('aria-label'))
    const inOrder = (...people: readonly string[]) =>
      expect(names()).toEqual(people.map((name) => `Actions for ${name}`))
    await screen.findByText('night shift')
    inOrder('val', 'admin', 'ada')
    await user.click(screen.getByRole('button', { name: 'Sort by Username' }))
    await waitFor(() => expect(path()).toBe('/users'))
    await user.click(screen.getByRole('button', { name: 'Sort by Username' }))
    await waitFor(() => expect(path()).toBe('/users?sort=username'))
    inOrder('ada', 'admin', 'val')
  })

  it('exports what the API says, not its words', async () => {
    const saved = savedFiles()
    const { screen, user } = await renderApp('/users', { edition: 'enterprise', arrange: people })
    await screen.findByText('night shift')
    await user.click(screen.getByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: 'This page as JSON' }))
    expect(JSON.parse((await saved[0]?.content.text()) ?? '')).toContainEqual(
      expect.objectContaining({ username: 'val', role: 'viewer' }),
    )
  })

  it('creates one, and refuses reserved names and weak passwords before asking', async () => {
    const { screen, user, broker } = await renderApp('/users')
    await screen.findByText('administrator')
    expect(screen.queryByRole('columnheader', { name: 'Role' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Create user' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create user' }))
    await user.type(dialog.getByLabelText('Username'), 'root')
    await user.type(secret(dialog, 'Password'), 'abc')
    expect(await dialog.findByText('Not accepted yet')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    expect((await dialog.findAllByText(/^This console reserves admin/)).length).toBeGreaterThan(0)
    expect(broker.context.users.has('root')).toBe(false)
    await user.clear(dialog.getByLabelText('Username'))
    await user.type(dialog.getByLabelText('Username'), 'ops_1')
    await user.clear(secret(dialog, 'Password'))
    await user.type(secret(dialog, 'Password'), 'Shift-work-7')
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    expect(await screen.findByText('Create User Successfully')).toBeDefined()
    expect(await screen.findByText('ops_1')).toBeDefined()
    expect(await broker.context.users.matches('ops_1', 'Shift-work-7')).toBe(true)
  })

  it('sends the role along when only the note changes', async () => {
    const app = await renderApp('/users', { edition: 'enterprise', arrange: people })
    await choose(app, 'val', 'Edit')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Edit val' }))
    await app.user.type(dialog.getByLabelText('Note'), 'intern')
    await app.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await app.screen.findByText('intern')).toBeDefined()
    expect(app.broker.context.users.list()).toContainEqual({
      username: 'val',
      description: 'intern',
      role: 'viewer',
    })
  })

  it('gives nobody back a role that somebody else has taken away meanwhile', async () => {
    const app = await renderApp('/users', { edition: 'enterprise', arrange: people })
    await choose(app, 'ada', 'Edit')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Edit ada' }))
    await app.broker.context.users.change('ada', { description: 'night shift', role: 'viewer' })
    await app.user.type(dialog.getByLabelText('Note'), ', left')
    await app.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText(/Nothing was sent: somebody changed/)).toBeDefined()
    expect(app.broker.context.users.getRole('ada')).toBe('viewer')
    await app.user.click(dialog.getByRole('button', { name: 'Keep my changes on top' }))
    await app.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await app.screen.findByText('night shift, left')).toBeDefined()
    expect(app.broker.context.users.getRole('ada')).toBe('viewer')
  })

  it('says of a user who is gone meanwhile that nothing was sent', async () => {
    const app = await renderApp('/users', { edition: 'enterprise', arrange: people })
    await choose(app, 'val', 'Edit')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Edit val' }))
    await app.broker.context.users.remove('val')
    await app.user.type(dialog.getByLabelText('Note'), 'x')
    await app.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText(/Nothing was sent: this entry/)).toBeDefined()
  })

  it('protects the default user, oneself and the last administrator, and says why', async () => {
    const app = await renderApp('/users', {
      edition: 'enterprise',
      username: 'ada',
      arrange: async (broker, network) => {
        await people(broker, network)
        await broker.context.users.change('admin', { description: '', role: 'viewer' })
      },
    })
    expect(await disabledReason(app, 'admin', 'Delete')).toContain('it cannot be deleted')
    expect(await disabledReason(app, 'ada', 'Delete')).toContain('cannot delete yourself')
    await choose(app, 'ada', 'Edit')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Edit ada' }))
    expect(await dialog.findByText(/last administrator/)).toBeDefined()
  })

  it('deletes a user after asking, and shows a refusal of the broker', async () => {
    const app = await renderApp('/users', { arrange: people })
    await choose(app, 'val', 'Delete…')
    let dialog = within(await app.screen.findByRole('dialog', { name: 'Confirm to delete the user?' }))
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await app.screen.findByText('val is deleted')).toBeDefined()
    expect(app.broker.context.users.has('val')).toBe(false)
    await choose(app, 'ada', 'Delete…')
    await app.broker.context.users.remove('ada')
    dialog = within(await app.screen.findByRole('dialog', { name: 'Confirm to delete the user?' }))
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await app.screen.findByText('username not found')).toBeDefined()
  })

  it('changes a password that one knows', async () => {
    const app = await renderApp('/users', { arrange: people })
    await choose(app, 'ada', 'Change password')
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Change the password of ada' }))
    await app.user.type(secret(dialog, 'Current password'), 'Admin-1234')
    await app.user.type(secret(dialog, 'New password'), 'Admin-1234')
    await app.user.type(secret(dialog, 'Confirm password'), 'other')
    await app.user.click(dialog.getByRole('button', { name: 'Change password' }))
    expect(
      (await dialog.findAllByText('The new and old passwords cannot be the same')).length,
    ).toBeGreaterThan(0)
    expect((await dialog.findAllByText("Two inputs don't match!")).length).toBeGreaterThan(0)
    for (const label of ['New password', 'Confirm password']) {
      await app.user.clear(secret(dialog, label))
      await app.user.type(secret(dialog, label), 'Quite-new-9')
    }
    await app.user.click(dialog.getByRole('button', { name: 'Change password' }))
    expect(await app.screen.findByText('Changing Password Successfully')).toBeDefined()
    expect(await app.broker.context.users.matches('ada', 'Quite-new-9')).toBe(true)
  })

  it('lets a viewer change the own password and nothing else', async () => {
    const app = await renderApp('/users', { edition: 'enterprise', username: 'val', arrange: people })
    expect(await disabledReason(app, 'ada', 'Change password')).toContain('viewer')
    await choose(app, 'val', 'Change password')
    expect(await app.screen.findByRole('dialog', { name: 'Change password' })).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/users', { locale: 'zh', edition: 'enterprise', arrange: people })
    expect(await screen.findByRole('heading', { name: '用户' })).toBeDefined()
    expect((await screen.findAllByText('管理员')).length).toBe(2)
    expect(await screen.findByText('查看者')).toBeDefined()
  })
})
