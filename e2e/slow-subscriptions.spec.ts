import { setTimeout as after } from 'node:timers/promises'
import { expectAccessible } from './expect-accessible.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

const HELD_MS = 700

test('a client that holds its acknowledgement back is listed once it gives it', async ({ page, connect }) => {
  const [first, second] = brokerdeck().tcp
  await openSignedIn(page, brokerdeck().url, 'slow-sub')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Nobody is slow')).toBeVisible()

  const slow = await connect(second, {
    clientId: 'plc/slow',
    protocolVersion: 5,
    // The PUBACK of mqtt.js is sent when this callback is called.
    customHandleAcks: (_topic, _payload, _packet, acknowledge) => {
      void after(HELD_MS).then(() => acknowledge(0))
    },
  })
  const quick = await connect(first, { clientId: 'plc/quick' })
  for (const client of [slow, quick]) await client.subscribeAsync('line/+', { qos: 1 })
  await quick.publishAsync('line/1', 'go', { qos: 1 })

  const row = page.getByRole('row').filter({ hasText: 'plc/slow' })
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(row).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(row).toContainText('line/1')
  await expect(row).toContainText(/\d+ ms|\d\.\d+ s/)
  await expect(page.getByRole('row').filter({ hasText: 'plc/quick' })).toBeHidden()
  await expectAccessible(page, 'a list of slow subscriptions')

  await page.getByRole('button', { name: 'Clear…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click()
  await expect(page.getByText('Nobody is slow')).toBeVisible()
})
