import { selfSigned } from '@brokerdeck/embedded-broker/certificates/self-signed.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { openGateways } from '#features/extensions/gateways/testing/open-gateways.ts'

describe('another listener of a gateway', () => {
  it('is created with the type it can have, and refuses a name that is taken', async () => {
    const { screen, user, broker, path } = await openGateways('/gateway/detail/stomp/listener-create')
    const review = within(await screen.findByRole('region', { name: 'Review changes' }))
    const options = within(screen.getByRole('combobox', { name: /^Type/ })).getAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['TCP (tcp)', 'TLS (ssl)'])
    const create = () => user.click(review.getByRole('button', { name: 'Create gateway listener' }))
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'default')
    await user.type(screen.getByRole('textbox', { name: /^Bind/ }), '61614')
    await create()
    expect((await screen.findAllByText(/listener of this type and name already/)).length).toBeGreaterThan(0)
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), '-2')
    await create()
    await waitFor(() => expect(path()).toBe('/gateway/detail/stomp?tab=listeners'))
    expect(await broker.ask('GET', '/gateways/stomp/listeners/stomp%3Atcp%3Adefault-2')).toMatchObject({
      body: { bind: ':61614', enable: true, enable_authn: true, max_conn_rate: 1000 },
    })
  })

  it('reads the certificate of one with TLS before it is sent', async () => {
    const { screen, user, broker, path } = await openGateways('/gateway/detail/stomp/listener-create')
    const review = within(await screen.findByRole('region', { name: 'Review changes' }))
    const { cert, key } = selfSigned('plant.example', ['plant.example'], [], Date.now())
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'safe')
    await user.type(screen.getByRole('textbox', { name: /^Bind/ }), '61618')
    await user.selectOptions(screen.getByRole('combobox', { name: /^Type/ }), 'TLS (ssl)')
    await user.click(await screen.findByRole('textbox', { name: /^Certificate/ }))
    await user.paste(cert)
    await user.click(screen.getByRole('textbox', { name: /^Private key/ }))
    await user.paste(key)
    expect(await screen.findByText(/CN=plant\.example/)).toBeDefined()
    expect(review.queryByText(/PRIVATE KEY/)).toBeNull()
    await user.click(review.getByRole('button', { name: 'Create gateway listener' }))
    await waitFor(() => expect(path()).toBe('/gateway/detail/stomp?tab=listeners'))
    expect(await broker.ask('GET', '/gateways/stomp/listeners/stomp%3Assl%3Asafe')).toMatchObject({
      body: { ssl_options: { certfile: expect.stringMatching(/cert/) }, running: true },
    })
  })

  it('speaks Chinese, and says that a gateway is none', async () => {
    const { screen } = await openGateways('/gateway/detail/modbus/listener-create', { locale: 'zh' })
    expect(await screen.findByText('没有这个网关')).toBeDefined()
  })
})
