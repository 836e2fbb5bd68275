import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { typeEverywhere, writeLongStatement } from './long-statement.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { postAsOperator } from './post-as-operator.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

/** The maximum processor time of one key, in milliseconds, whatever the statement contains. */
const MOST_FOR_A_KEY = 50
/** The number of tasks that may take longer, because they collect the garbage of the whole previous statement. */
const GARBAGE = 2

const editor = (page: Page) => page.locator('.cm-content')

async function openEditor(page: Page): Promise<void> {
  await openSignedIn(page, brokerdeck().url, 'rule/rules/create')
  await editor(page).focus()
  await page.keyboard.press('Control+a')
}

test('a statement is written, completed, checked and mended with the keyboard alone', async ({ page }) => {
  await openEditor(page)
  await page.keyboard.type("SELECT clinetid, nht(2, tokens(topic, '/')) as line\nFROM \"plant/+/event")
  const problems = page.getByRole('list', { name: 'Problems' })
  await expect(problems).toContainText('Did you mean clientid?')
  await expect(problems).toContainText('There is no function nht. Did you mean nth?')

  await page.getByRole('button', { name: 'Replace with nth' }).press('Enter')
  await page.getByRole('button', { name: 'Replace with clientid' }).press('Enter')
  await expect(problems).toBeHidden()
  await expect(editor(page)).toBeFocused()

  await page.keyboard.press('Control+End')
  await page.keyboard.type('\nWHERE usern')
  const offers = page.getByRole('listbox', { name: 'Completions' })
  await expect(offers.getByRole('option', { name: /^username column/ })).toBeVisible()
  await expectAccessible(page, 'the editor with what it offers')
  await page.keyboard.press('Enter')
  await page.keyboard.type(" = 'a'")
  await page.getByRole('button', { name: 'Format code' }).press('Enter')
  await expect(editor(page)).toContainText('clientid,')
  expect(await editor(page).innerText()).toBe(
    "SELECT\n  clientid,\n  nth(2, tokens(topic, '/')) AS line\nFROM\n  \"plant/+/event\"\nWHERE\n  username = 'a'",
  )

  // The call is explained with its value for the message in the lab; then the rule is saved from within the
  // statement.
  await editor(page).getByText('tokens', { exact: true }).hover()
  await expect(page.locator('.cm-note')).toContainText('tokens(topic, \'/\') of this message["plant","')
  await editor(page).focus()
  await page.keyboard.press('Control+Enter')
  const row = page.getByRole('row').filter({ hasText: 'plant/+/event' })
  await expect(row).toBeVisible()
})

test('a column, a call and its options are explained where they stand, with what the message gives them', async ({
  page,
}) => {
  await openEditor(page)
  await page.keyboard.insertText('SELECT\n  clientid,\n  nth(1, tokens(topic, \'/\')) as first\nFROM "t/#"')
  const note = page.locator('.cm-tooltip-hover .cm-note')
  /** Points to the middle of a word that begins after two blanks. */
  const point = (line: number) =>
    page
      .locator('.cm-line')
      .nth(line)
      .hover({ position: { x: 42, y: 8 } })
  await point(1)
  await expect(note).toContainText('Column of')
  await expect(note).toContainText('clientid of this message')
  await editor(page).getByText('nth', { exact: true }).hover()
  await expect(note).toContainText('nth(index, list)')
  await expect(note).toContainText("nth(1, tokens(topic, '/')) of this message")
  await expectAccessible(page, 'what is said of a call')

  await editor(page).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('SELECT format_date(')
  const signature = page.locator('.cm-note').filter({ hasText: 'format_date(' })
  await expect(signature).toContainText(/format_date\(unit: a text, .*\): a text/)
  await expect(signature).toContainText("'second' 'millisecond' 'microsecond' 'nanosecond'")
  await page.keyboard.type("'second', ")
  await expect(signature.locator('.cm-note-now')).toContainText('zone')
  await expect(signature).not.toContainText("'millisecond'")
})

