import { waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

/** The statement has more tokens than are parsed, and each of them is valid. */
const long = `SELECT ${'qos, '.repeat(30_000)}qos FROM "t/#"`
const deep = `SELECT ${'('.repeat(201)}qos${')'.repeat(201)} as a FROM "t/#"`

async function write({ screen, user }: RenderedApp, sql: string, name = 'SQL'): Promise<void> {
  const box = await screen.findByRole('textbox', { name })
  await user.clear(box)
  await user.click(box)
  await user.paste(sql)
  // The preview updates after typing; a test case that is made earlier would use the previous statement.
  await screen.findByRole('region', { name: /^(Try the statement|试运行 SQL)$/, busy: false })
}

const open = (options: RenderOptions = {}) => renderApp('/rule/rules/create', options)

it.each([
  [long, 'The statement is too long to be checked here. The preview continues once it is shorter.'],
  [deep, 'Brackets are nested too deeply. The preview continues once the error is corrected.'],
  [
    'SELECT 10e3 as a FROM "t/#"',
    '“10e3” is no number to the broker: write an exponent with a decimal point, as in 1.0e3. The preview continues once the error is corrected.',
  ],
  [
    `SELECT a FROM "t/#" ${'x'.repeat(5_000)}`,
    `“${'x'.repeat(80)}…” is not expected here. The preview continues once the error is corrected.`,
  ],
])('says in the words of the editor why there is no preview', async (sql, words) => {
  const app = await open()
  await write(app, sql)
  expect(await app.screen.findByText(words)).toBeDefined()
})

it('says in Chinese that a statement is too long', async () => {
  const app = await open({ locale: 'zh' })
  await write(app, long)
  expect(await app.screen.findByText('语句过长，此处不做检查。缩短后继续预览。')).toBeDefined()
})

it('calls no test case as expected while none is run', async () => {
  const app = await open()
  const { screen, user } = app
  await write(app, 'SELECT topic FROM "t/#"')
  await user.click(await screen.findByRole('tab', { name: /^Test cases/ }))
  const add = screen.getByRole('button', { name: 'Add current message' })
  await waitFor(() => expect(add.getAttribute('aria-disabled')).toBeNull())
  await user.click(add)
  expect(await screen.findByText('1 of 1 as expected')).toBeDefined()
  await write(app, long)
  expect(await screen.findByText(/^The statement is too long to be checked here/)).toBeDefined()
  expect(screen.queryByText('1 of 1 as expected')).toBeNull()
})
