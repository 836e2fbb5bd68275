import { describe, expect, it } from 'vitest'
import { meter } from '#features/extensions/gateways/testing/connected-devices.ts'
import { openGateways } from '#features/extensions/gateways/testing/open-gateways.ts'

const path = '/gateway/detail/coap/client/meter'
const connected = { listens: true, nodes: 1, arrange: meter }

describe('requests to a client of CoAP', () => {
  it('are answered, and kept', async () => {
    const { screen, user } = await openGateways(path, connected)
    expect(await screen.findByText('No requests yet')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Send request' }))
    expect(await screen.findByRole('row', { name: /GET .*2\.05 content \{"kwh": 7\}/ })).toBeDefined()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Method' }), 'DELETE')
    await user.click(screen.getByRole('button', { name: 'Send request' }))
    expect(await screen.findByRole('row', { name: /DELETE .*4\.05 method not allowed/ })).toBeDefined()
    await user.click(screen.getByRole('tab', { name: 'Details' }))
    await user.click(await screen.findByRole('tab', { name: 'Requests' }))
    expect(await screen.findAllByRole('row')).toHaveLength(3)
  })

  it('say that the device is silent, and that it has gone', async () => {
    const { screen, user, broker } = await openGateways(path, connected)
    await user.type(await screen.findByRole('textbox', { name: 'Payload' }), 'nothing')
    const timeout = screen.getByRole('textbox', { name: 'Timeout' })
    await user.clear(timeout)
    await user.type(timeout, '61')
    expect(await screen.findByText('From 1 to 60 s')).toBeDefined()
    await user.clear(timeout)
    await user.type(timeout, '1')
    await user.click(screen.getByRole('button', { name: 'Send request' }))
    expect(
      await screen.findByText('The device did not respond within 1 s.', {}, { timeout: 8000 }),
    ).toBeDefined()
    await broker.ask('DELETE', '/gateways/coap/clients/meter')
    await user.click(screen.getByRole('button', { name: 'Send request' }))
    expect(await screen.findByText('The client is not connected to the CoAP gateway.')).toBeDefined()
  })

  it('are closed in read-only mode, in Chinese as well', async () => {
    const { screen } = await openGateways(path, { ...connected, locale: 'zh', config: { readOnly: true } })
    expect(await screen.findByRole('button', { name: '发送请求' })).toHaveProperty('ariaDisabled', 'true')
  })
})
