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
    await user.selectOptions(screen.getByRole('combobox', { name: 'What is measured' }), "Client's answer")
    expect(await screen.findByText(/cannot be compared/)).toBeDefined()
    const review = within(screen.getByRole('region', { name: 'Review changes' }))
    await user.click(review.getByRole('button', { name: /^Apply \d/ }))
    await waitFor(() =>
      expect(broker.context.config.get(slowSubsRoot)).toMatchObject({
        top_k_num: 50,
        stats_type: 'response',
      }),
    )
  })

  it('take what the broker takes, and say what it does not', async () => {
    const app = await renderApp('/slow-sub/config', measuring)
    const { screen, user, broker } = app
    const rows = await screen.findByRole('textbox', { name: 'Rows of each node' })
    const threshold = screen.getByRole('textbox', { name: 'Threshold' })
    const retype = async (box: HTMLElement, text: string) => {
      await user.clear(box)
      await user.type(box, text)
    }
    await retype(threshold, '0')
    await retype(rows, '5000')
    expect(await screen.findByText(/every delivery counts as slow/)).toBeDefined()
    expect(screen.getByText(/lists at most 1,000 rows/)).toBeDefined()
    await retype(threshold, '10')
    await retype(rows, '0')
    const review = within(screen.getByRole('region', { name: 'Review changes' }))
    await user.click(review.getByRole('button', { name: /^Apply \d/ }))
    expect((await screen.findAllByText(/The lowest value is 1/)).length).toBeGreaterThan(0)
    expect(broker.context.config.get(slowSubsRoot)).toMatchObject({ threshold: '100ms', top_k_num: 10 })
    await retype(rows, '1001')
    await user.click(review.getByRole('button', { name: /^Apply \d/ }))
    await waitFor(() =>
      expect(broker.context.config.get(slowSubsRoot)).toMatchObject({ threshold: '10ms', top_k_num: 1001 }),
    )
  })

  it('speak Chinese', async () => {
    const { screen } = await renderApp('/slow-sub/config', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '慢订阅设置' })).toBeDefined()
  })
})
