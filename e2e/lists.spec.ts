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
