import { waitFor, within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { arrangeDisabledAction } from '#features/integration/bridges/actions/testing/arrange-actions.ts'
import { renderApp } from '#testing/render-app.ts'

it('renders what the actions of the form would get of the chosen message, and sends nothing', async () => {
  const app = await renderApp('/rule/rules/hot?tab=settings', {
    arrange: async ({ ask }) => {
      await arrangeDisabledAction({ ask })
      const republish = { topic: `warm/\${clientid}`, payload: `\${q} of \${topic}` }
      await ask('POST', '/rules', {
        id: 'hot',
        sql: 'SELECT qos + 1 as q, topic, clientid FROM "ovens/+"',
        actions: [
          { function: 'republish', args: republish },
          { function: 'console' },
          'http:off',
          'http:gone',
        ],
      })
    },
  })
  const { screen, user, network, broker } = app
  const lab = within(await screen.findByRole('region', { name: 'Try the statement' }))
  const list = within(await lab.findByRole('list', { name: 'Actions' }))
  await waitFor(() =>
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Republishwarm/c_emqx2 of ovens/1',
      'Console output',
      'http:offDisabled',
      "http:goneDoesn't exist",
    ]),
  )
  const sql = await screen.findByRole('textbox', { name: 'SQL' })
  await user.clear(sql)
  await user.click(sql)
  await user.paste(
    'FOREACH json_decode(\'[{"clientid":"a"},{"clientid":"b"}]\') AS one DO one.clientid AS clientid FROM "ovens/+"',
  )
  expect(await lab.findByText('first of 2 results, nothing sent')).toBeDefined()
  expect(await lab.findByText('warm/a')).toBeDefined()
  expect(network.asked.filter((line) => line.startsWith('POST') && !line.includes('login'))).toEqual([])
  expect(await broker.ask('GET', '/rules/hot/metrics')).toMatchObject({ body: { metrics: { matched: 0 } } })
})
