import { within } from '@testing-library/dom'
import { expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

it('names the nodes in a legend by what tells them apart', async () => {
  // A sample is stored under the nearest ten seconds, which may lie in the future: ten seconds later it is in the
  // past.
  let passed = 0
  const { screen } = await renderApp('/dashboard/overview', {
    now: () => Date.now() + passed,
    arrange: async (broker, network) => {
      await broker.context.monitor.sample()
      passed = 10_000
      // EMQX names the nodes of one machine in this way.
      const named = (answer: unknown) => JSON.parse(JSON.stringify(answer).replaceAll('emqx2@', 'emqx@'))
      const { body: nodes } = await broker.ask('GET', '/nodes')
      const { body: history } = await broker.ask('GET', '/monitor?latest=3600')
      network.answer(/\/api\/v5\/nodes$/, () => Response.json(named(nodes)))
      network.answer(/\/monitor\/nodes\/emqx(@|%40)/, () => Response.json(history))
    },
  })
  const chart = await screen.findByRole('region', { name: 'Connections by node' })
  const legend = within(chart).getAllByRole('listitem')
  expect(legend.map(({ textContent }) => textContent?.split(' ')[0])).toEqual(['…0.1', '…0.2'])
})
