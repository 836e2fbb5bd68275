import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

async function openShell() {
  const app = await renderApp('/dashboard/nodes')
  await app.screen.findByRole('navigation', { name: 'Main menu' })
  return app
}

describe('quick find', () => {
  it('opens a page by its name with the keyboard alone', async () => {
    const { screen, user, path } = await openShell()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('textbox', { name: 'Quick find' }), 'metr')
    await user.keyboard('{Enter}')
    await waitFor(() => expect(path()).toBe('/dashboard/metrics'))
    expect(screen.queryByRole('textbox', { name: 'Quick find' })).toBeNull()
  })

  it('opens a client by its exact id, whatever that contains', async () => {
    const { screen, user, path } = await openShell()
    await user.click(screen.getByRole('button', { name: 'Find pages, clients, actions' }))
    await user.type(await screen.findByRole('textbox', { name: 'Quick find' }), 'a/b #%1')
    await user.click(screen.getByRole('button', { name: /Open client a\/b #%1/ }))
    await waitFor(() => expect(path()).toBe('/clients/detail/a%2Fb%20%23%251'))
  })
})

describe('settings', () => {
  it('changes the language by loading the page again', async () => {
    const { screen, user } = await openShell()
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    const drawer = await screen.findByRole('dialog', { name: 'Settings' })
    await user.click(within(drawer).getByRole('button', { name: '简体中文' }))
    expect(await screen.findByRole('navigation', { name: '主菜单' })).toBeDefined()
    expect(localStorage.getItem('language')).toBe('zh')
  })

  it('offers the theme only while it does not follow the operating system', async () => {
    const { screen, user } = await openShell()
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    let drawer = await screen.findByRole('dialog', { name: 'Settings' })
    expect(within(drawer).getByRole('button', { name: 'Dark' }).matches(':disabled')).toBe(true)
    await user.click(within(drawer).getByRole('switch', { name: 'Sync OS theme' }))
    await waitFor(() => expect(localStorage.getItem('syncOsTheme')).toBe('false'))
    await screen.findByRole('navigation', { name: 'Main menu' })
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    drawer = await screen.findByRole('dialog', { name: 'Settings' })
    await user.click(within(drawer).getByRole('button', { name: 'Dark' }))
    await waitFor(() => expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark'))
    expect(localStorage.getItem('theme')).toBe('dark')
  })
})

describe('own password', () => {
  it('is changed, and the login with the new one follows', async () => {
    const { screen, user, broker } = await openShell()
    await user.click(screen.getByRole('button', { name: 'User admin' }))
    await user.click(screen.getByRole('menuitem', { name: 'Change password' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Change password' }))
    await user.type(dialog.getByLabelText('Current password', { selector: 'input' }), 'wrong')
    await user.type(dialog.getByLabelText('New password', { selector: 'input' }), 'Passw0rd-2')
    await user.type(dialog.getByLabelText('Confirm password', { selector: 'input' }), 'Passw0rd-2')
    await user.click(dialog.getByRole('button', { name: 'Change password' }))
    expect(await dialog.findByText('Operation failed')).toBeDefined()
    await user.clear(dialog.getByLabelText('Current password', { selector: 'input' }))
    await user.type(dialog.getByLabelText('Current password', { selector: 'input' }), 'public')
    await user.click(dialog.getByRole('button', { name: 'Change password' }))
    expect(await screen.findByText(/Changing Password Successfully/)).toBeDefined()
    expect(await broker.world.users.matches('admin', 'Passw0rd-2')).toBe(true)
  })
})

it('lists the keyboard shortcuts', async () => {
  const { screen, user } = await openShell()
  await user.keyboard('?')
  expect((await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).textContent).toContain(
    'Quick find',
  )
})
