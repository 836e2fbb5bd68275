import {
  pluginArchive,
  pluginFiles,
} from '@brokerdeck/embedded-broker/extensions/plugins/testing/plugin-form.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { openFromMenu } from './open-from-menu.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

const TAGS = 'device_tags-1.0.0'
const HELLO = 'hello_world-0.1.0'
const packageOf = (ref: string, files = pluginFiles(ref)) => ({
  name: `${ref}.tar.gz`,
  mimeType: 'application/gzip',
  buffer: Buffer.from(pluginArchive(files)),
})

test('a package is allowed, installed, configured, moved and uninstalled, and does not claim to run', async ({
  page,
}) => {
  const { url } = brokerdeck()
  let sent = 0
  // EMQX 5.8.6 and later refuse a package until it is allowed on a node; the embedded broker has no such command.
  await page.route('**/api/v5/plugins/install', (route) => {
    sent += 1
    const message = `Package is not allowed installation; first allow it to be installed by running: \`emqx ctl plugins allow ${TAGS}\``
    return sent === 1
      ? route.fulfill({ status: 403, json: { code: 'FORBIDDEN', message } })
      : route.continue()
  })
  await openSignedIn(page, url)
  await openFromMenu(page, 'Extensions', 'Plugins')
  const main = page.getByRole('main')
  await expect(main.getByText('No plugins installed')).toBeVisible()
  await main.getByRole('button', { name: 'Install plugin…' }).click()
  await main.locator('input[type=file]').setInputFiles(packageOf(TAGS))
  await main.getByRole('button', { name: 'Install', exact: true }).click()
  await expect(main.getByText('Upload Failed')).toBeVisible()
  await expect(main.getByText(`emqx ctl plugins allow ${TAGS}`, { exact: true })).toBeVisible()
  await expectAccessible(page, 'a package that is not allowed')
  await expectNoOverflow(page, 'a package that is not allowed')
  await main.getByRole('button', { name: 'Retry' }).click()
  await expect(main.getByRole('link', { name: TAGS })).toBeVisible()

  await main.getByRole('button', { name: 'Install plugin…' }).click()
  await main.locator('input[type=file]').setInputFiles(packageOf(HELLO))
  await main.getByRole('button', { name: 'Install', exact: true }).click()
  await main.getByRole('button', { name: `Move ${HELLO}, position 2 of 2` }).press('ArrowUp')
  await expect(main.getByRole('button', { name: `Move ${HELLO}, position 1 of 2` })).toBeVisible()

  await main.getByRole('button', { name: `Actions for ${TAGS}` }).click()
  await page.getByRole('menuitem', { name: 'Start…', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start plugin' }).click()
  await expect(page.getByRole('dialog').getByText(/does not run on/)).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  await main.getByRole('link', { name: TAGS }).click()
  await main.getByRole('tab', { name: 'Configuration' }).click()
  await main.getByRole('textbox', { name: 'Note' }).fill('hello')
  await expectAccessible(page, 'the configuration of a plugin')
  await expectNoOverflow(page, 'the configuration of a plugin')
  await main.getByRole('button', { name: 'Apply 1 change' }).locator('visible=true').first().click()
  await expect(page.getByText('Configuration saved')).toBeVisible()

  await main.getByRole('button', { name: 'Uninstall' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Uninstall' }).click()
  await expect(main.getByRole('link', { name: HELLO })).toBeVisible()
  await expect(main.getByRole('link', { name: TAGS })).toHaveCount(0)
})

test('the README of a stranger is text, and nothing in it is loaded or run', async ({ page }) => {
  const { url } = brokerdeck()
  const readme = [
    '<script>document.title="taken"</script>',
    '<img src=x onerror="document.title=`taken`">',
    '[press](javascript:document.title="taken")',
    '![pixel](https://evil.example/pixel.png)',
    '<iframe src="https://evil.example"></iframe>',
    '[site](https://example.org/docs)',
    '> '.repeat(400),
    `\`\`\`\n${'wide '.repeat(200)}\n\`\`\``,
    'w'.repeat(3000),
  ].join('\n\n')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await openSignedIn(page, url)
  await page.goto(new URL('plugins/install', url).href)
  const main = page.getByRole('main')
  const files = { ...pluginFiles('odd-1.0.0'), 'odd-1.0.0/README.md': readme }
  await main.locator('input[type=file]').setInputFiles(packageOf('odd-1.0.0', files))
  await main.getByRole('button', { name: 'Install', exact: true }).click()
  await main.getByRole('link', { name: 'odd-1.0.0' }).click()
  await main.getByRole('tab', { name: 'README' }).click()
  await expect(main.getByText('<script>document.title="taken"</script>')).toBeVisible()
  await expect(main.getByText('[Image: pixel]')).toBeVisible()
  await expect(main.getByText('[press](javascript:document.title="taken")')).toBeVisible()
  await expect(main.getByRole('link', { name: /^site/ })).toHaveAttribute('rel', 'noopener noreferrer')
  expect(await page.locator('main :is(img, script, iframe, a[href^="javascript"])').count()).toBe(0)
  await expectAccessible(page, 'a hostile README')
  await expectNoOverflow(page, 'a hostile README')
  expect(await page.title()).not.toContain('taken')
  expect(asked.filter((address) => address.includes('evil.example'))).toEqual([])
})
