import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { ENTERPRISE, expect, freshBrokerdeck, test } from './operator-test.ts'
import { postAsOperator } from './post-as-operator.ts'
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

test('a schema made in the page keeps messages back, and writes others as Avro', async ({
  page,
  connect,
}) => {
  const { url, tcp } = brokerdeck()
  await openSignedIn(page, url, 'schema/internal/create')
  await page.getByRole('textbox', { name: 'Name' }).fill('reading_json')
  await page.getByRole('textbox', { name: 'Sample as JSON' }).fill('{"temp": 1.5}')
  await page.getByRole('button', { name: 'Generate schema from sample' }).click()
  await expect(page.getByText('The sample fits the schema.')).toBeVisible()
  await expectAccessible(page, 'the form of a schema')
  await expectNoOverflow(page, 'the form of a schema')
  await page.getByRole('button', { name: 'Create schema' }).first().click()
  await expect(page.getByRole('link', { name: 'reading_json' })).toBeVisible()

  await page.goto(new URL('schema/internal/create', url).href)
  await page.getByRole('textbox', { name: 'Name' }).fill('reading_avro')
  await page.getByRole('combobox', { name: 'Type' }).selectOption('avro')
  await page.getByRole('textbox', { name: 'Sample as JSON' }).fill('{"temp": 1.5}')
  await page.getByRole('button', { name: 'Generate schema from sample' }).click()
  await expect(page.getByText(/8 B when encoded/)).toBeVisible()
  await page.getByRole('button', { name: 'Create schema' }).first().click()
  await expect(page.getByRole('link', { name: 'reading_avro' })).toBeVisible()

  await page.goto(new URL('schema-validation/create', url).href)
  await page.getByRole('textbox', { name: 'Name' }).fill('fits_schema')
  await page.getByRole('textbox', { name: /Topic filter/ }).fill('s/#')
  await page.getByRole('combobox', { name: 'Type' }).selectOption('json')
  await page.getByRole('combobox', { name: 'Schema name' }).fill('reading_json')
  await page.getByRole('button', { name: 'Create validation' }).first().click()
  await expect(page.getByRole('link', { name: 'fits_schema' })).toBeVisible()

  await page.goto(new URL('message-transform/create', url).href)
  await page.getByRole('textbox', { name: 'Name' }).fill('as_avro')
  await page.getByRole('textbox', { name: /Topic filter/ }).fill('s/#')
  await page.getByRole('combobox', { name: 'Written as' }).selectOption('avro')
  await page.getByRole('combobox', { name: 'Schema name' }).fill('reading_avro')
  const here = page.getByRole('region', { name: 'Computed in this browser' })
  await expect(here).toContainText('80 35 40')
  await page.getByRole('button', { name: 'Create transformation' }).first().click()
  await expect(page.getByRole('link', { name: 'as_avro' })).toBeVisible()

  const got: string[] = []
  const reader = await connect(tcp[1], { clientId: 'schema-reader', protocolVersion: 5 })
  reader.on('message', (topic, payload) => void got.push(`${topic} ${payload.toString('hex')}`))
  await reader.subscribeAsync('s/#', { qos: 1 })
  const probe = await connect(tcp[0], { clientId: 'schema-probe', protocolVersion: 5 })
  await probe.publishAsync('s/attic', '{"temp":"hot"}', { qos: 1 })
  await probe.publishAsync('s/cellar', '{"temp":1.5}', { qos: 1 })
  await expect(() => expect(got).toEqual(['s/cellar 000000000000f83f'])).toPass()

  await page.goto(new URL('schema/internal/detail/reading_json?tab=uses', url).href)
  await expect(page.getByRole('link', { name: 'fits_schema' })).toBeVisible()
  await expectAccessible(page, 'what uses a schema')
})

test('a statement that names a schema which is not in the registry is mended', async ({ page }) => {
  const { url } = brokerdeck()
  const meter = { name: 'meter', type: 'json', source: '{"type":"object"}' }
  await postAsOperator(url, 'schema_registry', meter)
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const hasAsked = () => asked.some((path) => path.endsWith('/schema_registry'))
  await openSignedIn(page, url, 'rule/rules/create')
  const editor = page.locator('.cm-content')
  const problems = page.getByRole('list', { name: 'Problems' })
  const write = async (sql: string) => {
    await editor.focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(sql)
  }
  await write('SELECT nht(1, payload) as a FROM "t"')
  await expect(problems).toContainText('There is no function nht')
  expect(hasAsked()).toBe(false)

  await write(`SELECT schema_decode('metre', payload) as a, nht(1, payload) as b FROM "t"`)
  await expect(problems).toContainText(
    'There is no schema metre in the schema registry: the rule fails at this call. Did you mean meter?',
  )
  expect(hasAsked()).toBe(true)
  await page.getByRole('button', { name: "Replace with 'meter'" }).press('Enter')
  await expect(editor).toHaveText(
    `SELECT schema_decode('meter', payload) as a, nht(1, payload) as b FROM "t"`,
  )
  await expect(problems).not.toContainText('There is no schema')
  await expect(problems).toContainText('There is no function nht')
})
