import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, type RenderOptions, renderApp } from '#testing/render-app.ts'

const doors: NonNullable<RenderOptions['arrange']> = async ({ context, ask }) => {
  const door = await connectClient(context.cluster, { clientId: 'door-1' })
  await door.publishAsync('$delayed/600/door/close', 'close', { qos: 1 })
  await ask('POST', '/publish', { topic: '$delayed/3600/firmware', payload: 'x'.repeat(2049) })
}

const waiting = ({ broker }: RenderedApp) =>
  broker.context.cluster.delayed.all().map(({ message }) => message.topic)

describe('delayed messages', () => {
  it('lists what waits, how long, and opens a payload when asked', async () => {
    const { screen, user } = await renderApp('/delayed-pub', { arrange: doors })
    const row = (await screen.findByText('door/close')).closest('tr') ?? document.body
    expect(within(row).getByRole('link', { name: 'door-1' })).toBeDefined()
    expect(within(screen.getByText('firmware').closest('tr') ?? document.body).getByText('API')).toBeDefined()
    expect(within(row).getByText('10 min')).toBeDefined()
    expect(within(row).getByText(/^in (9|10) min$/)).toBeDefined()
    expect(screen.getByText('2 messages wait in the cluster')).toBeDefined()
    await user.click(within(row).getByRole('button', { name: 'View the message of door/close' }))
    const drawer = within(await screen.findByRole('dialog'))
    expect(await drawer.findByText('close')).toBeDefined()
    expect(drawer.getByText('emqx@127.0.0.1')).toBeDefined()
  })

  it('says why there is no payload of more than 2048 bytes', async () => {
    const { screen, user } = await renderApp('/delayed-pub', { arrange: doors })
    await user.click(await screen.findByRole('button', { name: 'View the message of firmware' }))
    expect(await screen.findByText(/no payload of more than 2048 bytes/)).toBeDefined()
  })

  it('deletes one, which then never goes out', async () => {
    const app = await renderApp('/delayed-pub', { arrange: doors })
    const { screen, user } = app
    await user.click(await screen.findByRole('button', { name: 'Actions for door/close' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Confirm delete?' }))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(waiting(app)).toEqual(['firmware']))
    expect(await screen.findByText('1 message waits in the cluster')).toBeDefined()
  })

  it('takes it for done when the message went out meanwhile', async () => {
    const app = await renderApp('/delayed-pub', { arrange: doors })
    const { screen, user, broker } = app
    await user.click(await screen.findByRole('button', { name: 'Actions for door/close' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    const dialog = within(await screen.findByRole('dialog'))
    broker.context.cluster.configure({ delayed: { isEnabled: false, maxMessages: 1 } })
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('1 message deleted')).toBeDefined()
    expect(await screen.findByText('No delayed messages')).toBeDefined()
  })

  it('says how one comes about, and leads to the settings', async () => {
    const { screen, user, path } = await renderApp('/delayed-pub')
    expect(await screen.findByText(/published to \$delayed\/60\/door/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Delay settings' }))
    expect(await screen.findByRole('heading', { name: 'Delayed Publish Settings' })).toBeDefined()
    expect(path()).toBe('/delayed-pub-configuration')
  })

  it('says when nothing is delayed at all', async () => {
    const { screen } = await renderApp('/delayed-pub', {
      arrange: async ({ ask }) => {
        await ask('PUT', '/mqtt/delayed', { enable: false })
      },
    })
    expect(await screen.findByText('Delayed publish is turned off')).toBeDefined()
  })

  it('shows a refusal, and offers no change in a read-only console', async () => {
    const app = await renderApp('/delayed-pub', { arrange: doors, config: { readOnly: true } })
    await app.user.click(await app.screen.findByRole('button', { name: 'Actions for firmware' }))
    const item = await app.screen.findByRole('menuitem', { name: /Delete/ })
    expect(item.getAttribute('aria-disabled')).toBe('true')
    app.network.cut(true)
    await app.user.click(app.screen.getByRole('button', { name: 'Refresh' }))
    expect((await app.screen.findAllByText(/Network Error/)).length).toBeGreaterThan(0)
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/delayed-pub', { locale: 'zh', arrange: doors })
    expect(await screen.findByRole('heading', { name: '延迟发布' })).toBeDefined()
    expect(await screen.findByText('集群中有 2 条消息等待发布')).toBeDefined()
  })
})
