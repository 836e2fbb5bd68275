import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { silentRoom } from '#features/extensions/gateways/testing/connected-devices.ts'
import { connectedStomp, openGateways } from '#features/extensions/gateways/testing/open-gateways.ts'

describe('one gateway', () => {
  it('changes its settings and leaves its listeners alone', async () => {
    const { screen, user, broker } = await openGateways('/gateway/detail/stomp')
    const field = await screen.findByRole('textbox', { name: /^Most headers/ })
    await user.clear(field)
    await user.type(field, '7')
    const review = within(screen.getByRole('region', { name: 'Review changes' }))
    await user.click(review.getByRole('button', { name: /^Apply \d change/ }))
    await waitFor(async () =>
      expect(await broker.ask('GET', '/gateways/stomp')).toMatchObject({
        body: { frame: { max_headers: 7 }, mountpoint: 'st/', listeners: [{ id: 'stomp:tcp:default' }] },
      }),
    )
  })

  it('no longer replaces who its clients are once that is cleared', async () => {
    const { screen, user, broker } = await openGateways('/gateway/detail/stomp', {
      arrange: async ({ ask }) => {
        await ask('PUT', '/gateways/stomp', { clientinfo_override: { clientid: 'one-of-many' } })
      },
    })
    const field = await screen.findByDisplayValue('one-of-many')
    await user.clear(field)
    const review = within(screen.getByRole('region', { name: 'Review changes' }))
    await user.click(review.getByRole('button', { name: /^Apply \d change/ }))
    await waitFor(async () => {
      const { body } = await broker.ask('GET', '/gateways/stomp')
      expect(JSON.stringify(body)).not.toContain('one-of-many')
    })
  })

  it('lists its listeners, and disables one after saying who is disconnected', async () => {
    const { screen, user, broker } = await openGateways('/gateway/detail/stomp?tab=listeners')
    const row = within(await screen.findByRole('row', { name: /default/ }))
    expect(row.getByText('61613')).toBeDefined()
    expect(row.getByText('Running')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Actions for stomp:tcp:default' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Disable…' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('The listener closes. It has no connections now.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Disable listener' }))
    await waitFor(async () =>
      expect(await broker.ask('GET', '/gateways/stomp/listeners/stomp%3Atcp%3Adefault')).toMatchObject({
        body: { enable: false, bind: ':61613', max_connections: 1000 },
      }),
    )
  })

  it('deletes a listener once its ID is typed', async () => {
    const { screen, user, broker } = await openGateways('/gateway/detail/stomp?tab=listeners')
    await user.click(await screen.findByRole('button', { name: 'Actions for stomp:tcp:default' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox'), 'stomp:tcp:default')
    await user.click(dialog.getByRole('button', { name: 'Delete' }))
    await waitFor(async () =>
      expect(await broker.ask('GET', '/gateways/stomp/listeners')).toMatchObject({ body: [] }),
    )
  })

  it('shows who is connected, finds one, and kicks it', async () => {
    const { screen, user, broker } = await openGateways('/gateway/detail/stomp?tab=clients&like_clientid=t', {
      listens: true,
      nodes: 1,
      arrange: connectedStomp,
    })
    expect(await screen.findByRole('link', { name: 'till' })).toBeDefined()
    expect(screen.queryByRole('link', { name: 'lamp' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Actions for till' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Kick…' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Kick' }))
    await waitFor(async () =>
      expect(await broker.ask('GET', '/gateways/stomp/clients')).toMatchObject({
        body: { data: [{ clientid: 'lamp' }] },
      }),
    )
  })

  it('restarts, once it is said who is disconnected', async () => {
    const { screen, user, broker } = await openGateways('/gateway/detail/stomp?tab=clients', {
      listens: true,
      nodes: 1,
      arrange: connectedStomp,
    })
    expect(await screen.findByRole('link', { name: 'till' })).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Reload' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reload STOMP?' }))
    expect(dialog.getByText(/2 clients are disconnected/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Reload' }))
    expect(await screen.findByText('No device is connected to this gateway.')).toBeDefined()
    expect(await broker.ask('GET', '/gateways/stomp')).toMatchObject({ body: { status: 'running' } })
  })

  it('restarts one listener, and says why another does not listen', async () => {
    const { screen, user, broker } = await openGateways('/gateway/detail/coap/listener/coap:dtls:safe', {
      arrange: async ({ ask }) => {
        await ask('PUT', '/gateways/coap', { listeners: [{ type: 'udp', name: 'default', bind: '5683' }] })
        await ask('POST', '/gateways/coap/listeners', { type: 'dtls', name: 'safe', bind: '5684' })
      },
    })
    expect(await screen.findByText(/does not speak DTLS/)).toBeDefined()
    expect(screen.getByRole('button', { name: 'Reload' }).getAttribute('aria-disabled')).toBe('true')
    await user.click(screen.getByRole('link', { name: 'CoAP' }))
    await user.click(await screen.findByRole('button', { name: 'Actions for coap:udp:default' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Reload…' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reload coap:udp:default?' }))
    await user.click(dialog.getByRole('button', { name: 'Reload' }))
    expect(await screen.findByText('coap:udp:default was reloaded.')).toBeDefined()
    expect(await broker.ask('GET', '/gateways/coap/listeners/coap%3Audp%3Adefault')).toMatchObject({
      body: { enable: true, running: true },
    })
  })

  it.each([
    ['clientid=till', 'till'],
    ['username=bob', 'lamp'],
    ['like_username=am', 'till'],
    ['ip_address=127.0.0.1&like_clientid=lam', 'lamp'],
    ['node=emqx@127.0.0.1&clientid=lamp', 'lamp'],
    ['conn_state=connected&clientid=till', 'till'],
    ['proto_ver=1.2&clientid=till', 'till'],
    ['clean_start=true&clientid=till', 'till'],
    ['gte_connected_at=2020-01-01T00:00:00Z&lte_created_at=2100-01-01T00:00:00Z&clientid=till', 'till'],
  ])('finds a client by %s', async (query, found) => {
    const { screen } = await openGateways(`/gateway/detail/stomp?tab=clients&${query}`, {
      listens: true,
      nodes: 1,
      arrange: connectedStomp,
    })
    expect(await screen.findByRole('link', { name: found })).toBeDefined()
    expect(screen.queryByRole('link', { name: found === 'till' ? 'lamp' : 'till' })).toBeNull()
  })

  it.each([
    ['username=cold-room', true],
    ['like_username=old', true],
    ['username=cold', false],
  ])('finds devices of LwM2M by %s', async (query, isFound) => {
    const { screen } = await openGateways(`/gateway/detail/lwm2m?tab=clients&${query}`, {
      listens: true,
      nodes: 1,
      arrange: silentRoom,
    })
    expect(await screen.findByText(/^Username/)).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('link', { name: 'cold-room' }) !== null).toBe(isFound))
  })

  it('kicks many at once', async () => {
    const { screen, user, broker } = await openGateways('/gateway/detail/stomp?tab=clients', {
      listens: true,
      nodes: 1,
      arrange: connectedStomp,
    })
    await user.click(await screen.findByRole('checkbox', { name: 'Select till' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select lamp' }))
    const chosen = within(screen.getByRole('toolbar', { name: 'Selection' }))
    await user.click(chosen.getByRole('button', { name: /^Kick/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Kick 2 clients?' }))
    await user.click(dialog.getByRole('button', { name: 'Kick' }))
    expect(await screen.findByText('No device is connected to this gateway.')).toBeDefined()
    expect(await broker.ask('GET', '/gateways/stomp/clients')).toMatchObject({ body: { data: [] } })
  })

  it('says that it is not set up, and that a name is none', async () => {
    const { screen } = await openGateways('/gateway/detail/coap')
    expect(await screen.findByText(/The gateway is not set up yet/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Set up CoAP' })).toBeDefined()
    expect(screen.queryByRole('tab')).toBeNull()
  })

  it('speaks Chinese', async () => {
    const { screen } = await openGateways('/gateway/detail/stomp', { locale: 'zh' })
    expect(await screen.findByRole('tab', { name: '客户端' })).toBeDefined()
    expect(await screen.findByText('最大头部数量')).toBeDefined()
  })
})
