import { mqttRoot } from '@brokerdeck/embedded-broker/config/roots/mqtt-root.ts'
import { flappingDetectRoot } from '@brokerdeck/embedded-broker/config/roots/zone-roots.ts'
import { openRaw } from '@brokerdeck/embedded-broker/testing/raw-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, renderApp } from '#testing/render-app.ts'

async function apply({ screen, user }: RenderedApp) {
  const review = within(screen.getByRole('region', { name: 'Review changes' }))
  await user.click(review.getByRole('button', { name: /^Apply \d/ }))
}

describe('flapping detection', () => {
  it('is switched on, and bans whoever flaps', async () => {
    const app = await renderApp('/flapping-detect', {
      arrange: async ({ context }) => {
        await context.config.write(mqttRoot, { max_qos_allowed: 1 })
      },
    })
    const { screen, user, broker } = app
    await user.click(await screen.findByRole('switch', { name: /Detection/ }))
    const count = screen.getByRole('textbox', { name: 'Disconnections' })
    await user.clear(count)
    await user.type(count, '2')
    expect(await screen.findByText(/clients that flap are disconnected/)).toBeDefined()
    await apply(app)
    await waitFor(() =>
      expect(broker.context.config.get(flappingDetectRoot)).toEqual({
        enable: true,
        max_count: 2,
        window_time: '1m',
        ban_time: '5m',
      }),
    )
    // The rest of the zone is sent unchanged.
    expect(broker.context.config.get(mqttRoot).max_qos_allowed).toBe(1)
    for (let time = 0; time < 2; time++) {
      const raw = openRaw(broker.context.cluster)
      await raw.connect({ clientId: 'flapper' })
      raw.drop()
      await waitFor(() => expect(broker.context.cluster.session('flapper')).toBeUndefined())
    }
    expect(broker.context.banned.list()).toMatchObject([{ who: 'flapper', by: 'flapping detector' }])
  })

  it('takes back a ban time that is hidden by the same undo', async () => {
    const app = await renderApp('/flapping-detect')
    const { screen, user, broker } = app
    await user.click(await screen.findByRole('switch', { name: /Detection/ }))
    const ban = screen.getByRole('textbox', { name: 'Banned for' })
    await user.clear(ban)
    await user.type(ban, '9')
    await apply(app)
    await waitFor(() => expect(broker.context.config.get(flappingDetectRoot).ban_time).toBe('9m'))
    await user.click(await screen.findByRole('button', { name: 'Undo the last apply' }))
    await apply(app)
    await waitFor(() =>
      expect(broker.context.config.get(flappingDetectRoot)).toMatchObject({ enable: false, ban_time: '5m' }),
    )
  })

  it('asks for a whole number of disconnections', async () => {
    const app = await renderApp('/flapping-detect', {
      arrange: async ({ context }) => {
        await context.config.write(flappingDetectRoot, { enable: true })
      },
    })
    const { screen, user, broker } = app
    const count = await screen.findByRole('textbox', { name: 'Disconnections' })
    await user.clear(count)
    await user.type(count, '1.5')
    await apply(app)
    expect((await screen.findAllByText('Please enter a whole number')).length).toBeGreaterThan(0)
    expect(broker.context.config.get(flappingDetectRoot).max_count).toBe(15)
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/flapping-detect', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '连接抖动检测' })).toBeDefined()
  })
})
