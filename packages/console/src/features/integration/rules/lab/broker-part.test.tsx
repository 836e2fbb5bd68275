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

it('shows the words of a refusal, and not what they came in', async () => {
  const { screen, user } = await renderApp('/rule/rules/create')
  const box = await screen.findByRole('textbox', { name: 'SQL' })
  await user.clear(box)
  await user.click(box)
  await user.paste(`SELECT ${'qos, '.repeat(30_000)}qos FROM "t/#"`)
  await screen.findByText(/^The statement is too long to be checked here/)
  await user.click(screen.getByRole('button', { name: 'Ask the broker' }))
  const answer = await screen.findByRole('region', { name: 'Broker' })
  expect(answer.textContent).toBe('The statement is too long')
})
