import { changeSettings } from '@brokerdeck/embedded-broker/testing/change-settings.ts'
import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const meters: NonNullable<RenderOptions['arrange']> = async ({ context }) => {
  const meter = await connectClient(context.cluster, { clientId: 'meter-1' })
  for (const topic of ['hall/1/t', 'hall/2/t', 'yard']) {
    await meter.publishAsync(topic, '{"t":21.5}', { qos: 1, retain: true })
  }
}

const topics = ({ broker }: RenderedApp) => broker.context.cluster.retained('#').map(({ topic }) => topic)

describe('retained messages', () => {
  it('lists them, those that the broker makes marked, and opens a payload when asked', async () => {
    const { screen, user } = await renderApp('/retained', { arrange: meters })
    expect((await screen.findAllByRole('link', { name: 'meter-1' })).length).toBe(3)
    expect(screen.getByText(/^\d+ messages in the cluster$/)).toBeDefined()
    const system = within(screen.getByText('$SYS/brokers').closest('tr') ?? document.body)
    expect(system.getByText('made by the broker')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'View the message of hall/1/t' }))
    const drawer = within(await screen.findByRole('dialog'))
    expect(await drawer.findByRole('treeitem', { name: /^t: ?21\.5$/ })).toBeDefined()
  })

  it('says why there is no payload of more than 1 MiB', async () => {
    const { screen, user } = await renderApp('/retained?topic=firmware', {
      arrange: async ({ context }) => {
        changeSettings(context.cluster, { retainer: { maxPayload: 2_000_000 } })
        const message = { topic: 'firmware', payload: Buffer.alloc(1_048_577), qos: 0, retain: true } as const
        await context.cluster.publish(message)
      },
    })
    await user.click(await screen.findByRole('button', { name: 'View the message of firmware' }))
    expect(await screen.findByText(/no payload of more than 1 MiB/)).toBeDefined()
  })

  it('says when a message has gone since it was listed', async () => {
    const { screen, user, broker } = await renderApp('/retained?topic=yard', { arrange: meters })
    const view = await screen.findByRole('button', { name: 'View the message of yard' })
    await broker.context.cluster.dropRetained(broker.context.cluster.retained('yard'))
    await user.click(view)
    expect(await screen.findByText('The message is not there any more')).toBeDefined()
  })

  it('deletes one', async () => {
    const app = await renderApp('/retained?topic=yard', { arrange: meters })
    const { screen, user } = app
    await user.click(await screen.findByRole('button', { name: 'Actions for yard' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm delete?' }))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(topics(app)).toEqual(['hall/1/t', 'hall/2/t']))
    expect(await screen.findByText('No retained message matches')).toBeDefined()
  })

  it('counts what a filter covers before it deletes all of it', async () => {
    const app = await renderApp('/retained?topic=hall/%23&limit=20', { arrange: meters })
    const { screen, user } = app
    await screen.findByText('hall/2/t')
    expect(screen.queryByText('yard')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Delete all that match…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Delete 2 messages?' }))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(topics(app)).toEqual(['yard']))
    expect(await screen.findByText('2 messages deleted')).toBeDefined()
  })

  it('clears all after the question of the specification', async () => {
    const { screen, user, broker } = await renderApp('/retained', { arrange: meters })
    await screen.findByText('yard')
    await user.click(screen.getByRole('button', { name: 'Clear all…' }))
    const title = 'Confirm to clear all retained messages?'
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await dialog.findByText(new RegExp(`^${broker.context.cluster.retained().length} messages are deleted`))
    expect(dialog.getByRole('button', { name: 'Clear all' }).getAttribute('aria-disabled')).toBe('true')
    await user.type(dialog.getByRole('textbox'), 'clear')
    await user.click(dialog.getByRole('button', { name: 'Clear all' }))
    await waitFor(() => expect(broker.context.cluster.retained()).toEqual([]))
    expect(await screen.findByText('No retained messages')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Clear all…' }).getAttribute('aria-disabled')).toBe('true')
  })

  it('asks at once, and waits with clearing until it is known how much that is', async () => {
    const app = await renderApp('/retained', { arrange: meters })
    const { screen, user, broker, network } = app
    await screen.findByText('yard')
    const arrive = network.hold(/\/messages\?page=1&limit=1$/)
    await user.click(screen.getByRole('button', { name: 'Clear all…' }))
    const title = 'Confirm to clear all retained messages?'
    const dialog = within(await screen.findByRole('dialog', { name: title }))
    await dialog.findByText('Asking the broker what it would do …')
    await user.type(dialog.getByRole('textbox'), 'clear')
    await user.click(dialog.getByRole('button', { name: 'Clear all' }))
    await broker.ask('POST', '/publish', { topic: 'late', payload: 'x', retain: true })
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    arrive()
    expect(topics(app)).toContain('late')
    await user.click(screen.getByRole('button', { name: 'Clear all…' }))
    const now = broker.context.cluster.retained().length
    await screen.findByText(new RegExp(`^${now} messages are deleted`))
  })

  it('explains a filter that is none, and a retainer that is off', async () => {
    const { screen, user, path } = await renderApp('/retained?topic=a/%23/b', {
      arrange: async ({ context, ask }) => {
        await ask('PUT', '/mqtt/retainer', { enable: false })
        expect(context.cluster.retained()).toEqual([])
      },
    })
    expect(await screen.findByText('Retained messages are turned off')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Enable' }))
    await waitFor(() => expect(path()).toBe('/mqtt/retainer'))
  })

  it('shows a refusal', async () => {
    const app = await renderApp('/retained', { arrange: meters, config: { readOnly: true } })
    await app.screen.findByText('yard')
    expect(app.screen.getByRole('button', { name: 'Clear all…' }).getAttribute('aria-disabled')).toBe('true')
    app.network.cut(true)
    await app.user.click(app.screen.getByRole('button', { name: 'Refresh' }))
    expect((await app.screen.findAllByText(/Network Error/)).length).toBeGreaterThan(0)
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/retained?topic=a/%23/b', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '保留消息' })).toBeDefined()
    expect(await screen.findByText('# 只能用作最后一层')).toBeDefined()
  })
})
