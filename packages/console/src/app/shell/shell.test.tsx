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

  it('leads to every area, collapsed until opened, and remembers that', async () => {
    const { navigation, screen, user, path } = await openShell()
    const links = within(navigation)
      .getAllByRole('link')
      .map((link) => link.textContent)
    const { itemsOf, menuFor } = await import('#app/menu.ts')
    expect(links).toEqual(['', ...menuFor('ce').flatMap((area) => itemsOf(area).map(({ label }) => label))])
    expect(links).toEqual(expect.arrayContaining(['Cluster Overview', 'Clients', 'Topics', 'Cluster']))
    expect(within(navigation).queryByText('Monitoring')).toBeNull()
    await user.click(within(navigation).getByRole('button', { name: 'Expand menu' }))
    expect(within(navigation).getByText('Monitoring')).toBeDefined()
    expect(localStorage.getItem('leftBarCollapse')).toBe('false')
    await user.click(within(navigation).getByRole('link', { name: 'Metrics' }))
    await waitFor(() => expect(path()).toBe('/dashboard/metrics'))
    expect(within(navigation).getByRole('link', { name: 'Metrics' }).getAttribute('aria-current')).toBe(
      'page',
    )
    // Of `/cluster` and `/cluster/health` only the deeper one.
    await user.click(within(navigation).getByRole('link', { name: 'Health' }))
    await waitFor(() => expect(path()).toBe('/cluster/health'))
    const current = within(navigation).getAllByRole('link', { current: 'page' })
    expect(current.map((link) => link.textContent)).toEqual(['Health'])
    expect(await screen.findByText('brokerdeck')).toBeDefined()
    expect(screen.getByText(/Community 5\.8\.9-brokerdeck/)).toBeDefined()
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
    expect(broker.world.tokens.use(token)).toBe('unknown')
    expect([sessionStorage.getItem('session'), localStorage.getItem('edition')]).toEqual([null, null])
  })

  it('returns to the same place after the login has expired', async () => {
    let now = Date.now()
    let token = ''
    const { screen, user, path } = await renderApp('/dashboard/metrics?q=dropped', {
      now: () => now,
      token: () => token,
      arrange: ({ world }) => {
        token = world.tokens.issue('admin')
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
    expect(await screen.findByText(/started with --read-only: it refuses every change/)).toBeDefined()
  })

  it('says that the broker does not answer, and recovers', async () => {
    const { screen, user, network } = await openShell()
    network.cut(true)
    await user.click(screen.getByRole('link', { name: 'Metrics' }))
    const banner = (await screen.findByText('No connection to the broker')).closest('[role="alert"]')
    expect(banner?.textContent).toContain('The Brokerdeck server does not answer')
    network.cut(false)
    await user.click(screen.getByRole('button', { name: 'Try now' }))
    await waitFor(() => expect(screen.queryByText('No connection to the broker')).toBeNull())
  })

  it('lets the operator abort requests that hang', async () => {
    const { screen, user, network } = await openShell()
    network.answer(/metrics/, () => new Promise<Response>(() => undefined))
    await user.click(screen.getByRole('link', { name: 'Metrics' }))
    await user.click(await screen.findByRole('button', { name: 'Abort' }))
    await waitFor(() => expect(screen.queryByText('Waiting for the broker …')).toBeNull())
  })

  it('counts the active alarms and lists them', async () => {
    const { screen, user, network, path } = await openShell('/dashboard/nodes', {
      arrange: ({ world }) => world.alarms.checkCpu(86, { high: 80, low: 60 }),
    })
    await user.click(await screen.findByRole('button', { name: '1 active alarm' }))
    const list = (await screen.findByRole('dialog', { name: 'Active alarms' })).textContent
    expect(list).toContain('High CPU usage')
    expect(list).toContain('86% cpu usage')
    expect(network.asked.some((line) => line.startsWith('GET /api/v5/alarms?'))).toBe(true)
    await user.click(screen.getByRole('link', { name: 'All alarms' }))
    await waitFor(() => expect(path()).toBe('/monitoring/alarms'))
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
    expect(within(navigation).getByRole('link', { name: '客户端' })).toBeDefined()
    expect(await screen.findByText('找不到该页面')).toBeDefined()
  })
})
