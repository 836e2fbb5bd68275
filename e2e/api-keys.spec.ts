import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

const storedSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ name: v.string(), api_key: v.string(), api_secret: v.string() }),
)

test('a key that was downloaded opens the API until it is disabled', async ({ page, request }) => {
  await openSignedIn(page, brokerdeck().url, 'api-key')
  await page.getByRole('button', { name: 'Create API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await dialog.getByLabel('Name').fill('prometheus')
  await dialog.getByRole('button', { name: 'Create' }).click()
  const secret = page.getByRole('dialog', { name: 'Store the secret now' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    secret.getByRole('button', { name: 'Download' }).click(),
  ])
  const stored = v.parse(storedSchema, await readFile(await download.path(), 'utf8'))
  expect(stored.name).toBe('prometheus')
  await secret.getByRole('button', { name: 'I have stored the secret' }).click()
  await expect(page.getByText(stored.api_secret)).toHaveCount(0)

  const credentials = Buffer.from(`${stored.api_key}:${stored.api_secret}`).toString('base64')
  const ask = async () => {
    const url = new URL('api/v5/nodes', brokerdeck().url).href
    return (await request.get(url, { headers: { authorization: `Basic ${credentials}` } })).status()
  }
  expect(await ask()).toBe(200)
  await page.getByRole('button', { name: 'Actions for prometheus' }).click()
  await page.getByRole('menuitem', { name: 'Disable…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'prometheus' })).toContainText('Disabled')
  expect(await ask()).toBe(401)
})
