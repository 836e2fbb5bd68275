import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import {
  makeWebhook,
  openReceiver,
  partsOf,
  send,
  submit,
} from '#features/integration/webhooks/testing/arrange-webhooks.ts'
import { confirmSave } from '#testing/confirm-save.ts'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

describe('a webhook', () => {
  const arrange: NonNullable<RenderOptions['arrange']> = (broker) => makeWebhook(broker, 'desk_WH_D')

  it('changes what was changed only, and keeps secrets that nobody sees', async () => {
    const { url, got } = await openReceiver()
    const app = await renderApp('/webhook/desk_WH_D?tab=settings', {
      arrange: (broker) =>
        makeWebhook(broker, 'desk_WH_D', { url, headers: { authorization: 'Bearer sesame' } }),
    })
    const { screen, user, broker, network } = app
    await user.click(await screen.findByRole('button', { name: 'Events' }))
    await user.click(screen.getByRole('checkbox', { name: 'Client connected' }))
    await submit(app, /^Apply \d+ changes?$/)
    await waitFor(async () =>
      expect(await broker.ask('GET', '/rules/desk_WH_D')).toMatchObject({
        body: { sql: 'SELECT\n  *\nFROM\n  "$events/client_connected"', enable: true },
      }),
    )
    expect(network.asked.filter((line) => line.startsWith('PUT'))).toEqual(['PUT /api/v5/rules/desk_WH_D'])
    const path = screen.getByRole('textbox', { name: 'URL' })
    await user.type(path, '2')
    await submit(app, /^Apply \d+ changes?$/)
    await confirmSave(app)
    await waitFor(() => expect(network.asked.filter((line) => line.startsWith('PUT'))).toHaveLength(2))
    await send(app, 'any', 'thing')
    await waitFor(() => expect(got.find(({ method }) => method === 'POST')?.url).toBe('/line2'))
    expect(got.find(({ method }) => method === 'POST')?.token).toBe('Bearer sesame')
  })

  it('keeps a statement that no choice can say', async () => {
    const sql = 'SELECT payload.x AS x FROM "t/#" WHERE qos > 0'
    const { screen } = await renderApp('/webhook/desk_WH_D?tab=settings', {
      arrange: (broker) => makeWebhook(broker, 'desk_WH_D', { sql }),
    })
    expect(await screen.findByDisplayValue(sql)).toBeDefined()
  })

  it('is repaired from what is left of it', async () => {
    const app = await renderApp('/webhook/desk_WH_D?tab=settings', {
      arrange: async (broker) => {
        await makeWebhook(broker, 'desk_WH_D')
        await broker.ask('DELETE', '/rules/desk_WH_D')
      },
    })
    await app.screen.findByRole('textbox', { name: 'URL' })
    await submit(app, 'Repair webhook')
    await waitFor(async () => expect(await partsOf(app.broker, 'desk_WH_D')).toEqual([200, 200, 200]))
    expect(await app.broker.ask('GET', '/rules/desk_WH_D')).toMatchObject({
      body: { sql: 'SELECT\n  *\nFROM\n  "#"', actions: ['http:desk_WH_D'] },
    })
    expect(app.network.asked.filter((line) => line.startsWith('PUT'))).toEqual([])
  })

  it.each([
    ['/rules/desk_WH_D', 'Incomplete, without the rule', 'Disconnected'],
    ['/actions/http:desk_WH_D', 'Incomplete, without the action', 'Disconnected'],
    ['/connectors/http:desk_WH_D', 'Incomplete, without the connector and the action', undefined],
  ])(
    'says what it lacks once %s is gone, and how the nodes fare with the rest',
    async (gone, word, byNode) => {
      const { screen, broker } = await renderApp('/webhook/desk_WH_D', {
        arrange: async (running, network) => {
          await arrange(running, network)
          await running.ask('PUT', '/rules/desk_WH_D', { actions: [] })
          await running.ask('DELETE', gone)
          if (byNode === undefined) {
            await running.ask('DELETE', '/actions/http:desk_WH_D')
            await running.ask('DELETE', gone)
          }
        },
      })
      const table = within(await screen.findByRole('table', { name: 'By node' }))
      expect(screen.getAllByText(word).length).toBeGreaterThan(0)
      const states = table
        .getAllByRole('row')
        .slice(1)
        .map((row) => row.textContent)
      expect(states).toHaveLength(broker.context.cluster.nodes.length)
      for (const state of states) expect(state).toContain(byNode ?? word)
      expect(table.queryByText('Unknown')).toBeNull()
    },
  )

  it('counts what its action and its rule did, on each node, and resets both', async () => {
    const { screen, user, network, broker } = await renderApp('/webhook/desk_WH_D', { arrange })
    expect(await screen.findByRole('heading', { name: 'desk' })).toBeDefined()
    for (const { name } of broker.context.cluster.nodes)
      await waitFor(() => expect(screen.getByText(name)).toBeDefined())
    await user.click(await screen.findByRole('button', { name: 'Reset statistics…' }))
    const dialog = within(await screen.findByRole('dialog', { name: /Reset the statistics of desk/ }))
    await user.click(dialog.getByRole('button', { name: 'Reset statistics' }))
    await waitFor(() =>
      expect(network.asked.filter((line) => line.endsWith('/metrics/reset'))).toHaveLength(2),
    )
    await user.click(screen.getByRole('tab', { name: 'Rule' }))
    expect((await screen.findAllByText('Passed')).length).toBeGreaterThan(0)
  })

  it.each(['/connector/http%3Adesk_WH_D', '/rule/actions/http%3Adesk_WH_D', '/rule/rules/desk_WH_D'])(
    'is locked at %s, with the way to where it is changed',
    async (path) => {
      const { screen } = await renderApp(path, { arrange })
      const way = await screen.findByRole('link', { name: 'Webhook desk' })
      expect(way.getAttribute('href')).toBe('/webhook/desk_WH_D?tab=settings')
      expect((await screen.findByRole('switch')).getAttribute('aria-disabled')).toBe('true')
      expect(screen.getByRole('button', { name: /^Delete/ }).getAttribute('aria-disabled')).toBe('true')
    },
  )

  it('is said not to be there, in Chinese, too', async () => {
    const { screen } = await renderApp('/webhook/none_WH_D', { locale: 'zh' })
    expect(await screen.findByText('Webhook 不存在')).toBeDefined()
  })
})
