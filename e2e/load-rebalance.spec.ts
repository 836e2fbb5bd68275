import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { ENTERPRISE, expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck(ENTERPRISE)

test('a node gives its clients away, refuses them, and takes them again once that is stopped', async ({
  page,
  connect,
}) => {
  const { url, tcp } = brokerdeck()
  const client = await connect(tcp[1], { clientId: 'on-the-second', protocolVersion: 5 })
  const farewell = new Promise((resolve) => client.once('disconnect', resolve))
  await openSignedIn(page, url, 'cluster/rebalance')
  await expect(page.getByText('No operation is running')).toBeVisible()
  const second = page.getByRole('row').filter({ hasText: 'emqx2@127.0.0.2' })
  await second.getByRole('button', { name: /^Actions/ }).click()
  await page.getByRole('menuitem', { name: 'Evacuate…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Evacuate emqx2@127.0.0.2' })
  await dialog.getByRole('textbox', { name: /^Wait before the first client/ }).fill('0')
  await dialog.getByRole('textbox', { name: /^Server reference/ }).fill('one.example.com:1883')
  await expect(dialog.getByText(/This disconnects 1 client/)).toBeVisible()
  await expectAccessible(page, 'what an evacuation will do')
  await dialog.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Evacuation of emqx2@127.0.0.2' })).toBeVisible()
  expect(await farewell).toMatchObject({
    reasonCode: 0x9c,
    properties: { serverReference: 'one.example.com:1883' },
  })
  await expectAccessible(page, 'an evacuation that runs')
  await expectNoOverflow(page, 'an evacuation that runs')
  await expect(connect(tcp[1], { clientId: 'too-late', protocolVersion: 5 })).rejects.toMatchObject({
    code: 0x97,
  })

  await page.getByRole('button', { name: 'Stop…', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('No operation is running')).toBeVisible()
  await connect(tcp[1], { clientId: 'back-again', protocolVersion: 5 })
})
