import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const hot: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
  const sql = 'SELECT * FROM "t" WHERE payload.t > 20'
  const actions = [{ function: 'console' }, 'http:none']
  await ask('POST', '/rules', { id: 'hot', sql, actions, description: 'Too warm' })
  for (const t of [21, 19]) await ask('POST', '/publish', { topic: 't', payload: JSON.stringify({ t }) })
}

it('is led to by the list and says what it counted, in all and on each node', async () => {
  const { screen, user, path } = await renderApp('/rule/rules', { arrange: hot })
  await user.click(await screen.findByRole('link', { name: 'hot' }))
  expect(path()).toBe('/rule/rules/hot')
  expect(await screen.findByText('Too warm')).toBeDefined()
  const valueIn = (strip: HTMLElement, label: string) =>
    within(strip).getByText(label).closest('dl')?.querySelector('dd')?.textContent
  const statement = await screen.findByRole('region', { name: 'SQL' })
  const expected = { Matched: '2', Passed: '1', Failed: '1', 'No result': '1', Exceptions: '0' }
  for (const [label, value] of Object.entries(expected)) expect(valueIn(statement, label), label).toBe(value)
  const actions = screen.getByRole('region', { name: 'Actions' })
  for (const [label, value] of Object.entries({ Total: '2', Success: '1', Discarded: '1' }))
    expect(valueIn(actions, label), label).toBe(value)
  expect(within(screen.getByRole('table', { name: 'By node' })).getAllByRole('row')).toHaveLength(3)
})

it.each(['gone', 'a/b', 'a b', '规则', 'x'.repeat(500), '%', '..%2f..'])(
  'says that there is no rule %s',
  async (id) => {
    const { screen } = await renderApp(`/rule/rules/${encodeURIComponent(id)}`)
    expect(await screen.findByText('Rule not found')).toBeDefined()
  },
)
