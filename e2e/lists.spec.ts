import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

test('subscriptions of all nodes are listed and filtered by topic', async ({ page, connect }) => {
  const first = await connect(brokerdeck().tcp[0], { clientId: 'reader-1' })
  const third = await connect(brokerdeck().tcp[2], { clientId: 'reader-3', protocolVersion: 5 })
  await first.subscribeAsync('site/a/#', { qos: 1 })
  await third.subscribeAsync('$share/team/site/b', { qos: 2 })

  await openSignedIn(page, brokerdeck().url, 'subscriptions/subscription')
  await expect(page.getByRole('row').filter({ hasText: 'reader-1' })).toContainText('site/a/#')
  await expect(page.getByRole('row').filter({ hasText: 'reader-3' })).toContainText('team')

  await page.goto(new URL('subscriptions/subscription?share_group=team', brokerdeck().url).href)
  await expect(page.getByRole('row').filter({ hasText: 'reader-3' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'reader-1' })).toBeHidden()
})

test('a topic is listed with its node as long as somebody subscribes to it', async ({ page, connect }) => {
  const client = await connect(brokerdeck().tcp[1], { clientId: 'passing' })
  await client.subscribeAsync('gone/soon')
  await openSignedIn(page, brokerdeck().url, 'subscriptions/topics')
  await expect(page.getByRole('row').filter({ hasText: 'gone/soon' })).toContainText('emqx2@127.0.0.2')
  await client.unsubscribeAsync('gone/soon')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'gone/soon' })).toBeHidden()
})

test('on a phone a long list scrolls with the page, and each of its values has its label', async ({
  page,
  connect,
}) => {
  const { url, tcp } = brokerdeck()
  const names = Array.from({ length: 130 }, (_, at) => `meter-${at + 100}`)
  await Promise.all(names.map((clientId) => connect(tcp[0], { clientId, username: 'meters' })))
  await page.setViewportSize({ width: 390, height: 800 })
  await openSignedIn(page, url, 'clients?limit=500')
  const cards = page.getByRole('list', { name: 'Clients' }).getByRole('listitem')
  await expect(cards.first()).toBeVisible()
  expect(await page.evaluate(scrollersInPage)).toEqual([])

  const labels = cards.first().locator('dt')
  await expect(labels).toHaveText(['Username', 'IP address', 'Connected'])
  for (const label of await labels.all()) expect(await label.evaluate(isInSight)).toBe(true)

  const { seen, drawn } = await page.evaluate(scrollThroughCards)
  expect(seen).toEqual(names)
  expect(drawn).toBeLessThan(60)
  await expect(cards.last()).toBeInViewport()
  expect(await page.evaluate(scrollersInPage)).toEqual([])

  await test.step('the keyboard reaches what the bars at the top would cover', async () => {
    await cards.last().getByRole('checkbox').check()
    await cards.last().getByRole('link').focus()
    for (let presses = 0; presses < 36; presses += 1) {
      await page.keyboard.press('Shift+Tab')
      const focused = page.locator(':focus')
      expect(await focused.evaluate(isInSight), `${presses} back`).toBe(true)
    }
    await expect(cards.last().getByRole('checkbox')).not.toBeInViewport()
  })

  await test.step('the way back leads to where the list was', async () => {
    const link = page.locator(':focus').locator('xpath=ancestor::li').getByRole('link')
    const name = await link.innerText()
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name)
    await page.goBack()
    await expect(page.getByRole('link', { name })).toBeInViewport()
  })

  await page.setViewportSize({ width: 1440, height: 900 })
  await expect.poll(() => page.evaluate(scrollersInPage)).toHaveLength(1)
})

/** Returns the elements below the head of the page that scroll vertically, apart from the page itself. */
function scrollersInPage(): readonly string[] {
  return [...document.querySelectorAll('main *')]
    .filter((element) => element.scrollHeight > element.clientHeight + 1)
    .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowY))
    .map(({ tagName, className }) => `${tagName} ${className}`)
}

/** Tells whether an element is the topmost at its centre. */
function isInSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return width > 8 && (hit === element || element.contains(hit))
}

/**
 * Scrolls by half a window at a time to the end of the page; returns all visible names and the maximum number of
 * rendered cards.
 */
async function scrollThroughCards(): Promise<{ readonly seen: readonly string[]; readonly drawn: number }> {
  const seen = new Set<string>()
  let drawn = 0
  for (let at = 0; at < document.documentElement.scrollHeight; at += innerHeight / 2) {
    scrollTo(0, at)
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const cards = [...document.querySelectorAll('main ul[aria-label] > li')]
    drawn = Math.max(drawn, cards.length)
    for (const card of cards) {
      const { top, bottom } = card.getBoundingClientRect()
      if (bottom > 0 && top < innerHeight) seen.add(card.querySelector('a')?.textContent ?? '')
    }
  }
  return { seen: [...seen].sort(), drawn }
}
