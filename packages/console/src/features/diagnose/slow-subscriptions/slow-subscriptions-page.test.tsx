import { slowSubsRoot } from '@brokerdeck/embedded-broker/config/roots/slow-subs-root.ts'
import { slowSubscriptionsApi } from '@brokerdeck/embedded-broker/diagnose/slow-subscriptions/slow-subscriptions-api.ts'
import { openRaw } from '@brokerdeck/embedded-broker/testing/raw-client.ts'
import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { renderApp } from '#testing/render-app.ts'

const start = Date.UTC(2026, 10, 21, 8)

/** Provides a broker with an adjustable clock, and a client that acknowledges 2702 and 420 milliseconds late. */
function slowClient(enable = true) {
  let time = start
  const arrange = async ({ ask, context: { cluster } }: TestBroker) => {
    await ask('PUT', '/slow_subscriptions/settings', { enable, threshold: '100ms' })
    const raw = openRaw(cluster)
    await raw.connect({ clientId: 'plc/7' })
    raw.send({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'slow/#', qos: 1 }] })
    await raw.next('suback')
    time += 1
    for (const [topic, late] of [
      ['slow/a', 420],
      ['slow/b', 2702],
    ] as const) {
      await ask('POST', '/publish', { topic, payload: 'x', qos: 1 })
      const { messageId = 0 } = await raw.next('publish')
      time += late
      raw.send({ cmd: 'puback', messageId, reasonCode: 0 })
      await raw.ping()
    }
  }
  return { now: () => time, arrange }
}

describe('slow subscriptions', () => {
  it('lists the slowest first, with the rule they are measured by', async () => {
    const { screen } = await renderApp('/slow-sub', slowClient())
    expect(await screen.findByText('2.702 s')).toBeDefined()
    const rows = screen.getAllByRole('row').slice(1)
    expect(rows.map((row) => within(row).getByRole('link', { name: 'plc/7' }).getAttribute('href'))).toEqual([
      '/clients/detail/plc%2F7',
      '/clients/detail/plc%2F7',
    ])
    expect(within(rows[1] ?? document.body).getByText('420 ms')).toBeDefined()
    expect(
      screen.getByText(
        'Deliveries over 100 ms from arrival to acknowledgement; each node keeps its 10 slowest for 5 min',
      ),
    ).toBeDefined()
  })

  it('finds a topic in the list', async () => {
    const { screen } = await renderApp('/slow-sub?like_topic=w%2Fa', slowClient())
    expect(await screen.findByText('420 ms')).toBeDefined()
    expect(screen.queryByText('2.702 s')).toBeNull()
  })

  it('clears the list', async () => {
    const { screen, user, broker } = await renderApp('/slow-sub', slowClient())
    await screen.findByText('2.702 s')
    await user.click(screen.getByRole('button', { name: 'Clear…' }))
    const dialog = within(await screen.findByRole('dialog', { name: /Clear the list/ }))
    await user.click(dialog.getByRole('button', { name: 'Clear' }))
    expect(await screen.findByText('Nobody is slow')).toBeDefined()
    expect(slowSubscriptionsApi.own(broker.context).slowSubscriptions.list()).toEqual([])
  })

  it('explains itself while it is off, and is turned on', async () => {
    const { screen, user, broker } = await renderApp('/slow-sub', slowClient(false))
    expect(await screen.findByText('Slow subscriptions are turned off')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Turn on' }))
    expect(await screen.findByText('Nobody is slow')).toBeDefined()
    expect(broker.context.config.get(slowSubsRoot)).toEqual({
      enable: true,
      threshold: '100ms',
      expire_interval: '300s',
      top_k_num: 10,
      stats_type: 'whole',
    })
  })

  it('offers no change in a read-only console', async () => {
    const { screen } = await renderApp('/slow-sub', { config: { readOnly: true } })
    const button = await screen.findByRole('button', { name: 'Turn on' })
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })

  it('says that the broker does not answer', async () => {
    const { screen } = await renderApp('/slow-sub', { arrange: (_broker, network) => network.cut(true) })
    expect((await screen.findAllByText(/Network Error/)).length).toBeGreaterThan(0)
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/slow-sub', { ...slowClient(), locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '慢订阅' })).toBeDefined()
    expect(await screen.findByText('2.702 秒')).toBeDefined()
  })
})
