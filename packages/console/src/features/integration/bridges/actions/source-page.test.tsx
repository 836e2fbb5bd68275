import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { arrangeActions } from '#features/integration/bridges/actions/testing/arrange-actions.ts'
import { renderApp } from '#testing/render-app.ts'

describe('a source', () => {
  it('says on each node that it is not connected, and what it received', async () => {
    const { screen, broker } = await renderApp('/rule/source/mqtt%3Ain', { arrange: arrangeActions })
    expect(await screen.findByRole('heading', { name: 'mqtt:in' })).toBeDefined()
    const nodes = broker.context.cluster.nodes.map(({ name }) => name)
    for (const node of nodes) expect((await screen.findAllByText(node)).length).toBeGreaterThan(0)
    expect((await screen.findAllByText('Disconnected')).length).toBeGreaterThan(nodes.length)
  })

  it('is disabled on each node once it is switched off, not broken', async () => {
    const { screen, broker } = await renderApp('/rule/source/mqtt%3Ain', {
      arrange: async (broker, network) => {
        await arrangeActions(broker, network)
        await broker.ask('PUT', '/sources/mqtt:in/enable/false')
      },
    })
    const byNode = within(await screen.findByRole('region', { name: 'By node' }))
    const nodes = broker.context.cluster.nodes.length
    await waitFor(() => expect(byNode.getAllByText('Disabled')).toHaveLength(nodes))
    expect(byNode.queryByText('Disconnected')).toBeNull()
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/rule/source/mqtt%3Anone', { locale: 'zh' })
    expect(await screen.findByText('Source 不存在')).toBeDefined()
  })
})
