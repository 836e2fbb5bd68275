import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { ENTERPRISE, expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck(ENTERPRISE)

test('a message is kept back by a validation, another one transformed, and both are counted', async ({
  page,
  connect,
}) => {
  const { url, tcp } = brokerdeck()
  await openSignedIn(page, url, 'schema-validation')
  await page.getByRole('button', { name: 'Create validation' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('not_too_warm')
  await page.getByRole('button', { name: 'Create validation' }).first().click()
  await expect(page.getByRole('link', { name: 'not_too_warm' })).toBeVisible()

  await page.goto(new URL('message-transform/create', url).href)
  await page.getByRole('textbox', { name: 'Name' }).fill('who_sent_it')
  const here = page.getByRole('region', { name: 'Computed in this browser' })
  await expect(here).toContainText('"clientid": "c1"')
  await page.getByRole('button', { name: 'Preview with the broker' }).click()
  await expect(page.getByRole('region', { name: 'Answer of the broker' })).toContainText('"clientid": "c1"')
  await expectAccessible(page, 'the form of a transformation')
  await expectNoOverflow(page, 'the form of a transformation')
  await page.getByRole('button', { name: 'Create transformation' }).first().click()
  await expect(page.getByRole('link', { name: 'who_sent_it' })).toBeVisible()

  const got: string[] = []
  const reader = await connect(tcp[1], { clientId: 'reader', protocolVersion: 5 })
  reader.on('message', (topic, payload) => void got.push(`${topic} ${payload.toString()}`))
  await reader.subscribeAsync('t/#', { qos: 1 })
  const probe = await connect(tcp[0], { clientId: 'probe', protocolVersion: 5 })
  await probe.publishAsync('t/attic', '{"temp":120}', { qos: 1 })
  await probe.publishAsync('t/cellar', '{"temp":12}', { qos: 1 })
  await expect(() => expect(got).toEqual(['t/cellar {"temp":12,"clientid":"probe"}'])).toPass()

  await page.goto(new URL('schema-validation/detail/not_too_warm', url).href)
  const counted = page.getByRole('main')
  await expect(counted.getByText('No rule runs when a message fails.')).toBeVisible()
  await expect(counted.getByRole('row', { name: /emqx@127\.0\.0\.1.*2.*1.*1/ }).first()).toBeVisible()
  await expectAccessible(page, 'a validation')
  await page.getByRole('link', { name: 'Create a rule for failures' }).click()
  await expect(page.getByText('$events/schema_validation_failed').first()).toBeVisible()
})
