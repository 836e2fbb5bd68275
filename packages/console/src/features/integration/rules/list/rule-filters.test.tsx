import { waitFor } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

it('offers the actions that there are as a filter, and takes any other', async () => {
  const { screen, user, network } = await renderApp('/rule/rules?action=mqtt:out', {
    arrange: async (app) => {
      await app.ask('POST', '/connectors', {
        type: 'mqtt',
        name: 'far',
        server: '127.0.0.1:9',
        pool_size: 1,
      })
      const through = { type: 'mqtt', connector: 'far', parameters: { topic: 'a', qos: 1 } }
      await app.ask('POST', '/actions', { ...through, name: 'out' })
      await app.ask('POST', '/rules', { id: 'other', sql: 'SELECT * FROM "b"' })
      await app.ask('POST', '/rules', { id: 'sends', sql: 'SELECT * FROM "a"', actions: ['mqtt:out'] })
    },
  })
  expect(await screen.findByRole('link', { name: 'sends' })).toBeDefined()
  expect(screen.getAllByRole('row')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: /^Filter/ }))
  const action = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Action' })
  await waitFor(() =>
    expect([...(action.list?.options ?? [])].map(({ value }) => value)).toEqual(['mqtt:out']),
  )
  await user.clear(action)
  await user.type(action, 'http:none{Enter}')
  expect(await screen.findByText('No rule matches the filters')).toBeDefined()
  expect(network.asked.some((line) => line.includes('http%3Anone'))).toBe(true)
})
