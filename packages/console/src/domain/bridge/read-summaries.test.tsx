import { waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

/** Makes the broker respond like a version before 5.8.5. */
const older: NonNullable<RenderOptions['arrange']> = async ({ ask }, network) => {
  await ask('POST', '/connectors', { type: 'mqtt', name: 'far', server: '127.0.0.1:9', pool_size: 1 })
  const through = { type: 'mqtt', connector: 'far', parameters: { topic: 'a', qos: 1 } }
  await ask('POST', '/actions', { ...through, name: 'out' })
  await ask('POST', '/sources', { ...through, name: 'in' })
  await ask('POST', '/rules', { id: 'hot', sql: 'SELECT * FROM "$bridges/mqtt:in"', actions: ['mqtt:out'] })
  const absent = JSON.stringify({ code: 'NOT_FOUND', message: 'Request Path Not Found' })
  network.answer(
    /_summary$/,
    () => new Response(absent, { status: 404, headers: { 'content-type': 'application/json' } }),
  )
}

it.each([
  ['/rule/actions', ['mqtt:out']],
  ['/rule/source', ['mqtt:in']],
  ['/connector/mqtt%3Afar', ['mqtt:out', 'mqtt:in']],
])('lists at %s what a broker without summaries tells in full', async (path, names) => {
  const { screen, network } = await renderApp(path, { arrange: older })
  for (const name of names) expect(await screen.findByRole('link', { name })).toBeDefined()
  expect(network.asked.filter((line) => /_summary/.test(line)).length).toBeLessThanOrEqual(2)
})

it('judges actions and sources of a broker without summaries', async () => {
  const { screen } = await renderApp('/cluster/health', { arrange: older })
  const attention = await screen.findByRole('region', { name: 'Needs attention' })
  const check = within(await within(attention).findByRole('listitem', { name: /Actions and sources/ }))
  await check.findByText(/mqtt:out/)
  await check.findByText(/mqtt:in/)
})

it('finds actions and sources of a broker without summaries by their name', async () => {
  const { screen, user, path } = await renderApp('/dashboard/nodes', { arrange: older })
  await screen.findByRole('navigation', { name: 'Main menu' })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('textbox', { name: 'Quick find' }), 'mqtt:')
  expect(await screen.findByRole('button', { name: /mqtt:in/ })).toBeDefined()
  await user.click(await screen.findByRole('button', { name: /mqtt:out/ }))
  await waitFor(() => expect(path()).toBe('/rule/actions/mqtt%3Aout'))
})
