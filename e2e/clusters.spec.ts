import { writeFile } from 'node:fs/promises'
import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { fillLogin } from './sign-in.ts'
import { OPERATOR, startBrokerdeck } from './start-brokerdeck.ts'

const [plant, lab] = [freshBrokerdeck(), freshBrokerdeck()]

test('two clusters side by side: seen together, entered one by one, never mistaken for each other', async ({
  page,
  connect,
}, info) => {
  const config = info.outputPath('brokerdeck.yaml')
  const text = `clusters:
  plant: { broker: "${plant().url}", role: production }
  lab: { broker: "${lab().url}", role: development, read-only: true }
  gone: { broker: "http://127.0.0.1:9" }
`
  await writeFile(config, text)
  const console = await startBrokerdeck('--config', config)
  try {
    await connect(plant().tcp[0], { clientId: 'press-7' })
    await page.goto(console.url)
    const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('link', { name }) })
    await expect(row('plant')).toContainText('Production')
    await expect(row('plant')).toContainText('Answers')
    await expect(row('plant')).toContainText('Nobody')
    await expect(row('lab')).toContainText('Read-only')
    await expect(row('gone')).toContainText('No answer')
    await expectAccessible(page, 'the clusters')

    await page.getByRole('link', { name: 'plant' }).click()
    await expect(page.getByRole('main').getByText('plant')).toBeVisible()
    await fillLogin(page, OPERATOR)
    await expect(page).toHaveURL(`${console.url}c/plant/dashboard/overview`)
    await expect(page).toHaveTitle(/Production · plant · Brokerdeck$/)
    await page.goto(`${console.url}c/plant/clients`)
    await expect(page.getByRole('link', { name: 'press-7' })).toBeVisible()

    await page.getByRole('button', { name: 'plant' }).click()
    await expect(page.getByRole('menuitemradio', { name: 'plant · Production' })).toBeChecked()
    await page.getByRole('menuitemradio', { name: 'lab · Development' }).click()
    await fillLogin(page, OPERATOR)
    await expect(page).toHaveURL(`${console.url}c/lab/dashboard/overview`)
    await expect(page.getByText('Read-only', { exact: true })).toBeVisible()
    await page.goto(`${console.url}c/lab/clients`)
    await expect(page.getByText('No clients')).toBeVisible()

    await page.keyboard.press('Control+k')
    await page.keyboard.type('Cluster plant')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`${console.url}c/plant/dashboard/overview`)

    await page.goto(console.url)
    await expect(row('plant')).toContainText(OPERATOR.username)
    await expect(row('plant').getByRole('cell').nth(4)).toHaveText('1')
    await expect(row('lab').getByRole('cell').nth(4)).toHaveText('0')
    await page.setViewportSize({ width: 390, height: 800 })
    await expectNoOverflow(page, 'the clusters on a phone')
  } finally {
    await console.stop()
  }
})
