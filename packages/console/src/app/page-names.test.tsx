import { waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

it.each(['en', 'zh'] as const)('menu and page call every page the same (%s)', async (locale) => {
  const { screen, user } = await renderApp('/dashboard/overview', { locale, edition: 'enterprise' })
  const rail = await screen.findByRole('navigation', { name: locale === 'zh' ? '主菜单' : 'Main menu' })
  const links = within(rail)
    .getAllByRole('link')
    .filter((link) => link.getAttribute('aria-label') !== 'Brokerdeck')
  expect(links.length).toBeGreaterThan(30)
  for (const link of links) {
    await user.click(link)
    await waitFor(() => expect(document.querySelector('main h1')?.textContent).toBe(link.textContent))
    expect(document.title).toMatch(`${link.textContent} · `)
  }
})

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
  const above = within(await screen.findByRole('navigation', { name: 'Path' }))
  await user.click(above.getByRole('link', { name: 'Clients' }))
  await waitFor(() => expect(path()).toBe('/clients?like_clientid=pump&limit=50'))
})
