import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

test('counts a client that connects without being asked, and leads to the list of it', async ({
  page,
  connect,
}) => {
  await openSignedIn(page, brokerdeck().url)
  const figures = page.getByLabel('Cluster metrics')
  await connect(brokerdeck().tcp[1], { clientId: 'newcomer' })
  const connections = figures.getByRole('link', { name: '1', exact: true }).first()
  await expect(connections).toBeVisible({ timeout: 30_000 })

  await connections.click()
  await expect(page).toHaveURL(/\/clients\?conn_state=connected/)
  await expect(page.getByRole('link', { name: 'newcomer' })).toBeVisible()
})

test('shows each node, and leads to it', async ({ page }) => {
  await openSignedIn(page, brokerdeck().url)
  for (const name of ['emqx@127.0.0.1', 'emqx2@127.0.0.2', 'emqx3@127.0.0.3'])
    await expect(page.getByRole('main').getByText(name).first()).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'emqx3@127.0.0.3' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('emqx3@127.0.0.3')
})

test('a range that was chosen is in the address and survives a reload', async ({ page }) => {
  await openSignedIn(page, brokerdeck().url)
  await page.getByRole('main').getByText('7 d', { exact: true }).click()
  await expect(page).toHaveURL(/\/dashboard\/overview\?range=/)
  const address = page.url()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cluster Overview')
  await expect(page).toHaveURL(address)
})
