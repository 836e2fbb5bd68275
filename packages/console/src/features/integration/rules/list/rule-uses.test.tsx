import { waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

it('takes along, when it is chosen, what only the rule used, and marks what others miss', async () => {
  const { screen, user, broker } = await renderApp('/rule/rules', {
    arrange: async ({ ask }) => {
      await ask('POST', '/connectors', { type: 'http', name: 'web', url: 'http://127.0.0.1:9' })
      for (const name of ['own', 'shared', 'off']) {
        const parameters = { path: '/', method: 'post' }
        await ask('POST', '/actions', { type: 'http', name, connector: 'web', parameters })
      }
      await ask('PUT', '/actions/http:off/enable/false')
      const sql = 'SELECT * FROM "a"'
      await ask('POST', '/rules', { id: 'hot', sql, actions: ['http:own', 'http:shared'] })
      await ask('POST', '/rules', { id: 'other', sql, actions: ['http:shared', 'http:none', 'http:off'] })
    },
  })
  const rowOf = async (id: string) =>
    within((await screen.findByRole('link', { name: id })).closest('tr') ?? document.body)
  const other = await rowOf('other')
  expect(await other.findByText('Missing action')).toBeDefined()
  expect(other.getByText('Disabled action')).toBeDefined()
  expect((await rowOf('hot')).queryByText('Missing action')).toBeNull()
  expect(await (await rowOf('hot')).findByText('Action not connected')).toBeDefined()
  await user.click((await rowOf('hot')).getByRole('button', { name: 'Actions for hot' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm delete rule?' }))
  expect(dialog.getByText('http:own')).toBeDefined()
  expect(dialog.queryByText('http:shared')).toBeNull()
  await user.click(dialog.getByRole('checkbox', { name: 'Also delete what nothing else uses:' }))
  await user.click(dialog.getByRole('button', { name: 'Delete' }))
  await waitFor(async () =>
    expect(await broker.ask('GET', '/actions/http:own')).toMatchObject({ status: 404 }),
  )
  expect(await broker.ask('GET', '/rules/hot')).toMatchObject({ status: 404 })
  expect(await broker.ask('GET', '/actions/http:shared')).toMatchObject({ status: 200 })
})

it('leads from a rule to its action that is not connected, and says why', async () => {
  const { screen } = await renderApp('/rule/rules/dead', {
    arrange: async ({ ask }) => {
      await ask('POST', '/connectors', { type: 'http', name: 'web', url: 'http://127.0.0.1:9' })
      await ask('POST', '/actions', {
        type: 'http',
        name: 'post',
        connector: 'web',
        parameters: { path: '/', method: 'post' },
      })
      await ask('POST', '/rules', { id: 'dead', sql: 'SELECT * FROM "a"', actions: ['http:post'] })
    },
  })
  const notice = await screen.findByRole('list', { name: 'Actions that are not connected' })
  // The notice comes after the controls beside the name.
  const enabled = screen.getByRole('switch', { name: /dead/ })
  expect(enabled.compareDocumentPosition(notice)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  const list = within(notice)
  const link = list.getByRole('link', { name: 'http:post' })
  expect(link.getAttribute('href')).toBe('/rule/actions/http%3Apost')
  expect(list.getByText(/on emqx@127\.0\.0\.1/)).toBeDefined()
  expect(await list.findByText('The connector is not connected.')).toBeDefined()
})
