import { gatewayKinds } from '@brokerdeck/contract/extensions/gateways/gateway-settings.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { openGateways } from './testing/open-gateways.ts'

describe('setting up a gateway', () => {
  it('makes settings and first listener at once, and says that anybody can come in', async () => {
    const { screen, user, broker, path } = await openGateways('/gateway/create/coap')
    const review = within(await screen.findByRole('region', { name: 'Review changes' }))
    expect(review.getByText(/lets every client in/)).toBeDefined()
    await user.click(screen.getByRole('switch', { name: /^Connection required/ }))
    await user.click(review.getByRole('button', { name: 'Set up CoAP' }))
    await waitFor(() => expect(path()).toBe('/gateway'))
    expect(await broker.ask('GET', '/gateways/coap')).toMatchObject({
      body: {
        ...{ status: 'running', connection_required: true, heartbeat: '30s' },
        listeners: [{ id: 'coap:udp:default', bind: '5683', max_connections: 1_024_000 }],
      },
    })
  })

  it('keeps what was typed where the broker refuses', async () => {
    const { screen, user, broker } = await openGateways('/gateway/create/gbt32960')
    const review = within(await screen.findByRole('region', { name: 'Review changes' }))
    const bind = screen.getByRole('textbox', { name: /^Bind/ })
    await user.clear(bind)
    await user.type(bind, '7777')
    await user.click(review.getByRole('button', { name: 'Set up GB/T 32960' }))
    expect((await screen.findAllByText(/does not speak gbt32960/)).length).toBeGreaterThan(0)
    expect(screen.getByRole('textbox', { name: /^Bind/ })).toHaveProperty('value', '7777')
    expect(await broker.ask('GET', '/gateways/gbt32960')).toMatchObject({ body: { status: 'unloaded' } })
  })

  it('asks where terminals are authenticated that may not be anonymous', async () => {
    const { screen, user } = await openGateways('/gateway/create/jt808')
    const review = within(await screen.findByRole('region', { name: 'Review changes' }))
    await user.click(screen.getByRole('switch', { name: /^Anonymous/ }))
    await user.click(review.getByRole('button', { name: 'Set up JT/T 808' }))
    expect((await screen.findAllByText(/the broker has to know whom to ask/)).length).toBeGreaterThan(0)
  })

  it('leads to the settings of one that is set up', async () => {
    const { screen } = await openGateways('/gateway/create/stomp')
    expect(await screen.findByRole('link', { name: 'Show its settings' })).toBeDefined()
  })

  it.each(gatewayKinds.filter((kind) => kind !== 'stomp'))('has a form for %s', async (kind) => {
    const { screen } = await openGateways(`/gateway/create/${kind}`)
    expect(await screen.findByRole('textbox', { name: /^Mountpoint/ })).toBeDefined()
    expect(screen.getByRole('textbox', { name: /^Bind/ })).toBeDefined()
  })

  it('says that a gateway is none', async () => {
    const { screen } = await openGateways('/gateway/create/modbus', { locale: 'zh' })
    expect(await screen.findByText('没有这个网关')).toBeDefined()
  })
})
