import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const three: NonNullable<RenderOptions['arrange']> = async ({ ask }) => {
  const republish = { function: 'republish', args: { topic: 'alarm/${room}' } }
  await ask('POST', '/rules', {
    id: 'cold',
    sql: 'SELECT * FROM "plant/+/temperature", "$events/client_connected" WHERE payload.t > 3',
    actions: [republish, { function: 'console' }],
  })
  await ask('POST', '/rules', {
    id: 'all',
    sql: 'SELECT * FROM "plant/#"',
    actions: [{ function: 'console' }],
  })
  await ask('POST', '/rules', { id: 'old', sql: 'SELECT * FROM "legacy/#"', enable: false })
}

const rowOf = async (screen: Awaited<ReturnType<typeof renderApp>>['screen'], id: string) =>
  within((await screen.findByRole('link', { name: id })).closest('tr') ?? document.body)

it('counts what the map shows in words that agree with their number', async () => {
  const { screen } = await renderApp('/flow', {
    arrange: async ({ ask }) => {
      const sql = 'SELECT * FROM "plant/#" WHERE payload.t > 3'
      await ask('POST', '/rules', { id: 'one', sql, actions: [{ function: 'console' }] })
    },
  })
  expect(await screen.findByText(/: 1 source, 1 rule, 1 filter, 1 action\./)).toBeDefined()
})

describe('the list of flows', () => {
  it('says of each rule where messages come from, what passes and where they go', async () => {
    const { screen } = await renderApp('/flow?view=list', { arrange: three })
    const cold = await rowOf(screen, 'cold')
    expect(cold.getByText('plant/+/temperature, $events/client_connected')).toBeDefined()
    expect(cold.getByText('alarm/${room}')).toBeDefined()
    expect(await cold.findByText('payload.t > 3')).toBeDefined()
    expect((await rowOf(screen, 'old')).getByText('Disabled')).toBeDefined()
    expect(screen.getByText('3 rules: 0 with problems, 1 disabled')).toBeDefined()
  })

  it('counts what passes while it is open, and asks nothing of what is disabled', async () => {
    const { screen, broker, network } = await renderApp('/flow?view=list', {
      arrange: async (app, net) => {
        await three(app, net)
        await app.ask('POST', '/publish', { topic: 'plant/1/temperature', payload: '{"t":4}' })
      },
    })
    const row = await rowOf(screen, 'all')
    await waitFor(() => expect(row.getAllByText(/\/s/).length).toBeGreaterThan(0))
    await broker.ask('POST', '/publish', { topic: 'plant/1/temperature', payload: '{"t":4}' })
    await waitFor(() => {
      window.dispatchEvent(new Event('visibilitychange'))
      expect(row.getAllByText(/\/s/)).toHaveLength(2)
    })
    const asked = new Set(network.asked.filter((line) => line.endsWith('/metrics')))
    expect([...asked].sort()).toEqual(['GET /api/v5/rules/all/metrics', 'GET /api/v5/rules/cold/metrics'])
  })

  it('says which action is not there or not connected, and why', async () => {
    const { screen } = await renderApp('/flow?view=list&show=problems', {
      edition: 'enterprise',
      arrange: async (app, net) => {
        await three(app, net)
        await app.ask('POST', '/connectors', { type: 'http', name: 'web', url: 'http://127.0.0.1:9' })
        const parameters = { path: '/x', method: 'post' }
        await app.ask('POST', '/actions', { type: 'http', name: 'post', connector: 'web', parameters })
        const rule = { sql: 'SELECT * FROM "t"' }
        await app.ask('POST', '/rules', { ...rule, id: 'down', actions: ['http:post'] })
        await app.ask('POST', '/rules', { ...rule, id: 'lost', actions: ['mysql:none'] })
      },
    })
    const down = await rowOf(screen, 'down')
    const refused = 'http:post: Not connected: Nothing accepts connections at this address and port.'
    expect(await down.findAllByText(refused)).toHaveLength(2)
    const lost = await rowOf(screen, 'lost')
    expect(lost.getAllByText("mysql:none: Doesn't exist: results are discarded").length).toBeGreaterThan(0)
    expect(screen.getAllByRole('row')).toHaveLength(3)
    expect(screen.getByText('5 rules: 2 with problems, 1 disabled')).toBeDefined()
  })

  it('leads from what is chosen on the map to its page and its connector, and says why it is not connected', async () => {
    const { screen, user, path } = await renderApp('/flow?view=map&focus=to:http:post', {
      edition: 'enterprise',
      arrange: async ({ ask }) => {
        await ask('POST', '/connectors', { type: 'http', name: 'web', url: 'http://127.0.0.1:9' })
        const parameters = { path: '/x', method: 'post' }
        await ask('POST', '/actions', { type: 'http', name: 'post', connector: 'web', parameters })
        await ask('POST', '/rules', { id: 'down', sql: 'SELECT * FROM "t"', actions: ['http:post'] })
      },
    })
    const panel = within(await screen.findByRole('region', { name: 'Selected: http:post' }))
    const refused = 'Not connected: Nothing accepts connections at this address and port.'
    expect(await panel.findByText(refused)).toBeDefined()
    const action = panel.getByRole('link', { name: 'http:post' })
    expect(action.getAttribute('href')).toBe('/rule/actions/http%3Apost')
    await user.click(panel.getByRole('link', { name: 'web' }))
    expect(await screen.findByRole('heading', { name: 'http:web' })).toBeDefined()
    expect(decodeURIComponent(path())).toMatch(/^\/connector\/.*http:web/)
  })

  it.each([
    ['q=LEGACY', 'old'],
    ['q=alarm', 'cold'],
    ['show=disabled', 'old'],
    ['q=plant/%23', 'all'],
  ])('is filtered by %s from the address', async (search, found) => {
    const { screen } = await renderApp(`/flow?view=list&${search}`, { arrange: three })
    expect(await screen.findByRole('link', { name: found })).toBeDefined()
    expect(screen.getAllByRole('row')).toHaveLength(2)
  })

  it('keeps the filter in the address', async () => {
    const { screen, user, path } = await renderApp('/flow?view=list', { arrange: three })
    await user.type(await screen.findByRole('searchbox', { name: 'Rule, topic or action' }), 'nothing{Enter}')
    expect(await screen.findByText('No flow matches the filters')).toBeDefined()
    expect(path()).toBe('/flow?view=list&q=nothing')
  })

  it('says that there are none yet', async () => {
    const { screen } = await renderApp('/flow')
    expect(await screen.findByText('No flows yet')).toBeDefined()
  })

  it("says why it can't be read, and tries again", async () => {
    const { screen } = await renderApp('/flow', {
      arrange: (_, network) =>
        network.answer(/\/rules/, () => Response.json({ code: 'BUSY', message: 'busy' }, { status: 503 })),
    })
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/flow?view=list', { arrange: three, locale: 'zh' })
    expect(await screen.findByText('3 条规则：0 条有问题，1 条已禁用')).toBeDefined()
  })
})
