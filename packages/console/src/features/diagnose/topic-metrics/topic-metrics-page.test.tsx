import { topicMetricsApi } from '@brokerdeck/embedded-broker/diagnose/topic-metrics/topic-metrics-api.ts'
import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const traffic: NonNullable<RenderOptions['arrange']> = async ({ ask, context }) => {
  for (const topic of ['plant/a', 'plant/b']) await ask('POST', '/mqtt/topic_metrics', { topic })
  const screen = await connectClient(context.cluster, { clientId: 'screen-1' })
  await screen.subscribeAsync('plant/#', { qos: 1 })
  const press = await connectClient(context.cluster, { clientId: 'press-1' })
  for (const qos of [0, 1, 1] as const) await press.publishAsync('plant/a', 'x', { qos })
  await screen.unsubscribeAsync('plant/#')
  await press.publishAsync('plant/b', 'x', { qos: 1 })
}

const counted = ({ broker }: RenderedApp) =>
  topicMetricsApi
    .own(broker.context)
    .topicMetrics.list()
    .map(({ topic, figures }) => [topic, figures.get('in')?.count])

async function rowOf({ screen }: RenderedApp, topic: string) {
  return within((await screen.findByText(topic)).closest('tr') ?? document.body)
}

async function choose(app: RenderedApp, topic: string, action: string) {
  await app.user.click(await app.screen.findByRole('button', { name: `Actions for ${topic}` }))
  await app.user.click(await app.screen.findByRole('menuitem', { name: action }))
  return within(await app.screen.findByRole('dialog'))
}

