import { waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const hot: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
  const sql = 'SELECT * FROM "t" WHERE payload.t > 20'
  const actions = [{ function: 'console' }, 'http:none']
  await ask('POST', '/rules', { id: 'hot', sql, actions, description: 'Too warm' })
  for (const t of [21, 19]) await ask('POST', '/publish', { topic: 't', payload: JSON.stringify({ t }) })
}

const valueIn = (strip: HTMLElement, label: string) =>
  within(strip).getByText(label).closest('dl')?.querySelector('dd')?.textContent

it('is led to by the list and says what it counted, in all and on each node', async () => {
  const { screen, user, path } = await renderApp('/rule/rules', { arrange: hot })
  await user.click(await screen.findByRole('link', { name: 'hot' }))
  expect(path()).toBe('/rule/rules/hot')
  expect(await screen.findByText('Too warm')).toBeDefined()
  const statement = await screen.findByRole('region', { name: 'SQL' })
  const expected = { Matched: '2', Passed: '1', Failed: '1', 'No result': '1', Exceptions: '0' }
  for (const [label, value] of Object.entries(expected)) expect(valueIn(statement, label), label).toBe(value)
  const actions = screen.getByRole('region', { name: 'Actions' })
  for (const [label, value] of Object.entries({
    'Actions: total': '2',
    'Actions: success': '1',
    'Actions: discarded': '1',
  }))
    expect(valueIn(actions, label), label).toBe(value)
  const table = within(screen.getByRole('table', { name: 'By node' }))
  expect(table.getAllByRole('row')).toHaveLength(3)
  expect(table.getByRole('columnheader', { name: 'Actions: failed' })).toBeDefined()
})

it('draws how fast it counts from one answer to the next', async () => {
  const { screen, user, broker } = await renderApp('/rule/rules/hot', { arrange: hot })
  const chart = within(await screen.findByRole('region', { name: /^Rates since this page was opened/ }))
  await user.click(chart.getByRole('button', { name: /table/i }))
  expect(chart.getByRole('columnheader', { name: 'Actions: failed' })).toBeDefined()
  await broker.ask('POST', '/publish', { topic: 't', payload: '{"t":30}' })
  await waitFor(() => {
    window.dispatchEvent(new Event('visibilitychange'))
    const rates = chart.queryAllByRole('cell').map(({ textContent }) => Number(textContent))
    expect(rates.some((rate) => rate > 0)).toBe(true)
  })
})

it('counts from zero again once it was asked', async () => {
  const { screen, user, broker } = await renderApp('/rule/rules/hot', { arrange: hot })
  await user.click(await screen.findByRole('button', { name: 'Reset statistics…' }))
  expect(await broker.ask('GET', '/rules/hot/metrics')).toMatchObject({ body: { metrics: { matched: 2 } } })
  await user.click(await screen.findByRole('button', { name: 'Reset statistics' }))
  expect(await screen.findByText('Reset successfully')).toBeDefined()
  const statement = screen.getByRole('region', { name: 'SQL' })
  await waitFor(() => expect(valueIn(statement, 'Matched')).toBe('0'))
})

it('offers a viewer nothing that would be refused', async () => {
  const { screen } = await renderApp('/rule/rules/hot', {
    edition: 'enterprise',
    username: 'watcher',
    arrange: async (broker, network) => {
      await hot(broker, network)
      await broker.ask('POST', '/users', { username: 'watcher', password: 'Watch3r99', role: 'viewer' })
    },
  })
  const reset = await screen.findByRole('button', { name: 'Reset statistics…' })
  expect(reset.getAttribute('aria-disabled') ?? reset.getAttribute('disabled')).not.toBeNull()
})

it('speaks Chinese', async () => {
  const { screen } = await renderApp('/rule/rules/hot', { arrange: hot, locale: 'zh' })
  expect(valueIn(await screen.findByRole('region', { name: 'SQL' }), '无结果')).toBe('1')
})

it.each(['gone', 'a/b', 'a b', '规则', 'x'.repeat(500), '%', '..%2f..'])(
  'says that there is no rule %s',
  async (id) => {
    const { screen } = await renderApp(`/rule/rules/${encodeURIComponent(id)}`)
    expect(await screen.findByText('Rule not found')).toBeDefined()
  },
)
