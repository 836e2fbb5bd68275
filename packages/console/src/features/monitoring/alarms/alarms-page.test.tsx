import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const path = '/monitoring/alarms'
const marks = { high: 80, low: 60 }
const one = 'emqx@127.0.0.1'

const busy: NonNullable<RenderOptions['arrange']> = ({ context }) => {
  context.alarms.checkCpu(95.5, marks)
  context.alarms.noteStored(new Error('disk\u202Efull <b>now</b>'))
}

const over: NonNullable<RenderOptions['arrange']> = ({ context }) => {
  context.alarms.checkCpu(95.5, marks)
  context.alarms.checkCpu(10, marks)
}

/** Raises the alarm for an existing rule as the broker does; a real overload would end before a slow page is loaded. */
const greedy: NonNullable<RenderOptions['arrange']> = async ({ ask, context }) => {
  await ask('POST', '/rules', { id: 'greedy', sql: 'SELECT * FROM "in"' })
  context.alarms.limitReached('rule_time_limit', 'Rules are skipped', { rules: ['greedy'] })
}

const echoing: NonNullable<RenderOptions['arrange']> = ({ context }) =>
  context.alarms.limitReached('rule_republish_limit', 'Messages are dropped', { rules: ['there', 'back'] })

async function deactivation({ screen, user }: RenderedApp, name: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name} of ${one}` }))
  return await screen.findByRole('menuitem', { name: /^Deactivate…/ })
}

describe('alarms', () => {
  it('lists the active ones in words and explains what to do', async () => {
    const app = await renderApp(path, { arrange: busy })
    const { screen, user } = app
    const row = within((await screen.findByText('high_cpu_usage')).closest('tr') ?? document.body)
    for (const text of ['High CPU usage', 'Warning', '95.5% cpu usage', one]) row.getByText(text)
    expect(within(screen.getByRole('table')).getByText('Critical')).toBeDefined()
    await user.click(row.getByRole('button', { name: `Explain high_cpu_usage of ${one}` }))
    const drawer = within(await screen.findByRole('dialog', { name: 'High CPU usage' }))
    expect(drawer.getByText(/busier than the upper mark/)).toBeDefined()
    expect(drawer.getByText('high_watermark').closest('div')?.textContent).toContain('80')
    await user.click(drawer.getByRole('link', { name: 'Nodes' }))
    await waitFor(() => expect(app.path()).toBe('/dashboard/nodes'))
  })

  it('shows to the letter what a node says, also of an alarm that nobody knows', async () => {
    const { screen, user } = await renderApp(path, {
      arrange: (broker, network) => {
        const alarm = {
          name: 'resource/<i>:1',
          node: one,
          message: 'a\u202Eb',
          activate_at: '2026-11-21T08:41:41.758+00:00',
          duration: 913,
          details: { nested: { a: ['<b>'] }, '': null, clientid: 'dev' },
        }
        const meta = { page: 1, limit: 20, count: 1, hasnext: false }
        network.answer(/\/alarms$/, () => Response.json({ data: [{ ...alarm }], meta }))
        expect(broker.context.alarms.active()).toEqual([])
      },
    })
    await user.click(await screen.findByRole('button', { name: /^Explain resource\/<i>:1/ }))
    const drawer = within(await screen.findByRole('dialog'))
    expect(drawer.getByText(/"<b>"/)).toBeDefined()
    expect(drawer.getByText('3 details')).toBeDefined()
    expect(document.body.textContent).not.toContain('\u202E')
  })

  it('says in words why a resource is down where the broker gives a term', async () => {
    const said = 'resource down: #{error => <<"econnrefused">>}'
    const { screen, user } = await renderApp(path, {
      arrange: (_broker, network) => {
        const alarm = {
          name: 'connector:http:x',
          node: one,
          message: said,
          duration: 913,
          details: {},
          activate_at: '2026-11-21T08:41:41.758+00:00',
        }
        const meta = { page: 1, limit: 20, count: 1, hasnext: false }
        network.answer(/\/alarms$/, () => Response.json({ data: [alarm], meta }))
      },
    })
    const row = within((await screen.findByText('connector:http:x')).closest('tr') ?? document.body)
    const words = 'Nothing accepts connections at this address and port.'
    expect(await row.findByText(words)).toBeDefined()
    expect(row.queryByText(/econnrefused/)).toBeNull()
    await user.click(row.getByRole('button', { name: /^Explain/ }))
    const drawer = within(await screen.findByRole('dialog'))
    expect(await drawer.findByText(words)).toBeDefined()
    expect(drawer.getByText(said)).toBeDefined()
  })

  it('leads from slow rules to the rule', async () => {
    const { screen, user, path: place } = await renderApp(path, { arrange: greedy })
    const row = within((await screen.findByText('rule_time_limit')).closest('tr') ?? document.body)
    for (const text of ['Slow rules skipped', 'Warning']) row.getByText(text)
    await user.click(row.getByRole('button', { name: /^Explain rule_time_limit/ }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Slow rules skipped' }))
    expect(drawer.getByText(/take too much time/)).toBeDefined()
    await user.click(drawer.getByRole('link', { name: 'greedy' }))
    await waitFor(() => expect(place()).toBe('/rule/rules/greedy'))
    expect(await screen.findByRole('heading', { name: 'greedy' })).toBeDefined()
  })

  it('names the rules that feed each other, also in Chinese', async () => {
    const { screen, user } = await renderApp(path, { locale: 'zh', arrange: echoing })
    await user.click(await screen.findByRole('button', { name: /rule_republish_limit$/ }))
    const drawer = within(await screen.findByRole('dialog', { name: '消息重发布达到上限' }))
    expect(drawer.getByText('严重')).toBeDefined()
    expect(drawer.getByText('["there","back"]')).toBeDefined()
    for (const id of ['there', 'back'])
      expect(drawer.getByRole('link', { name: id }).getAttribute('href')).toBe(`/rule/rules/${id}`)
  })

  it('follows no rule ids that are none', async () => {
    const { screen, user } = await renderApp(path, {
      arrange: (_broker, network) => {
        const rules = [
          '../x',
          7,
          '',
          { id: 'x' },
          '../x',
          ...Array.from({ length: 500 }, (_, at) => `r${at}`),
        ]
        const alarm = {
          name: 'rule_backlog_limit',
          node: one,
          message: 'm',
          details: { rules },
          activate_at: '2026-11-21T08:41:41.758+00:00',
          duration: 913,
        }
        const meta = { page: 1, limit: 20, count: 1, hasnext: false }
        network.answer(/\/alarms$/, () => Response.json({ data: [alarm], meta }))
      },
    })
    await user.click(await screen.findByRole('button', { name: /^Explain rule_backlog_limit/ }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Rules lose events' }))
    const links = drawer.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(links[0]).toBe('/rule/rules/..%2Fx')
    expect(links.filter((link) => link?.startsWith('/rule/rules/'))).toHaveLength(50)
  })

  it('deactivates one by hand after asking', async () => {
    const app = await renderApp(path, { arrange: busy })
    await app.user.click(await deactivation(app, 'high_cpu_usage'))
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Deactivate high_cpu_usage?' }))
    expect(dialog.getByText(/returns at the next check/)).toBeDefined()
    await app.user.click(dialog.getByRole('button', { name: 'Deactivate' }))
    expect(await app.screen.findByText('The alarm is deactivated')).toBeDefined()
    await waitFor(() => expect(app.screen.queryByText('high_cpu_usage')).toBeNull())
    expect(app.broker.context.alarms.active().map(({ name }) => name)).toEqual(['storage_failed'])
  })

  it('shows the refusal when the alarm has ended meanwhile', async () => {
    const app = await renderApp(path, { arrange: busy })
    const item = await deactivation(app, 'high_cpu_usage')
    app.broker.context.alarms.checkCpu(10, marks)
    await app.user.click(item)
    const dialog = within(await app.screen.findByRole('dialog'))
    await app.user.click(dialog.getByRole('button', { name: 'Deactivate' }))
    expect(await app.screen.findByText('Alarm not found or already deactivated')).toBeDefined()
    await waitFor(() => expect(app.screen.queryByText('high_cpu_usage')).toBeNull())
  })

  it('does not deactivate an alarm of a node that does not answer', async () => {
    const app = await renderApp(path, {
      arrange: async (broker, network) => {
        await busy(broker, network)
        expect(broker.context.alarms.active()).toHaveLength(2)
        await broker.context.cluster.nodes[0]?.stop()
      },
    })
    await app.screen.findByText('high_cpu_usage')
    await waitFor(() => expect(app.network.asked).toContain('GET /api/v5/cluster'))
    const item = await deactivation(app, 'high_cpu_usage')
    await waitFor(() => expect(item.getAttribute('aria-disabled')).toBe('true'))
    expect(item.textContent).toContain(`Only ${one} can end its alarm, and emqx2@127.0.0.2 answers here`)
  })

  it('clears the history after asking, and keeps the tab in the link', async () => {
    const app = await renderApp(path, { arrange: over })
    const { screen, user, broker } = app
    expect(await screen.findByText('No alarm is active')).toBeDefined()
    await user.click(screen.getByRole('tab', { name: 'History' }))
    expect(await screen.findByText('high_cpu_usage')).toBeDefined()
    expect(app.path()).toBe(`${path}?tab=history`)
    await user.click(screen.getByRole('button', { name: 'Clear history…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Clear the history of alarms?' }))
    expect(dialog.getByText(/^One past alarm is deleted on all nodes/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Clear' }))
    expect(await screen.findByText('No past alarms')).toBeDefined()
    expect(broker.context.alarms.past()).toEqual([])
    expect(screen.getByRole('button', { name: 'Clear history…' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('shows a refusal, and says why nothing can be changed', async () => {
    const app = await renderApp(`${path}?tab=history`, {
      config: { readOnly: true },
      arrange: (_broker, network) => {
        const refused = { code: 'INTERNAL_ERROR', message: 'the table is gone' }
        network.answer(/\/alarms$/, () => Response.json(refused, { status: 500 }))
      },
    })
    expect(await app.screen.findByText('the table is gone')).toBeDefined()
    const clear = app.screen.getByRole('button', { name: 'Clear history…' })
    expect(clear.getAttribute('aria-disabled')).toBe('true')
    await app.user.click(app.screen.getByRole('button', { name: 'Alarm settings' }))
    await waitFor(() => expect(app.path()).toBe('/monitoring/alarm-settings'))
  })

  it('speaks Chinese', async () => {
    const { screen, user } = await renderApp(path, { locale: 'zh', arrange: busy })
    expect(await screen.findByRole('heading', { name: '告警' })).toBeDefined()
    await user.click(await screen.findByRole('button', { name: `说明 ${one} 的 high_cpu_usage` }))
    const drawer = within(await screen.findByRole('dialog', { name: 'CPU 使用率高' }))
    expect(drawer.getByText('处理建议')).toBeDefined()
  })
})
