import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

test('a node leaves with its clients, and is invited back', async ({ page, connect }) => {
  const client = await connect(brokerdeck().tcp[2], { clientId: 'on-the-third' })
  const isGone = new Promise<void>((resolve) => client.once('close', () => resolve()))
  await openSignedIn(page, brokerdeck().url, 'cluster')
  const third = page.getByRole('row').filter({ hasText: 'emqx3@127.0.0.3' })
  await third.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Remove from the cluster' }).click()
  const leave = page.getByRole('dialog', { name: 'Remove emqx3@127.0.0.3 from the cluster?' })
  await expect(leave.getByText('This disconnects 1 client and ends 1 session')).toBeVisible()
  await leave.getByRole('textbox').fill('emqx3@127.0.0.3')
  await leave.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(third).toBeHidden()
  await isGone

  await page.getByRole('button', { name: 'Invite node' }).click()
  const invite = page.getByRole('dialog', { name: 'Invite node' })
  await invite.getByRole('textbox', { name: /Node name/ }).fill('emqx3@127.0.0.3')
  await invite.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByRole('list', { name: 'Invitations' })).toContainText('Joined')
  await expect(third).toContainText('Running')
  await connect(brokerdeck().tcp[2], { clientId: 'back-again' })
})
