import { deflateSync, gzipSync } from 'node:zlib'
import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { cluster, connect, subscribe } from '#features/diagnose/test-client/testing/drive-test-client.ts'
import { type RenderedApp, renderApp } from '#testing/render-app.ts'

async function openSubscribed() {
  const app = await renderApp('/websocket')
  await connect(app)
  await subscribe(app, 'plant/#')
  await app.screen.findByText('QoS 0')
  return app
}

async function publish(app: RenderedApp, topic: string, ...payloads: readonly (string | Buffer)[]) {
  for (const payload of payloads)
    await cluster(app).publish({ topic, payload: Buffer.from(payload), qos: 0, retain: false })
}

const openChart = async ({ screen, user }: RenderedApp) => {
  await user.click(screen.getByRole('button', { name: 'Chart' }))
  return within(await screen.findByRole('region', { name: 'Chart' }))
}

describe('the chart of the test client', () => {
  it('draws the topic of the latest number, then another one and another path', async () => {
    const app = await openSubscribed()
    const { screen, user } = app
    await publish(app, 'plant/door', 'OPEN', 'CLOSED')
    await publish(app, 'plant/air', '{"note":"dry","hum":"40 %","temp":"21.5"}')
    await publish(app, 'plant/log', 'started')
    await screen.findByRole('button', { name: 'Received 4' })
    const chart = await openChart(app)
    const topics = await chart.findByRole('combobox', { name: 'Topic' })
    const metrics = await chart.findByRole('combobox', { name: 'Metric' })
    expect(topics).toHaveProperty('value', 'plant/air')
    expect(
      within(metrics)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['$.temp', '$.hum'])
    expect(await chart.findByText(/^1 value in the latest messages/)).toBeDefined()
    await user.click(chart.getByRole('button', { name: /as a table|figures/i }))
    expect(await chart.findByRole('cell', { name: '21.5' })).toBeDefined()
    await user.selectOptions(metrics, '$.hum')
    expect(await chart.findByRole('cell', { name: '40' })).toBeDefined()

    await user.selectOptions(topics, 'plant/door')
    expect(await chart.findByText(/^2 values in the latest messages/)).toBeDefined()
    expect(chart.getByRole('combobox', { name: 'Metric' })).toHaveProperty('value', '[]')
    await publish(app, 'plant/door', 'ON')
    expect(await chart.findByText(/^3 values in the latest messages/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Chart' }))
    expect(screen.queryByRole('region', { name: 'Chart' })).toBeNull()
  })

  it('draws what is packed, says where there is no number, and where there are no messages', async () => {
    const app = await openSubscribed()
    const { screen, user } = app
    await publish(app, 'plant/log', 'started')
    await screen.findByText('started')
    const chart = await openChart(app)
    expect(await chart.findByText('No metrics')).toBeDefined()
    await publish(app, 'plant/meter', gzipSync('{"t":21.5}'), deflateSync('{"t":22}'))
    expect(await chart.findByText(/^2 values in the latest messages/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(await chart.findByText('Nothing to draw yet')).toBeDefined()
  })

  it('draws what is published, and offers what matches the topic filter', async () => {
    const app = await openSubscribed()
    const { screen, user } = app
    await publish(app, 'plant/a/1', '1')
    await publish(app, 'plant/b/1', '2')
    await screen.findByRole('button', { name: 'Received 2' })
    const chart = await openChart(app)
    expect(await chart.findByText('2 topics in the list')).toBeDefined()
    await user.type(screen.getByRole('textbox', { name: 'Topic filter' }), 'plant/a/#')
    expect(await chart.findByText('1 topic in the list')).toBeDefined()
    expect(chart.getByRole('combobox', { name: 'Topic' })).toHaveProperty('value', 'plant/a/1')
    await user.clear(screen.getByRole('textbox', { name: 'Topic filter' }))
    await user.click(screen.getByRole('button', { name: 'Published 0' }))
    expect(await chart.findByText('Nothing to draw yet')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Publish' }))
    expect(await chart.findByText('No metrics')).toBeDefined()
  })

  it('draws a value of an opened message', async () => {
    const app = await openSubscribed()
    const { screen, user } = app
    await publish(app, 'plant/air', '{"hum":40,"temp":21.5}')
    await user.click(await screen.findByRole('button', { name: 'Open the message of plant/air' }))
    await user.click(await screen.findByRole('treeitem', { name: /^temp/ }))
    await user.click(screen.getByRole('button', { name: 'Draw as chart' }))
    const chart = within(await screen.findByRole('region', { name: 'Chart' }))
    expect(await chart.findByRole('combobox', { name: 'Metric' })).toHaveProperty('value', '["temp"]')
    expect(chart.getByRole('combobox', { name: 'Topic' })).toHaveProperty('value', 'plant/air')
  })

  it('speaks Chinese', async () => {
    const app = await renderApp('/websocket', { locale: 'zh' })
    await app.user.click(await app.screen.findByRole('button', { name: '图表' }))
    const chart = within(await app.screen.findByRole('region', { name: '图表' }))
    expect(await chart.findByText('暂无可绘制的内容')).toBeDefined()
  })
})
