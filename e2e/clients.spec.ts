import type { Page } from '@playwright/test'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

/** The reason code for an administrative action (MQTT 5, 3.14.2.1). */
const ADMINISTRATIVE_ACTION = 0x98

const ways = [
  { clientId: 'tcp-311', protocolVersion: 4, isWebSocket: false, shown: '3.1.1' },
  { clientId: 'tcp-5', protocolVersion: 5, isWebSocket: false, shown: '5.0' },
  { clientId: 'ws-311', protocolVersion: 4, isWebSocket: true, shown: '3.1.1' },
  { clientId: 'ws-5', protocolVersion: 5, isWebSocket: true, shown: '5.0' },
] as const

for (const { clientId, protocolVersion, isWebSocket, shown } of ways)
  test(`${clientId} is seen, kicked out, and notices`, async ({ page, connect }) => {
    const { tcp, webSocket } = brokerdeck()
    const client = await connect((isWebSocket ? webSocket : tcp)[2], { clientId, protocolVersion })
    const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
    const told = new Promise<number | undefined>((resolve) => {
      client.once('disconnect', ({ reasonCode }) => resolve(reasonCode))
    })

    await openSignedIn(page, brokerdeck().url, 'clients')
    await expect(rowOf(page, clientId)).toContainText('Connected')
    await page.getByRole('link', { name: clientId, exact: true }).click()
    await expect(page.getByRole('main')).toContainText(shown)
    await page.goBack()
    await chooseAction(page, clientId, /^Kick out/)
    await page.getByRole('dialog').getByRole('button', { name: 'Kick out' }).click()

    await closed
    if (protocolVersion === 5) expect(await told).toBe(ADMINISTRATIVE_ACTION)
    await expect(page.getByRole('link', { name: clientId })).toBeHidden()
  })

test('a banned client loses its connection and is refused', async ({ page, connect }) => {
  const [address] = brokerdeck().tcp
  const client = await connect(address, { clientId: 'unwanted', protocolVersion: 5 })
  const closed = new Promise<void>((resolve) => client.once('close', () => resolve()))
  await openSignedIn(page, brokerdeck().url, 'clients')
  await chooseAction(page, 'unwanted', /^Ban/)
  await page.getByRole('dialog').getByRole('button', { name: /^Ban/ }).click()
  await expect(page.getByText('Successfully banned this client.')).toBeVisible()
  await closed
  await expect(connect(address, { clientId: 'unwanted', protocolVersion: 5 })).rejects.toThrow(/[Bb]anned/)
})

test('a filter is in the address, and a link with it opens the same rows', async ({ page, connect }) => {
  for (const clientId of ['pump-1', 'pump-2', 'valve-1']) await connect(brokerdeck().tcp[0], { clientId })
  await openSignedIn(page, brokerdeck().url, 'clients?like_clientid=pump')
  await expect(page.getByRole('link', { name: 'pump-1' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'pump-2' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'valve-1' })).toBeHidden()
  await page.reload()
  await expect(page.getByRole('link', { name: 'pump-2' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'valve-1' })).toBeHidden()
})

function rowOf(page: Page, clientId: string) {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name: clientId, exact: true }) })
}

async function chooseAction(page: Page, clientId: string, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${clientId}`, exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
}
