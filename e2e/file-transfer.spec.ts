import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expectAccessible } from './expect-accessible.ts'
import { ENTERPRISE, expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck(ENTERPRISE)

test('a file that a client uploads over MQTT is downloaded from the page, byte by byte', async ({
  page,
  connect,
}) => {
  await openSignedIn(page, brokerdeck().url, 'file-transfer')
  await expect(page.getByText('File transfer is switched off')).toBeVisible()
  await expectAccessible(page, 'file transfer that is off')
  await page.getByRole('button', { name: 'Open settings' }).click()
  await page.getByRole('switch', { name: /Uploads by clients/ }).click()
  await expect(page.getByText(/no longer reach subscribers/)).toBeVisible()
  await expectAccessible(page, 'the settings of file transfer')
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await expect(page.getByText('Changes are in effect')).toBeVisible()

  const client = await connect(brokerdeck().tcp[1], { clientId: 'camera-7', protocolVersion: 5 })
  const send = (command: string, payload: string | Buffer = '') =>
    client.publishAsync(`$file/${command}`, payload, { qos: 1 })
  const bytes = randomBytes(1_500_000)
  const checksum = createHash('sha256').update(bytes).digest('hex')
  const files = [
    { id: 'photo', name: 'photo 1.raw', content: bytes },
    { id: 'odd', name: '<img src=x onerror=alert(1)>\u202Egpj.exe', content: Buffer.from('harmless') },
  ]
  for (const { id, name, content } of files) {
    await send(`${id}/init`, JSON.stringify({ name, size: content.length }))
    for (let at = 0; at < content.length; at += 500_000) {
      await send(`${id}/${at}`, content.subarray(at, at + 500_000))
    }
    // The broker refuses incomplete files, and the promise of the client then rejects.
    await send(`${id}/fin/${content.length}${id === 'photo' ? `/${checksum}` : ''}`)
  }

  await page.getByRole('tab', { name: 'Files' }).click()
  const row = page.getByRole('row').filter({ hasText: 'photo 1.raw' })
  await expect(row).toContainText('camera-7')
  await expect(page.locator('img[src="x"]')).toHaveCount(0)
  await expectAccessible(page, 'the files that clients have uploaded')
  const asked = page.waitForRequest(/file_transfer\/file\?/)
  const download = async (name: string) => {
    // The tooltip of the button in one row would cover the next row.
    await page.getByRole('heading', { name: 'File Transfer' }).click()
    const downloading = page.waitForEvent('download')
    await page
      .getByRole('row')
      .filter({ hasText: name })
      .getByRole('button', { name: /^Actions/ })
      .click()
    await page.getByRole('menuitem', { name: 'Download' }).click()
    const done = await downloading
    return { name: done.suggestedFilename(), bytes: await readFile(await done.path()) }
  }
  const photo = await download('photo 1.raw')
  expect(photo.name).toBe('photo 1.raw')
  expect(photo.bytes.equals(bytes)).toBe(true)
  expect(new URL((await asked).url()).searchParams.has('token')).toBe(false)
  const odd = await download('onerror')
  expect(odd.name).toBe('_img src=x onerror=alert(1)__gpj.exe')
  expect(odd.bytes.toString()).toBe('harmless')
})
