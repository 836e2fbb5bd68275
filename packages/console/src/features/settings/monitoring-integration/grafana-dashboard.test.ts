import { createTestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { expect, it, onTestFinished } from 'vitest'
import { parseExposition } from '#lib/exposition.ts'
import { grafanaDashboard } from './grafana-dashboard.ts'

const dashboard = grafanaDashboard()

it('asks only for metrics that the broker exports', async () => {
  const broker = await createTestBroker()
  onTestFinished(() => broker.close())
  const { payload } = await broker.app.inject('/api/v5/prometheus/stats')
  const exported = new Set(parseExposition(payload).map(({ name }) => name))
  const asked = [...new Set(JSON.stringify(dashboard.panels).match(/emqx_\w+/g) ?? [])]
  expect(asked.length).toBeGreaterThan(30)
  expect(asked.filter((name) => !exported.has(name))).toEqual([])
})

it('places panels side by side without overlap', () => {
  const places = dashboard.panels.map((panel) => JSON.parse(JSON.stringify(panel)).gridPos)
  const taken = new Set<string>()
  for (const { x, y, w, h } of places) {
    expect(x + w).toBeLessThanOrEqual(24)
    for (let column = x; column < x + w; column += 1) {
      for (let row = y; row < y + h; row += 1) {
        expect(taken.has(`${column}/${row}`)).toBe(false)
        taken.add(`${column}/${row}`)
      }
    }
  }
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
})
