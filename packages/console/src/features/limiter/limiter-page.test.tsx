import { limiterRoot } from '@brokerdeck/embedded-broker/config/roots/broker-roots.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, renderApp } from '#testing/render-app.ts'

async function apply({ screen, user }: RenderedApp) {
  const review = within(screen.getByRole('region', { name: 'Review changes' }))
  await user.click(review.getByRole('button', { name: /^Apply \d/ }))
}

describe('limiter', () => {
  it('shows that nothing is limited, and limits messages', async () => {
    const app = await renderApp('/limiter')
    const { screen, user, broker } = app
    const [, messages] = await screen.findAllByRole('switch', { name: /Unlimited/ })
    if (messages === undefined) throw new Error('no switch for messages')
    await user.click(messages)
    const rate = screen.getByRole('textbox', { name: 'Messages published' })
    await user.clear(rate)
    await user.type(rate, 'fast')
    await apply(app)
    expect(
      (await screen.findAllByText('Please enter a properly formatted rate configuration')).length,
    ).toBeGreaterThan(0)
    await user.clear(rate)
    await user.type(rate, '600/1m')
    await apply(app)
    await waitFor(() =>
      expect(broker.world.cluster.settings.limiter.messages).toEqual({ count: 600, per: 60_000 }),
    )
    expect(broker.world.config.get(limiterRoot)).toEqual({ messages_rate: '600/1m' })
  })

  it('warns of a rate that lets nothing in, and lifts a limit by saying so', async () => {
    const app = await renderApp('/limiter', {
      arrange: async ({ world }) => {
        await world.config.write(limiterRoot, { max_conn_rate: '1000/s' })
      },
    })
    const { screen, user, broker } = app
    const rate = await screen.findByRole('textbox', { name: 'New connections' })
    await user.clear(rate)
    await user.type(rate, '0/s')
    expect(await screen.findByText(/lets nothing in at all/)).toBeDefined()
    const [connections] = screen.getAllByRole('switch', { name: /Unlimited/ })
    if (connections === undefined) throw new Error('no switch for connections')
    await user.click(connections)
    await apply(app)
    await waitFor(() => expect(broker.world.config.get(limiterRoot)).toEqual({ max_conn_rate: 'infinity' }))
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/limiter', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '速率限制' })).toBeDefined()
    expect((await screen.findAllByText('新建连接')).length).toBeGreaterThan(0)
  })
})
