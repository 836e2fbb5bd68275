import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

describe('my activity', () => {
  it('lists what was done and what was refused, by name, and forgets it', async () => {
    const { screen, user, broker } = await renderApp('/users', {
      arrange: async ({ world }) => {
        await world.users.create('ada', 'lovelace-1', { description: '', role: 'administrator' })
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Actions for ada' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
    await screen.findByText('ada is deleted')
    expect(broker.world.users.list().map(({ username }) => username)).toEqual(['admin'])
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('textbox', { name: 'Quick find' }), 'my activity{Enter}')
    const row = within((await screen.findByText('Delete user')).closest('tr') ?? document.body)
    expect(row.getByText('ada')).toBeDefined()
    expect(row.getByText('Success')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Forget all of it' }))
    expect(await screen.findByText('Nothing changed yet')).toBeDefined()
  })

  it('takes back what has two states, once, and says how it is again', async () => {
    const { screen, user, broker } = await renderApp('/listener')
    const isOpen = () => broker.world.listeners.find('ws:default')?.enable
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
    // What was taken back stays in the list, and only what was done last can be.
    expect(await screen.findByText('Start listener')).toBeDefined()
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
