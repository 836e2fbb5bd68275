import { slowSubsRoot } from '@brokerdeck/embedded-broker/config/roots/slow-subs-root.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

const measuring = {
  arrange: async ({ ask }: TestBroker) => {
    await ask('PUT', '/slow_subscriptions/settings', { enable: true, threshold: '100ms' })
  },
}

describe('settings of slow subscriptions', () => {
  it('are changed, and the list begins to measure another way', async () => {
    const app = await renderApp('/slow-sub/config', measuring)
    const { screen, user, broker } = app
    const rows = await screen.findByRole('textbox', { name: 'Rows of each node' })
    await user.clear(rows)
    await user.type(rows, '50')
    await user.selectOptions(screen.getByRole('combobox', { name: 'What is measured' }), 'Client’s answer')
    expect(await screen.findByText(/cannot be compared/)).toBeDefined()
    const review = within(screen.getByRole('region', { name: 'Review changes' }))
    await user.click(review.getByRole('button', { name: /^Apply \d/ }))
    await waitFor(() =>
      expect(broker.world.config.get(slowSubsRoot)).toMatchObject({ top_k_num: 50, stats_type: 'response' }),
    )
  })

  it('refuses a threshold below 100 ms and more rows than the broker lists', async () => {
    const app = await renderApp('/slow-sub/config', measuring)
    const { screen, user, broker } = app
    const rows = await screen.findByRole('textbox', { name: 'Rows of each node' })
    await user.clear(rows)
    await user.type(rows, '1001')
    const threshold = screen.getByRole('textbox', { name: 'Threshold' })
    await user.clear(threshold)
    await user.type(threshold, '99')
    const review = within(screen.getByRole('region', { name: 'Review changes' }))
    await user.click(review.getByRole('button', { name: /^Apply \d/ }))
    expect((await screen.findAllByText(/The shortest duration is 100ms/)).length).toBeGreaterThan(0)
    expect((await screen.findAllByText(/the number range is 1 - 1000/)).length).toBeGreaterThan(0)
    expect(broker.world.config.get(slowSubsRoot)).toMatchObject({ threshold: '100ms', top_k_num: 10 })
  })

  it('speak Chinese', async () => {
    const { screen } = await renderApp('/slow-sub/config', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '慢订阅设置' })).toBeDefined()
  })
})
