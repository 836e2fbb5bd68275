import { limiterRoot } from '@brokerdeck/embedded-broker/config/roots/broker-roots.ts'
import { openRaw } from '@brokerdeck/embedded-broker/testing/raw-client.ts'
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
      expect(broker.context.cluster.settings.limiter.messages).toEqual({ count: 600, per: 60_000 }),
    )
    expect(broker.context.config.get(limiterRoot)).toEqual({ messages_rate: '600/1m' })
  })

  it('says at the field that the broker refuses a rate of 1.5 MB', async () => {
    const app = await renderApp('/limiter')
    const { screen, user, broker } = app
    const [, , bytes] = await screen.findAllByRole('switch', { name: /Unlimited/ })
    if (bytes === undefined) throw new Error('no switch for bytes')
    await user.click(bytes)
    const rate = screen.getByRole('textbox', { name: 'Data received' })
    await user.clear(rate)
    await user.type(rate, '1.5MB/s')
    await apply(app)
    const faults = await screen.findAllByText(/Please enter a properly formatted rate configuration/)
    expect(faults.length).toBeGreaterThan(0)
    expect(broker.context.config.get(limiterRoot)).toEqual({})
  })

  it('warns of a rate that lets nothing in, and lifts a limit by saying so', async () => {
    const app = await renderApp('/limiter', {
      arrange: async ({ context }) => {
        await context.config.write(limiterRoot, { max_conn_rate: '1000/s' })
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
    await waitFor(() => expect(broker.context.config.get(limiterRoot)).toEqual({ max_conn_rate: 'infinity' }))
  })

  it('says who keeps the old rate, and disconnects them as a deed of its own', async () => {
    const app = await renderApp('/limiter', {
      arrange: async ({ context }) => {
        await context.config.write(limiterRoot, { messages_rate: '10/s' })
        for (const clientId of ['plc-1', 'plc-2']) await openRaw(context.cluster).connect({ clientId })
      },
    })
    const { screen, user, broker } = app
    await screen.findByRole('textbox', { name: 'Messages published' })
    const [, messages] = screen.getAllByRole('switch', { name: /Unlimited/ })
    if (messages === undefined) throw new Error('no switch for messages')
    await user.click(messages)
    expect(await screen.findByText(/keep the message and data rates they connected with/)).toBeDefined()
    expect(screen.getByText(/receive nothing more from clients that connected under the limit/)).toBeDefined()
    await apply(app)
    expect(await screen.findByText(/^2 clients connected before the change and keep their old/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Disconnect clients…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Disconnect 2 clients?' }))
    await user.click(dialog.getByRole('button', { name: 'Disconnect' }))
    await waitFor(() => expect(broker.context.cluster.session('plc-1')).toBeUndefined())
    expect(broker.context.cluster.session('plc-2')).toBeUndefined()
    expect(await screen.findAllByText('No client is left from before the change.')).toBeDefined()
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/limiter', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '速率限制' })).toBeDefined()
    expect((await screen.findAllByText('新建连接')).length).toBeGreaterThan(0)
  })
})
