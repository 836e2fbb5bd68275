import { autoSubscribeRoot } from '@brokerdeck/embedded-broker/config/roots/topic-roots.ts'
import { connectClient } from '@brokerdeck/embedded-broker/testing/connect-client.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderOptions, renderApp } from '#testing/render-app.ts'

const topics: NonNullable<RenderOptions['arrange']> = async ({ context }) => {
  await context.config.write(autoSubscribeRoot, { topics: [{ topic: 'c/${clientid}', qos: 1, rh: 2 }] })
}

describe('auto subscribe', () => {
  it('adds a topic that clients are subscribed to from then on', async () => {
    const { screen, user, broker } = await renderApp('/auto-sub')
    expect(await screen.findByText(/without asking for it/)).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Add topic' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add automatic subscription' }))
    await user.type(dialog.getByRole('textbox', { name: 'Topic' }), 'inbox/${{clientid}/#')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'QoS' }), 'QoS 2')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect(await screen.findByText('inbox/${clientid}/#')).toBeDefined()
    expect(broker.context.config.get(autoSubscribeRoot).topics).toEqual([
      { topic: 'inbox/${clientid}/#', qos: 2, nl: 0, rap: 0, rh: 0 },
    ])
    const client = await connectClient(broker.context.cluster, { clientId: 'dev' })
    await waitFor(() =>
      expect(broker.context.cluster.session('dev')?.subscriptions.get('inbox/dev/#')?.qos).toBe(2),
    )
    await client.endAsync()
  })

  it('shows what is set, flags a topic that is there twice, changes and deletes', async () => {
    const { screen, user, broker } = await renderApp('/auto-sub', { arrange: topics })
    expect(await screen.findByText('c/${clientid}')).toBeDefined()
    expect(screen.getByText('Never')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Add topic' }))
    let dialog = within(await screen.findByRole('dialog', { name: 'Add automatic subscription' }))
    await user.type(dialog.getByRole('textbox', { name: 'Topic' }), 'c/${{clientid}')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect((await dialog.findAllByText('This topic is in the list already.')).length).toBeGreaterThan(0)
    await user.clear(dialog.getByRole('textbox', { name: 'Topic' }))
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await user.click(await screen.findByRole('button', { name: 'Actions for c/${clientid}' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    dialog = within(await screen.findByRole('dialog', { name: 'Confirm delete?' }))
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('The topic is deleted')).toBeDefined()
    expect(broker.context.config.get(autoSubscribeRoot).topics).toEqual([])
  })

  it('shows the refusal of the broker when others have filled the list', async () => {
    const { screen, user, broker } = await renderApp('/auto-sub', { arrange: topics })
    await screen.findByText('c/${clientid}')
    await user.click(screen.getByRole('button', { name: 'Add topic' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add automatic subscription' }))
    await user.type(dialog.getByRole('textbox', { name: 'Topic' }), 'one/more')
    const full = Array.from({ length: 20 }, (_, at) => ({ topic: `t/${at}` }))
    await broker.context.config.write(autoSubscribeRoot, { topics: full })
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect((await dialog.findAllByText(/somebody has changed this list/)).length).toBeGreaterThan(0)
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect((await dialog.findAllByText(/Max auto subscribe topic count/)).length).toBeGreaterThan(0)
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/auto-sub', { locale: 'zh', arrange: topics })
    expect(await screen.findByRole('heading', { name: '自动订阅' })).toBeDefined()
    expect(await screen.findByText('不发送')).toBeDefined()
  })
})
