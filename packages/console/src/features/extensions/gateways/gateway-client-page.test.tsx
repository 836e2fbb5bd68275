import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { connectedStomp, openGateways } from '#features/extensions/gateways/testing/open-gateways.ts'

const connected = { listens: true, nodes: 1, arrange: connectedStomp }

describe('one client of a gateway', () => {
  it('is subscribed to something, and unsubscribed again', async () => {
    const { screen, user, broker } = await openGateways('/gateway/detail/stomp/client/till', connected)
    expect(await screen.findByText('No subscriptions')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Add subscription' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: /^Topic/ }), 'orders/#')
    await user.type(dialog.getByRole('textbox', { name: /^Subscription ID/ }), 's1')
    await user.click(dialog.getByRole('button', { name: 'Add subscription' }))
    await waitFor(async () =>
      expect(await broker.ask('GET', '/gateways/stomp/clients/till/subscriptions')).toMatchObject({
        body: [{ topic: 'orders/#', sub_props: { subid: 's1' } }],
      }),
    )
    await user.click(await screen.findByRole('button', { name: 'Actions for orders/#' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Unsubscribe…' }))
    const question = within(await screen.findByRole('dialog'))
    await user.click(question.getByRole('button', { name: 'Unsubscribe' }))
    await waitFor(async () =>
      expect(await broker.ask('GET', '/gateways/stomp/clients/till/subscriptions')).toMatchObject({
        body: [],
      }),
    )
  })

  it('shows what it is', async () => {
    const { screen } = await openGateways('/gateway/detail/stomp/client/till?tab=details', connected)
    expect(await screen.findByText('STOMP 1.2')).toBeDefined()
    expect(screen.getByText('emqx@127.0.0.1')).toBeDefined()
    expect(screen.getByText('Awaiting PUBREL')).toBeDefined()
    expect(screen.getAllByText('0 / Unlimited').length).toBeGreaterThan(2)
  })

  it('says that nobody is there', async () => {
    const { screen } = await openGateways('/gateway/detail/stomp/client/none', { locale: 'zh' })
    expect(await screen.findByText('该客户端没有连接')).toBeDefined()
  })
})
