import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

describe('my activity', () => {
  it('lists what was done and what was refused, by name, and forgets it', async () => {
    const { screen, user, broker } = await renderApp('/users', {
      arrange: async ({ context }) => {
        await context.users.create('ada', 'lovelace-1', { description: '', role: 'administrator' })
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Actions for ada' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await screen.findByText('ada is deleted')
    expect(broker.context.users.list().map(({ username }) => username)).toEqual(['admin'])
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('textbox', { name: 'Quick find' }), 'my activity{Enter}')
    const row = within((await screen.findByText('Delete user')).closest('tr') ?? document.body)
    expect(row.getByText('ada')).toBeDefined()
    expect(row.getByText('Success')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Forget all of it' }))
    expect(await screen.findByText('Nothing changed yet')).toBeDefined()
  })

  it('names what was created, and remembers nothing else of it', async () => {
    const { screen, user, broker } = await renderApp('/users')
    await user.click(await screen.findByRole('button', { name: 'Create user' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create user' }))
    await user.type(dialog.getByLabelText('Username'), 'grace')
    await user.type(dialog.getByLabelText('Password', { selector: 'input' }), 'Hopper-1906')
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    await waitFor(() => expect(broker.context.users.list()).toHaveLength(2))
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('textbox', { name: 'Quick find' }), 'my activity{Enter}')
    const row = within((await screen.findByText('Create user')).closest('tr') ?? document.body)
    expect(row.getByText('grace')).toBeDefined()
    expect(JSON.stringify({ ...localStorage })).not.toContain('Hopper-1906')
  })

  it('names a user of an authenticator beside it', async () => {
    const { screen, user } = await renderApp(
      '/authentication/detail/password_based%3Abuilt_in_database?tab=users',
      {
        arrange: async ({ ask }) => {
          await ask('POST', '/authentication', {
            mechanism: 'password_based',
            backend: 'built_in_database',
            user_id_type: 'username',
            password_hash_algorithm: { name: 'sha256', salt_position: 'prefix' },
          })
        },
      },
    )
    await user.click(await screen.findByRole('button', { name: 'Add user' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add user' }))
    await user.type(dialog.getByRole('textbox', { name: /^Username/ }), 'amy')
    await user.type(dialog.getByLabelText('Password', { selector: 'input' }), 'Secret-123')
    await user.click(dialog.getByRole('button', { name: 'Add user' }))
    await screen.findByRole('row', { name: /amy/ })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('textbox', { name: 'Quick find' }), 'my activity{Enter}')
    expect(await screen.findByText('password_based:built_in_database amy')).toBeDefined()
  })

  it('takes back what has two states, once, and says how it is again', async () => {
    const { screen, user, broker } = await renderApp('/listener')
    const isOpen = () => broker.context.listeners.find('ws:default')?.enable
    await user.click(await screen.findByRole('button', { name: 'Actions for ws:default' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Stop…' }))
    await user.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: 'Stop' }))
    await waitFor(() => expect(isOpen()).toBe(false))
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('textbox', { name: 'Quick find' }), 'my activity{Enter}')
    await user.click(await screen.findByRole('button', { name: 'Actions for Stop listener' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Undo…' }))
    const question = within(await screen.findByRole('dialog'))
    expect(question.getByText(/^ws:default will be started again/)).toBeDefined()
    await user.click(question.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('ws:default is started again')).toBeDefined()
    expect(isOpen()).toBe(true)
    // An undone action stays in the list, and only the latest action can be undone.
    const again = within((await screen.findByText('Start listener')).closest('tr') ?? document.body)
    // The broker has accepted the request; its response does not tell whether the listener runs.
    expect(again.getByText('Accepted')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Actions for Stop listener' })).toBeNull()
  })

  it('is of whoever is signed in, and takes whatever else is stored there for nothing', async () => {
    const one = {
      at: 1,
      method: 'DELETE',
      path: '/users/:username',
      params: { username: 'x' },
      outcome: 'done',
    }
    localStorage.setItem('activity /', JSON.stringify([{ ...one, user: 'somebody' }]))
    const { screen } = await renderApp('/activity')
    expect(await screen.findByText('Nothing changed yet')).toBeDefined()
  })
})
