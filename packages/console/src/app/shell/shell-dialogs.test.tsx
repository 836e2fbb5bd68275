import { fireEvent, waitFor, within } from '@testing-library/dom'
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
    // Nothing moves the focus away again from the start of the main content.
    await screen.findByRole('heading', { level: 1, name: 'Metrics' })
    await waitFor(() => expect(document.activeElement?.id).toBe('main'))
  })

  it.each([
    ['publish', 'dialog', 'Publish a message'],
    ['retain', 'heading', 'Retained Messages'],
    ['topics', 'heading', 'Topics'],
  ] as const)('opens with %s and Enter what is called so', async (query, role, name) => {
    const { screen, user } = await openShell()
    await user.keyboard('{Control>}k{/Control}')
    await user.type(await screen.findByRole('textbox', { name: 'Quick find' }), query)
    await user.keyboard('{Enter}')
    expect(await screen.findByRole(role, { name })).toBeDefined()
  })

  it('keeps what is typed before it has the focus, and the page below does not act on it', async () => {
    const { screen, user, path } = await openShell()
    await user.keyboard('{Control>}k{/Control}')
    await screen.findByRole('textbox', { name: 'Quick find' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Quick find' })).toBeNull())
    // No timer of the page has run yet: the dialog is rendered, but does not have the focus.
    for (const key of ['k', 'm', '?', 'Backspace', 'e', 't', 'r']) {
      fireEvent.keyDown(document.body, { key, ctrlKey: key === 'k' })
      await Promise.resolve()
    }
    expect(await screen.findByRole('textbox', { name: 'Quick find' })).toHaveProperty('value', 'metr')
    expect(screen.queryByRole('dialog', { name: 'Help' })).toBeNull()
    expect(path()).toBe('/dashboard/nodes')
  })

  it('opens what was asked for with Enter before the dialog was there, and nothing of the page below', async () => {
    const { screen, user, path } = await openShell()
    const button = screen.getByRole('button', { name: 'Find pages, clients, topics, actions' })
    button.focus()
    for (const key of ['k', ...'metr', 'Enter']) {
      const isKept = !fireEvent.keyDown(button, { key, ctrlKey: key === 'k' })
      expect(isKept).toBe(true)
      await Promise.resolve()
    }
    await waitFor(() => expect(path()).toBe('/dashboard/metrics'))
    await user.keyboard('{Control>}k{/Control}')
    expect(await screen.findByRole('textbox', { name: 'Quick find' })).toHaveProperty('value', '')
  })

  it('opens a client by its exact id, whatever that contains', async () => {
    const { screen, user, path } = await openShell()
    await user.click(screen.getByRole('button', { name: 'Find pages, clients, topics, actions' }))
    await user.type(await screen.findByRole('textbox', { name: 'Quick find' }), 'a/b #%1')
    await user.click(screen.getByRole('button', { name: /Open client a\/b #%1/ }))
    await waitFor(() => expect(path()).toBe('/clients/detail/a%2Fb%20%23%251'))
  })

  it('leads to rules, connectors, actions and webhooks by a part of their name', async () => {
    const { screen, user, path, network } = await renderApp('/dashboard/nodes', {
      arrange: async ({ ask }) => {
        for (const name of ['plant', 'plant_WH_D'])
          await ask('POST', '/connectors', { type: 'http', name, url: 'http://127.0.0.1:9' })
        const parameters = { path: '/', method: 'post' }
        await ask('POST', '/actions', { type: 'http', name: 'plant', connector: 'plant', parameters })
        await ask('POST', '/rules', { id: 'plant_hot', sql: 'SELECT * FROM "a"' })
      },
    })
    await screen.findByRole('navigation', { name: 'Main menu' })
    const asked = () => network.asked.filter((line) => /connectors|actions_summary|rules/.test(line)).length
    await user.keyboard('{Control>}k{/Control}')
    const box = await screen.findByRole('textbox', { name: 'Quick find' })
    expect(asked()).toBe(0)
    await user.type(box, 'plant')
    const rule = await screen.findByRole('button', { name: /^plant_hot/ })
    const found = () =>
      screen
        .getAllByRole('button', { name: /(Rule|Connector|Action|Webhook)$/ })
        .map(({ textContent }) => textContent)
    await waitFor(() =>
      expect(found()).toEqual([
        'plantWebhook',
        'plant_hotRule',
        'http:plantConnector',
        'http:plant_WH_DConnector',
        'http:plantAction',
      ]),
    )
    expect(asked()).toBe(3)
    await user.click(rule)
    await waitFor(() => expect(path()).toBe('/rule/rules/plant_hot'))
  })

  it('asks the broker for clients by a part of their ID, and for a topic', async () => {
    const { screen, user, path } = await openShell()
    const find = async (text: string, place: RegExp) => {
      await user.keyboard('{Control>}k{/Control}')
      await user.type(await screen.findByRole('textbox', { name: 'Quick find' }), text)
      await user.click(screen.getByRole('button', { name: place }))
    }
    await find('pump #', /^Clients with pump # in their ID/)
    await waitFor(() => expect(path()).toBe('/clients?like_clientid=pump+%23'))
    await find('plant/+/a', /^Who subscribes to plant\/\+\/a/)
    await waitFor(() => expect(path()).toBe('/subscriptions/subscription?topic=plant%2F%2B%2Fa'))
    await find('plant/1/a', /^Who subscribes to plant\/1\/a/)
    await waitFor(() => expect(path()).toBe('/subscriptions/subscription?receives=plant%2F1%2Fa'))
    await find('2001:db8::7', /^Clients from 2001:db8::7/)
    await waitFor(() => expect(path()).toBe('/clients?ip_address=2001%3Adb8%3A%3A7'))
    await find('plant/#', /^Retained messages of plant\/#/)
    await waitFor(() => expect(path()).toBe('/retained?topic=plant%2F%23'))
  })
})

describe('settings', () => {
  it('changes the language by loading the page again', async () => {
    const { screen, user } = await openShell()
    await user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Settings' }))
    const drawer = await screen.findByRole('dialog', { name: 'Settings' })
    await user.click(within(drawer).getByRole('button', { name: '简体中文' }))
    expect(await screen.findByRole('navigation', { name: '主菜单' })).toBeDefined()
    expect(localStorage.getItem('language')).toBe('zh')
  })

  it('offers the theme only while it does not follow the operating system', async () => {
    const { screen, user } = await openShell()
    await user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Settings' }))
    let drawer = await screen.findByRole('dialog', { name: 'Settings' })
    expect(within(drawer).getByRole('button', { name: 'Dark' }).matches(':disabled')).toBe(true)
    await user.click(within(drawer).getByRole('switch', { name: 'Sync OS theme' }))
    await waitFor(() => expect(localStorage.getItem('syncOsTheme')).toBe('false'))
    await screen.findByRole('navigation', { name: 'Main menu' })
    await user.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Settings' }))
    drawer = await screen.findByRole('dialog', { name: 'Settings' })
    await user.click(within(drawer).getByRole('button', { name: 'Dark' }))
    await waitFor(() => expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark'))
    expect(localStorage.getItem('theme')).toBe('dark')
  })
})

describe('environment', () => {
  it('is named by the operator, and marks the bar and the title', async () => {
    const { screen, user } = await openShell()
    const choose = async (name: string) => {
      await user.click(
        await within(await screen.findByRole('banner')).findByRole('button', { name: 'Settings' }),
      )
      const drawer = await screen.findByRole('dialog', { name: 'Settings' })
      await user.click(within(drawer).getByRole('button', { name }))
      await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Settings' })).toBeNull())
    }
    await choose('Production')
    await screen.findByText('Production')
    await waitFor(() => expect(document.title).toBe('Nodes · Production · Brokerdeck'))
    await choose('Not named')
    await waitFor(() => expect(document.title).toBe('Nodes · Brokerdeck'))
    expect(screen.queryByText('Production')).toBeNull()
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
    expect(await broker.context.users.matches('admin', 'Passw0rd-2')).toBe(true)
  })
})

it('helps with the keys, with what the page needs, and with the documentation of this version', async () => {
  const { screen, user, network } = await openShell()
  await screen.findByRole('heading', { level: 1, name: 'Nodes' })
  await user.keyboard('?')
  const help = within(await screen.findByRole('dialog', { name: 'Help' }))
  expect(help.getByText('Quick find')).toBeDefined()
  expect(help.getByText('GET /api/v5/nodes')).toBeDefined()
  const link = help.getByRole('link', { name: 'Documentation of EMQX Community 5.8' })
  expect(link.getAttribute('href')).toBe('https://docs.emqx.com/en/emqx/v5.8/')
  expect(network.asked.every((line) => line.includes(' /api/v5/') || line.endsWith('/version'))).toBe(true)
})

describe('the tour', () => {
  it('goes through five pages of the sample cluster, which can be used meanwhile', async () => {
    const { screen, user, path } = await renderApp('/users')
    await screen.findByRole('heading', { level: 1, name: 'Users' })
    await user.keyboard('?')
    await user.click(await screen.findByRole('button', { name: 'Take the tour' }))
    const tour = within(await screen.findByRole('region', { name: 'Tour' }))
    for (const [at, page] of ['/dashboard/overview', '/clients', '/topics-explorer', '/flow'].entries()) {
      await tour.findByText(`${at + 1} of 5`)
      await waitFor(() => expect(path()).toBe(page))
      await user.click(tour.getByRole('button', { name: 'Next' }))
    }
    await waitFor(() => expect(path()).toBe('/authorization/why'))
    expect(tour.queryByRole('button', { name: 'Next' })).toBeNull()
    await user.type(await screen.findByRole('textbox', { name: 'Client ID' }), 'plc-1')
    await user.click(tour.getByRole('button', { name: 'End the tour' }))
    expect(screen.queryByRole('region', { name: 'Tour' })).toBeNull()
    expect(path()).toBe('/authorization/why')
  })

  it('is not offered on a cluster of somebody else', async () => {
    const { screen, user } = await renderApp('/users', { config: { mode: 'cluster' } })
    await screen.findByRole('heading', { level: 1, name: 'Users' })
    await user.keyboard('?')
    await screen.findByRole('dialog', { name: 'Help' })
    expect(screen.queryByRole('button', { name: 'Take the tour' })).toBeNull()
  })
})