test('what some of the messages to try do not have is said with how many', async ({ page }) => {
  await openEditor(page)
  await page.keyboard.insertText('SELECT payload.celsius as c, payload.unit as u FROM "ovens/#"')
  await page.getByRole('tab', { name: /^Messages/ }).click()
  await page.getByRole('button', { name: 'Paste…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste messages' })
  const payloads = [{ celsius: 1, unit: 'C' }, { celsius: 2 }, { celsius: 3, unit: 'C' }, { celcius: 4 }]
  const messages = payloads.map((payload) => ({
    event_type: 'message_publish',
    topic: 'ovens/1',
    payload: JSON.stringify(payload),
  }))
  await dialog.getByRole('textbox').fill(JSON.stringify(messages))
  await dialog.getByRole('button', { name: 'Add' }).click()
  const problems = page.getByRole('list', { name: 'Problems' })
  await expect(problems).toContainText('In 2 of 4 messages to try there is no payload.unit: it is undefined')
  await expect(problems).toContainText(
    'In 1 of 4 messages to try there is no payload.celsius: it is undefined. Did you mean payload.celcius?',
  )
})

test('what is offered takes out of FROM that source alone, and a column is written where the cursor is', async ({
  page,
}) => {
  await openEditor(page)
  const write = async (sql: string) => {
    await editor(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(sql)
  }
  await write('SELECT qos FROM "a/#", "a/b", "c" WHERE qos > 0')
  await page.getByRole('button', { name: 'Remove a/b from FROM' }).click()
  await expect(editor(page)).toHaveText('SELECT qos FROM "a/#", "c" WHERE qos > 0')
  await write('SELECT payload.a as a FROM "t", "$events/client_disconnected"')
  await page.getByRole('button', { name: 'Remove $events/client_disconnected from FROM' }).click()
  await expect(editor(page)).toHaveText('SELECT payload.a as a FROM "t"')

  await write('SELECT qos as q FROM "$events/client_disconnected"')
  const columns = page.getByRole('region', { name: 'Events and columns' })
  await page.keyboard.press('Control+Home')
  for (let step = 0; step < 'SELECT '.length; step += 1) await page.keyboard.press('ArrowRight')
  await columns.getByRole('button', { name: 'reason text' }).click()
  await page.keyboard.type(', ')
  await expect(editor(page)).toHaveText('SELECT reason, qos as q FROM "$events/client_disconnected"')
  await expectAccessible(page, 'the columns beside a statement')
})

test('what a new rule begins with is no problem, and a data source that is not there is one', async ({
  page,
}) => {
  const retained = { topic: 'ovens/1', payload: '1', retain: true }
  await postAsOperator(brokerdeck().url, 'publish', retained)
  await openEditor(page)
  const fresh = await editor(page).innerText()
  const problems = page.getByRole('list', { name: 'Problems' })
  const write = async (sql: string) => {
    await editor(page).focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.insertText(sql)
  }
  await write('SELECT * FROM "$bridges/mqtt:line_4", "t/#"')
  await expect(problems).toContainText('There is no data source $bridges/mqtt:line_4')
  await expect(problems).toContainText('No subscription or retained message of the broker matches t/#')
  await write(`${fresh} `)
  await expect(problems).not.toContainText('There is no data source')
  await expect(problems).toContainText('No subscription or retained message of the broker matches t/#')
  await write(fresh)
  await expect(problems).toBeHidden()
})

test('Chinese is written with an input method', async ({ page }) => {
  await openEditor(page)
  await page.keyboard.type("SELECT '")
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Input.imeSetComposition', { text: 'wen', selectionStart: 3, selectionEnd: 3 })
  await devtools.send('Input.imeSetComposition', { text: '温度', selectionStart: 2, selectionEnd: 2 })
  await devtools.send('Input.insertText', { text: '温度' })
  await page.keyboard.press('End')
  await page.keyboard.type(' as name FROM "t/#')
  await expect(editor(page)).toHaveText('SELECT \'温度\' as name FROM "t/#"')
})

test('no key takes long in a statement of 2,000 lines, wherever it is typed', { tag: '@measured' }, async ({
  page,
}) => {
  test.setTimeout(120_000)
  await openEditor(page)
  await writeLongStatement(page)
  for (const { place, keys, tasks } of await typeEverywhere(page)) {
    const times = tasks.map(({ processor }) => processor).sort((one, other) => other - one)
    const description = `${keys} keys at the ${place}: longest tasks ${times
      .slice(0, GARBAGE + 2)
      .map((time) => time.toFixed(1))
      .join(', ')} ms of processor`
    test.info().annotations.push({ type: 'measured', description })
    expect(times.length, 'something was measured').toBeGreaterThan(keys)
    expect.soft(times[GARBAGE], `at the ${place}`).toBeLessThan(MOST_FOR_A_KEY)
  }
})