describe('topic metrics', () => {
  it('lists what came in, went out and found nobody', async () => {
    const app = await renderApp('/topic-metrics', { arrange: traffic })
    const cells = (await rowOf(app, 'plant/a')).getAllByRole('cell').map(({ textContent }) => textContent)
    expect(cells).toEqual(expect.arrayContaining(['3', '0']))
    const lost = (await rowOf(app, 'plant/b')).getAllByRole('cell').map(({ textContent }) => textContent)
    expect(lost.filter((text) => text === '1')).toHaveLength(2)
    expect(app.screen.getByText('2 of at most 512 topics counted, sums over the cluster')).toBeDefined()
  })

  it('shows one topic by QoS, with its rates drawn', async () => {
    const app = await renderApp('/topic-metrics', { arrange: traffic })
    await app.user.click(await app.screen.findByRole('button', { name: 'View the metrics of plant/a' }))
    const drawer = within(await app.screen.findByRole('dialog', { name: 'plant/a' }))
    const strip = within(await drawer.findByRole('region', { name: 'Counting' }))
    expect(strip.getAllByText('3')).toHaveLength(2)
    expect(drawer.getByRole('region', { name: /^Messages/ })).toBeDefined()
    expect(drawer.getByText('Not told by the broker')).toBeDefined()
    await app.user.click(drawer.getByRole('button', { name: '1' }))
    expect(strip.getAllByText('2')).toHaveLength(2)
    expect(strip.getByText('Not split by QoS')).toBeDefined()
  })

  it('adds several topics at once, and says at the field which cannot be', async () => {
    const app = await renderApp('/topic-metrics')
    const { screen, user } = app
    expect(await screen.findByText('No topic is counted')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Add topics…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Count topics' }))
    const box = dialog.getByRole('textbox', { name: /Topics/ })
    await user.click(box)
    await user.paste('line/1\nline/#')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect((await dialog.findAllByText(/line\/#: Only single topics/)).length).toBeGreaterThan(0)
    expect(counted(app)).toEqual([])
    await user.clear(box)
    await user.paste('line/1\nline/ü 2')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect(await screen.findByText('2 topics are counted from now on')).toBeDefined()
    expect(counted(app).map(([topic]) => topic)).toEqual(['line/ü 2', 'line/1'])
    expect(await screen.findByText('line/ü 2')).toBeDefined()
  })

  it('keeps what was added before a refusal, and goes on with the rest', async () => {
    const app = await renderApp('/topic-metrics')
    const { broker, screen, user } = app
    await screen.findByText('No topic is counted')
    await user.click(screen.getByRole('button', { name: 'Add topics…' }))
    const dialog = within(await screen.findByRole('dialog'))
    // Another user adds the second topic first.
    await broker.ask('POST', '/mqtt/topic_metrics', { topic: 'b' })
    await user.click(dialog.getByRole('textbox', { name: /Topics/ }))
    await user.paste('a\nb\nc')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect((await dialog.findAllByText(/1 of 3 topics were added/)).length).toBeGreaterThan(0)
    expect(counted(app).map(([topic]) => topic)).toEqual(['b', 'a'])
    await broker.ask('DELETE', '/mqtt/topic_metrics/b')
    await user.type(dialog.getByRole('textbox', { name: /Topics/ }), '{Enter}')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(counted(app).map(([topic]) => topic)).toEqual(['c', 'b', 'a']))
  })

  it('resets one topic, or all', async () => {
    const app = await renderApp('/topic-metrics', { arrange: traffic })
    const one = await choose(app, 'plant/a', 'Reset…')
    await app.user.click(one.getByRole('button', { name: 'Reset' }))
    await waitFor(() =>
      expect(counted(app)).toEqual([
        ['plant/b', 1],
        ['plant/a', 0],
      ]),
    )
    expect(await app.screen.findByText('Reset successfully')).toBeDefined()
    await app.user.click(app.screen.getByRole('button', { name: 'Reset all…' }))
    const all = within(await app.screen.findByRole('dialog', { name: /all topics/ }))
    await app.user.click(all.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(counted(app).map(([, count]) => count)).toEqual([0, 0]))
  })

  it('deletes those that are chosen', async () => {
    const app = await renderApp('/topic-metrics', { arrange: traffic })
    await app.user.click((await rowOf(app, 'plant/a')).getByRole('checkbox'))
    await app.user.click((await rowOf(app, 'plant/b')).getByRole('checkbox'))
    await app.user.click(app.screen.getByRole('button', { name: 'Delete…' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Stop counting 2 topics?' }))
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(counted(app)).toEqual([]))
    expect(await app.screen.findByText('No topic is counted')).toBeDefined()
  })

  it('deletes the one that is looked at: neither its metrics nor a choice of it stay', async () => {
    const app = await renderApp('/topic-metrics', { arrange: traffic })
    await app.user.click((await rowOf(app, 'plant/a')).getByRole('checkbox'))
    expect(app.screen.getByRole('toolbar', { name: 'Selection' }).textContent).toContain('1')
    await app.user.click(app.screen.getByRole('button', { name: 'View the metrics of plant/a' }))
    const drawer = within(await app.screen.findByRole('dialog', { name: 'plant/a' }))
    await app.user.click(await drawer.findByRole('button', { name: 'Delete' }))
    const dialog = within(await app.screen.findByRole('dialog', { name: 'Stop counting plant/a?' }))
    await app.user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(counted(app).map(([topic]) => topic)).toEqual(['plant/b']))
    await waitFor(() => expect(app.screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(app.screen.queryByText('plant/a')).toBeNull())
    expect(app.screen.queryByRole('button', { name: 'Delete…' })).toBeNull()
  })

  it('opens a topic that a link names if it is counted', async () => {
    const app = await renderApp('/topic-metrics?topic=plant%2Fa', { arrange: traffic })
    expect(await app.screen.findByText('plant/a is counted already')).toBeDefined()
    expect(await app.screen.findByRole('dialog', { name: 'plant/a' })).toBeDefined()
    expect(app.path()).toBe('/topic-metrics')
  })

  it('offers to add one that comes from the topics', async () => {
    const app = await renderApp('/subscriptions/topics', {
      arrange: async ({ context }) => {
        const client = await connectClient(context.cluster, { clientId: 'worker-1' })
        await client.subscribeAsync(['$share/jobs/tasks/1', 'alarms/+'])
      },
    })
    const { screen, user } = app
    await user.click(await screen.findByRole('button', { name: /Actions for .*alarms/ }))
    const off = await screen.findByRole('menuitem', { name: /Count messages/ })
    expect(off.getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: /Actions for .*tasks/ }))
    await user.click(await screen.findByRole('menuitem', { name: 'Count messages…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Count topics' }))
    expect(dialog.getByRole('textbox', { name: /Topics/ })).toHaveProperty('value', 'tasks/1')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await waitFor(() => expect(counted(app)).toEqual([['tasks/1', 0]]))
  })

  it('says that this broker has no topic metrics', async () => {
    const { screen } = await renderApp('/topic-metrics', {
      arrange: (_broker, network) =>
        network.answer(/topic_metrics$/, () => {
          const body = JSON.stringify({ code: 'NOT_FOUND', message: 'Request path not found' })
          return new Response(body, { status: 404, headers: { 'content-type': 'application/json' } })
        }),
    })
    expect((await screen.findAllByText(/[Nn]ot offered/)).length).toBeGreaterThan(0)
  })

  it('shows a refusal, and offers no change in a read-only console', async () => {
    const app = await renderApp('/topic-metrics', { arrange: traffic, config: { readOnly: true } })
    await rowOf(app, 'plant/a')
    for (const name of ['Add topics…', 'Reset all…']) {
      expect(app.screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
    }
    app.network.cut(true)
    await app.user.click(app.screen.getByRole('button', { name: 'Refresh' }))
    expect((await app.screen.findAllByText(/Network Error/)).length).toBeGreaterThan(0)
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/topic-metrics', { locale: 'zh', arrange: traffic })
    expect(await screen.findByRole('heading', { name: '主题监控' })).toBeDefined()
    expect(await screen.findByText('已统计 2 个主题（上限 512 个），数值为集群合计')).toBeDefined()
  })
})
