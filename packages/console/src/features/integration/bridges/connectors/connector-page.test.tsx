import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { arrangeConnectors } from '#features/integration/bridges/connectors/testing/arrange-connectors.ts'
import { confirmSave } from '#testing/confirm-save.ts'
import { renderApp } from '#testing/render-app.ts'

describe('a connector', () => {
  it('says why reconnecting does not work', async () => {
    const { screen, user, broker } = await renderApp('/connector/http%3Aweb', { arrange: arrangeConnectors })
    const { status_reason: reason } = Object(await broker.ask('GET', '/connectors/http:web')).body
    expect((await screen.findAllByText(/Nothing accepts connections/)).length).toBe(2)
    expect(screen.queryByText(reason)).toBeNull()
    await user.click((await screen.findAllByRole('button', { name: 'Reconnect' }))[0] ?? document.body)
    expect(await screen.findByText(reason)).toBeDefined()
  })

  it('reconnects on one node only', async () => {
    const { screen, user, network } = await renderApp('/connector/http%3Aweb', { arrange: arrangeConnectors })
    const nodes = await screen.findByRole('table', { name: 'Connection by node' })
    const [, row] = within(nodes).getAllByText(/^emqx2?@/)
    await user.click(within(nodes).getByRole('button', { name: `Actions for ${row?.textContent}` }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reconnect' }))
    const posts = () => network.asked.filter((line) => line.startsWith('POST')).map(decodeURIComponent)
    await waitFor(() =>
      expect(posts()).toEqual([`POST /api/v5/nodes/${row?.textContent}/connectors/http:web/start`]),
    )
    expect((await screen.findAllByText(/Nothing accepts connections/)).length).toBe(2)
  })

  it('shows one with what goes through it', async () => {
    const { screen } = await renderApp('/connector/http%3Aweb', { arrange: arrangeConnectors })
    expect(await screen.findByRole('link', { name: 'http:post' })).toBeDefined()
    expect(screen.queryByRole('table', { name: 'Sources' })).toBeNull()
  })

  it('says of what goes through it how much, and how it fares on each node', async () => {
    const { screen, user } = await renderApp('/connector/http%3Aweb', { arrange: arrangeConnectors })
    await screen.findByRole('link', { name: 'http:post' })
    const actions = within(screen.getByRole('table', { name: 'Actions' }))
    expect(await actions.findByRole('columnheader', { name: /Messages \/s/ })).toBeDefined()
    expect((await actions.findAllByText(/^0(?:\.0)?$/)).length).toBeGreaterThan(0)
    await user.click(await actions.findByRole('button', { name: 'Nodes of http:post: 0 of 2 nodes' }))
    expect((await screen.findAllByText(/emqx2?@127\.0\.0\./)).length).toBeGreaterThanOrEqual(4)
  })

  it.each([
    ['Actions', 'Create rule to it', 'actionId'],
    ['Sources', 'Create rule from it', 'sourceId'],
  ])('leads over one of its %s to a rule', async (panel, button, key) => {
    const { screen, user, path } = await renderApp('/connector/mqtt%3Afar', { arrange: arrangeConnectors })
    await screen.findByRole('region', { name: panel })
    await user.click(await screen.findByRole('button', { name: button }))
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'own')
    const [topic] = screen.getAllByRole('textbox', { name: /topic/i })
    if (topic === undefined) throw new Error('There is no topic')
    await user.type(topic, 'a/b')
    const [create] = screen.getAllByRole('button', { name: /^Create (action|source)$/ })
    await user.click(create ?? document.body)
    await waitFor(() => expect(path()).toBe(`/rule/rules/create?${key}=mqtt%3Aown`))
  })

  it('says that there is none of that name', async () => {
    const { screen } = await renderApp('/connector/http%3Anone')
    expect(await screen.findByText('Connector not found')).toBeDefined()
  })

  it('changes what was set, and says what that does to its actions', async () => {
    const app = await renderApp('/connector/http%3Aweb?tab=settings', { arrange: arrangeConnectors })
    const { screen, user, broker } = app
    const note = await screen.findByRole('textbox', { name: 'Description' })
    await user.type(note, ' of the plant')
    expect(await screen.findByText(/keep what waits in their buffers/)).toBeDefined()
    const [apply] = screen.getAllByRole('button', { name: 'Apply 1 change' })
    if (apply === undefined) throw new Error('There is nothing to save with')
    await user.click(apply)
    await confirmSave(app)
    await waitFor(async () =>
      expect(await broker.ask('GET', '/connectors/http:web')).toMatchObject({
        body: { description: 'The receiver of the plant', url: 'http://127.0.0.1:9' },
      }),
    )
  })
})
