import { runningNodeSchema } from '@brokerdeck/contract/monitoring/nodes.ts'
import { waitFor, within } from '@testing-library/dom'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

async function openShell(path = '/dashboard/nodes', options: Parameters<typeof renderApp>[1] = {}) {
  const app = await renderApp(path, options)
  const navigation = await app.screen.findByRole('navigation', { name: /Main menu|主菜单/ })
  await app.screen.findByRole('main')
  return { ...app, navigation }
}

describe('shell', () => {
  it('is not called live while the broker accepts questions and answers none', async () => {
    const { screen, network } = await openShell('/dashboard/overview')
    const bar = within(screen.getByRole('banner'))
    await bar.findByText('Live')
    network.hold(/^GET/)
    await bar.findByText('No answer', undefined, { timeout: 17_000 })
    expect(bar.queryByText('Live')).toBeNull()
  })

  it('leads to every page through its area, collapsed until pinned, and remembers that', async () => {
    const { navigation, screen, user, path } = await openShell()
    const menu = within(navigation)
    const words = (role: 'button' | 'link') => menu.getAllByRole(role).map((one) => one.textContent)
    expect(words('button')).toEqual([
      'Monitoring',
      'Management',
      'Diagnose',
      'Access Control',
      'Integration',
      'Smart Data Hub',
      'Extensions',
      'Settings',
      'System settings',
      'Help',
      'Pin',
    ])
    expect(menu.getAllByRole('link')).toHaveLength(1)
    await user.click(menu.getByRole('button', { name: 'Diagnose' }))
    expect(menu.getByRole('list', { name: 'Tools' }).textContent).toContain('Topic Explorer')
    await user.click(menu.getByRole('button', { name: 'Monitoring' }))
    expect(menu.queryByRole('link', { name: 'Topic Explorer' })).toBeNull()
    await user.click(menu.getByRole('link', { name: 'Metrics' }))
    await waitFor(() => expect(path()).toBe('/dashboard/metrics'))
    await waitFor(() => expect(menu.queryByRole('link', { name: 'Metrics' })).toBeNull())

    const [pin] = menu.getAllByRole('button', { name: 'Pin the menu open' }).toReversed()
    if (pin) await user.click(pin)
    expect(localStorage.getItem('leftBarCollapse')).toBe('false')
    expect(menu.getByRole('link', { name: 'Metrics' }).getAttribute('aria-current')).toBe('page')
    // Between `/cluster` and `/cluster/health` only the deeper page is marked as current.
    await user.click(menu.getByRole('link', { name: 'Health' }))
    await waitFor(() => expect(path()).toBe('/cluster/health'))
    const current = menu.getAllByRole('link', { current: 'page' })
    expect(current.map((link) => link.querySelector('span')?.textContent)).toEqual(['Health'])
    await user.click(menu.getByRole('button', { name: 'System settings' }))
    expect(JSON.parse(localStorage.getItem('menuSections') ?? '')).toEqual(['system'])
    expect(await screen.findByText('brokerdeck')).toBeDefined()
    expect(screen.getByText(/Community 5\.8\.9-brokerdeck/)).toBeDefined()
  })

  it('shows Community what only Enterprise has, last in its area and called so', async () => {
    const { navigation, user } = await openShell()
    const menu = within(navigation)
    await user.click(menu.getByRole('button', { name: 'System settings' }))
    const lacking = within(menu.getByRole('list', { name: 'Enterprise, not in this broker' }))
    expect(lacking.getAllByRole('link').map((link) => link.querySelector('span')?.textContent)).toEqual([
      'Cluster Linking',
      'Evacuation & Rebalancing',
      'Hot Upgrade',
      'Durable Storage',
      'Single Sign-On',
      'License',
    ])
  })

  it('is gone through with the keyboard: areas, pages, and back', async () => {
    const { navigation, user, path } = await openShell()
    const menu = within(navigation)
    menu.getByRole('button', { name: 'Monitoring' }).focus()
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Management')
    await menu.findByRole('link', { name: 'Clients' })
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(document.activeElement?.textContent).toMatch('Clients'))
    await user.keyboard('{End}')
    expect(document.activeElement?.textContent).toMatch('Delayed Publish')
    await user.keyboard('{Escape}')
    expect(document.activeElement?.textContent).toBe('Management')
    expect(menu.queryByRole('link', { name: 'Clients' })).toBeNull()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(document.activeElement?.textContent).toMatch('Clients'))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(path()).toBe('/clients'))
  })

  it('lists the pages of the area behind its name before the title', async () => {
    const { user, path, screen } = await openShell('/clients/detail/pump-1')
    await screen.findByRole('heading', { level: 1, name: 'pump-1' })
    const before = within(screen.getByRole('navigation', { name: 'Path' }))
    const area = before.getByRole('button', { name: 'Management: its pages' })
    expect(area.textContent).toBe('Management')
    await user.click(area)
    const pages = within(screen.getByRole('dialog', { name: 'Management: its pages' }))
    expect(pages.getByRole('link', { name: 'Clients' }).getAttribute('aria-current')).toBe('page')
    await waitFor(() => expect(document.activeElement?.textContent).toMatch('Clients'))
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(area)
    await user.keyboard('{Enter}')
    await user.click(screen.getByRole('link', { name: 'Retained Messages' }))
    await waitFor(() => expect(path()).toBe('/retained'))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('steps through the pages of an area with [ and ]', async () => {
    const { user, path, screen } = await openShell('/dashboard/nodes')
    await user.keyboard(']')
    await waitFor(() => expect(path()).toBe('/dashboard/metrics'))
    await user.type(await screen.findByRole('searchbox'), '[[')
    expect(path()).toMatch('/dashboard/metrics')
    screen.getByRole('main').focus()
    await user.keyboard('[[[[')
    await waitFor(() => expect(path()).toBe('/dashboard/overview'))
    await user.keyboard('[[')
    await waitFor(() => expect(path()).toBe('/monitoring/alarms'))
  })

  it('logs out after asking, and revokes the token', async () => {
    const { screen, user, broker, path } = await openShell()
    const token = broker.login()
    await user.click(screen.getByRole('button', { name: 'User admin' }))
    await user.click(screen.getByRole('menuitem', { name: 'Log out' }))
    const dialog = await screen.findByRole('dialog', { name: 'Confirm to logout' })
    await user.click(within(dialog).getByRole('button', { name: 'Log out' }))
    expect(await screen.findByText('Logged out')).toBeDefined()
    expect(path()).toBe('/login')
    expect(broker.context.tokens.use(token)).toBe('unknown')
    expect([sessionStorage.getItem('session'), localStorage.getItem('edition')]).toEqual([null, null])
  })

  it('returns to the same place after the login has expired', async () => {
    let now = Date.now()
    let token = ''
    const { screen, user, path } = await renderApp('/dashboard/metrics?q=dropped', {
      now: () => now,
      token: () => token,
      arrange: ({ context }) => {
        token = context.tokens.issue('admin')
        now += 61 * 60_000
      },
    })
    expect(await screen.findByText('Login has expired, please login again')).toBeDefined()
    await user.type(screen.getByLabelText('Username'), 'admin')
    await user.type(screen.getByLabelText('Password'), 'public')
    await user.click(screen.getByRole('button', { name: 'Log in' }))
    await user.click(await screen.findByRole('button', { name: 'Skip for now' }))
    await screen.findByRole('navigation', { name: 'Main menu' })
    expect(path()).toBe('/dashboard/metrics?q=dropped')
  })

  it('says that a page does not exist', async () => {
    const { screen } = await openShell('/no/such/page')
    expect(await screen.findByText('This page could not be found')).toBeDefined()
    expect(document.title).toBe('Page not found · Brokerdeck')
  })

  it('says why nothing can be changed when it is read-only', async () => {
    const { screen, user } = await openShell('/dashboard/nodes', { config: { readOnly: true } })
    await user.hover(screen.getByText('Read-only'))
    expect(
      await screen.findByText(/set to read-only for this cluster: it refuses every change/),
    ).toBeDefined()
  })

  it('says that the broker does not answer, and recovers', async () => {
    const { screen, user, network } = await openShell()
    network.cut(true)
    await user.click(await screen.findByRole('link', { name: 'Metrics', hidden: true }))
    const banner = (await screen.findByText('No connection to the broker')).closest('[role="alert"]')
    expect(banner?.textContent).toContain('The Brokerdeck server does not answer')
    network.cut(false)
    await user.click(screen.getByRole('button', { name: 'Try now' }))
    await waitFor(() => expect(screen.queryByText('No connection to the broker')).toBeNull())
  })

  it('lets the operator abort requests that hang', async () => {
    const { screen, user, network } = await openShell()
    network.answer(/metrics/, () => new Promise<Response>(() => undefined))
    await user.click(await screen.findByRole('link', { name: 'Metrics', hidden: true }))
    await user.click(await screen.findByRole('button', { name: 'Abort' }))
    await waitFor(() => expect(screen.queryByText('Waiting for the broker …')).toBeNull())
  })

  it('counts the active alarms and lists them', async () => {
    const { screen, user, network, path } = await openShell('/dashboard/nodes', {
      arrange: ({ context }) => context.alarms.checkCpu(86, { high: 80, low: 60 }),
    })
    await user.click(await screen.findByRole('button', { name: '1 active alarm' }))
    const list = within(await screen.findByRole('dialog', { name: 'Active alarms' }))
    expect(await list.findByText('High CPU usage')).toBeDefined()
    expect(await list.findByText(/86% cpu usage/)).toBeDefined()
    expect(network.asked.some((line) => line.startsWith('GET /api/v5/alarms?'))).toBe(true)
    await user.click(screen.getByRole('link', { name: 'All alarms' }))
    await waitFor(() => expect(path()).toBe('/monitoring/alarms'))
  })

  it('says in words why something is down where the broker gives a term', async () => {
    const alarm = {
      name: 'connector:http:x',
      node: 'emqx@a.local',
      duration: 913,
      details: {},
      message: 'resource down: #{error => <<"econnrefused">>}',
      activate_at: '2026-11-21T08:41:41.758+00:00',
    }
    const meta = { page: 1, limit: 20, count: 1, hasnext: false }
    const { screen, user } = await openShell('/dashboard/nodes', {
      arrange: (_broker, network) =>
        network.answer(/\/alarms$/, () => Response.json({ data: [alarm], meta })),
    })
    await user.click(await screen.findByRole('button', { name: '1 active alarm' }))
    const list = within(await screen.findByRole('dialog', { name: 'Active alarms' }))
    const words = 'emqx@a.local: Nothing accepts connections at this address and port.'
    expect(await list.findByText(words)).toBeDefined()
    expect(list.queryByText(/econnrefused/)).toBeNull()
  })

  it('logs out here when the same user has logged out in another tab', async () => {
    const { screen, path } = await openShell()
    const otherTab = new BroadcastChannel('brokerdeck-session')
    otherTab.postMessage({ kind: 'logged-out', username: 'admin' })
    expect(await screen.findByText('Logged out in another tab')).toBeDefined()
    expect(path()).toBe('/login')
    otherTab.close()
  })

  it('warns when the nodes run different versions', async () => {
    const { screen } = await openShell('/no/such/page', {
      arrange: async ({ ask }, network) => {
        const { body } = await ask('GET', '/nodes')
        const [first, second] = v.parse(v.tuple([runningNodeSchema, runningNodeSchema]), body)
        const mixed = JSON.stringify([first, { ...second, version: '5.8.8' }])
        network.answer(/nodes$/, () => new Response(mixed))
      },
    })
    const words = 'Nodes in the cluster run different versions: 5.8.8, 5.8.9-brokerdeck'
    expect(await screen.findByText(words)).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const { navigation, screen } = await openShell('/no/such/page', { locale: 'zh' })
    expect(await within(navigation).findByRole('link', { name: '客户端', hidden: true })).toBeDefined()
    expect(await screen.findByText('找不到该页面')).toBeDefined()
  })
})
