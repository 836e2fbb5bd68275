import { expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

it.each([
  ['no_such(payload)', /no_such/],
  ["regex_extract(payload, '[')", /regex_extract|badarg|bad_sql_function_argument/],
])('the broker agrees where %s fails here and there', async (call, words) => {
  const { screen, user } = await renderApp('/rule/rules/create')
  const box = await screen.findByRole('textbox', { name: 'SQL' })
  await user.clear(box)
  await user.click(box)
  await user.paste(`SELECT ${call} as x FROM "t/#"`)
  await screen.findByRole('region', { name: 'Try the statement', busy: false })
  expect((await screen.findAllByText(words)).length).toBeGreaterThan(0)
  await user.click(screen.getByRole('button', { name: 'Ask the broker' }))
  expect(await screen.findByText('The broker gives the same result')).toBeDefined()
})
