import { contract } from '@brokerdeck/contract/contract.ts'
import { waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { frameAsks } from '#routes/asks.ts'
import { allRoutes, routeAt } from '#routes/routes.ts'
import { renderApp } from '#testing/render-app.ts'

/** Returns the requests that the login, the frame and these pages may send according to their declarations. */
function declaredReads(names: readonly string[]): readonly RegExp[] {
  const asks = [...frameAsks, ...allRoutes().flatMap(([name, one]) => (names.includes(name) ? one.asks : []))]
  return asks.map((ask) => {
    const [resource = '', name = ''] = ask.split('.')
    const endpoint: unknown = Reflect.get(Reflect.get(contract, resource), name)
    const path = String(Reflect.get(Object(endpoint), 'path')).replace(/:\w+/g, '[^/]+')
    return new RegExp(`^GET /api/v5${path}(\\?|$)`)
  })
}

it.each(['en', 'zh'] as const)(
  'menu and page call every page the same, and it asks what it declares (%s)',
  async (locale) => {
    const { screen, user, network } = await renderApp('/cluster/health', { locale, edition: 'enterprise' })
    const rail = await screen.findByRole('navigation', { name: locale === 'zh' ? '主菜单' : 'Main menu' })
    await waitFor(() =>
      expect(within(rail).getAllByRole('link', { hidden: true }).length).toBeGreaterThan(30),
    )
    const links = within(rail)
      .getAllByRole('link', { hidden: true })
      .filter((link) => link.getAttribute('aria-label') !== 'Brokerdeck')
    const visited = ['health']
    for (const link of links) {
      const label = link.querySelector('span')?.textContent ?? ''
      visited.push(routeAt(link.getAttribute('href') ?? '')?.[0] ?? '')
      await user.click(link)
      await waitFor(() => expect(document.querySelector('main h1')?.textContent).toBe(label))
      expect(document.title).toMatch(`${label} · `)
      const reads = declaredReads(visited)
      const undeclared = network.asked.filter(
        (line) => line.startsWith('GET /api/v5') && !reads.some((read) => read.test(line)),
      )
      expect(undeclared, label).toEqual([])
    }
  },
)

it('says of a page that is none below a known one that it could not be found, in both languages', async () => {
  const first = await renderApp('/mqtt/nope')
  expect(await first.screen.findByText('This page could not be found')).toBeDefined()
  const second = await renderApp('/sso/nope', { locale: 'zh', edition: 'enterprise' })
  expect(await second.screen.findByText('找不到该页面')).toBeDefined()
})

it('opens a list from the path above a page as it was left', async () => {
  const { screen, user, path } = await renderApp('/clients?like_clientid=pump&limit=50')
  await screen.findByRole('heading', { level: 1, name: 'Clients' })
  window.history.pushState(null, '', '/clients/detail/pump-1')
  window.dispatchEvent(new PopStateEvent('popstate'))
  await screen.findByRole('heading', { level: 1, name: 'pump-1' })
  const above = within(screen.getByRole('navigation', { name: 'Path' }))
  await user.click(above.getByRole('link', { name: 'Clients' }))
  await waitFor(() => expect(path()).toBe('/clients?like_clientid=pump&limit=50'))
})
