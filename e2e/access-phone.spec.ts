import { answerOf, askBroker, openWhy } from './access-chain.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

test('that nobody is asked is said on a phone in as many lines as it takes', async ({ page }) => {
  const { url } = brokerdeck()
  await openSignedIn(page, url, 'authorization')
  await askBroker(page, url, 'DELETE', 'authorization/sources/file')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await expect(
    page.getByText('All sources are disabled: every client may publish and subscribe to everything.'),
  ).toBeVisible()
  await expectNoOverflow(page, 'a chain without sources')
})

test('an answer that depends on many is read on a phone without scrolling sideways', async ({ page }) => {
  const { url } = brokerdeck()
  await openSignedIn(page, url, 'authorization/why')
  const password_hash_algorithm = { name: 'plain', salt_position: 'disable' }
  const asked = [
    { backend: 'http', method: 'post', url: 'http://127.0.0.1:1/' },
    {
      backend: 'redis',
      redis_type: 'single',
      server: '127.0.0.1:1',
      cmd: 'HMGET u:${username} password_hash',
    },
    { backend: 'mysql', server: '127.0.0.1:1', database: 'd', query: 'SELECT password_hash FROM u' },
  ]
  for (const { backend, ...more } of asked) {
    const hash = backend === 'http' ? {} : { password_hash_algorithm }
    const body = { mechanism: 'password_based', backend, enable: true, ...more, ...hash }
    await askBroker(page, url, 'POST', 'authentication', body)
  }
  await page.setViewportSize({ width: 390, height: 844 })
  await openWhy(page, url, { clientid: 'd-1', as: 'typed', wish: 'connect', username: 'u', password: '1' })
  await expect(answerOf(page).getByRole('status')).toHaveText(/^It depends on: HTTP service .* and MySQL/)
  await expectNoOverflow(page, 'an answer that depends on many')
  await expectAccessible(page, 'an answer on a phone')

  await page.goto(new URL('authentication', url).href)
  const cards = page.getByRole('main').getByRole('listitem')
  await expect(cards).toHaveCount(3)
  const card = cards.filter({ hasText: 'Redis' })
  const heights = await Promise.all([card.getByRole('switch').boundingBox(), card.boundingBox()])
  const [control, whole] = heights.map((box) => (box === null ? 0 : box.y + box.height))
  expect(control).toBeLessThan(whole ?? 0)
})

test('below a long list on a phone there is nothing', async ({ page }) => {
  const { url } = brokerdeck()
  await openSignedIn(page, url, 'authorization')
  await askBroker(page, url, 'POST', 'authorization/sources', { type: 'built_in_database', enable: true })
  const rules = [{ topic: 'a/#', permission: 'allow', action: 'all' }]
  const clients = Array.from({ length: 40 }, (_, at) => ({ clientid: `c-${at}`, rules }))
  await askBroker(page, url, 'POST', 'authorization/sources/built_in_database/rules/clients', clients)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(new URL('authorization/detail/built_in_database?tab=rules', url).href)
  await expect(page.getByText('Rows 1–20 of 40')).toBeVisible()
  const blank = await page.evaluate(() => {
    const main = document.querySelector('main')
    const end = (main?.getBoundingClientRect().bottom ?? 0) + scrollY
    return document.documentElement.scrollHeight - Math.max(end, innerHeight)
  })
  expect(blank).toBeLessThanOrEqual(1)
})
