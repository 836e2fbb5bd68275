import { createPrivateKey } from 'node:crypto'
import { selfSigned } from '@brokerdeck/embedded-broker/certificates/self-signed.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, renderApp } from '#testing/render-app.ts'

async function open() {
  const app = await renderApp('/listener/create')
  const review = within(await app.screen.findByRole('region', { name: 'Review changes' }))
  return { ...app, review }
}

const field = ({ screen }: RenderedApp, name: RegExp) => screen.getByRole('textbox', { name })

describe('a new listener', () => {
  it('has the defaults of the broker', async () => {
    const app = await open()
    await app.user.type(field(app, /^Name/), 'plant')
    await app.user.type(field(app, /^Bind/), '21883')
    await app.user.click(app.review.getByRole('button', { name: 'Create listener' }))
    await waitFor(() => expect(app.path()).toBe('/listener'))
    expect(await app.screen.findByRole('row', { name: /^tcp:plant tcp 21883 Running/ })).toBeDefined()
    const { listeners } = app.broker.context
    const { bind, ...settings } = listeners.find('tcp:plant') ?? {}
    const { bind: _bind, ...known } = listeners.find('tcp:default') ?? {}
    expect(bind).toBe(':21883')
    expect(settings).toMatchObject(known)
  })

  it('needs a name of its own', async () => {
    const app = await open()
    await app.user.type(field(app, /^Name/), 'default')
    await app.user.type(field(app, /^Bind/), '21883')
    await app.user.click(app.review.getByRole('button', { name: 'Create listener' }))
    expect(
      (await app.screen.findAllByText(/a listener of this type and name already/)).length,
    ).toBeGreaterThan(0)
    await app.user.clear(field(app, /^Name/))
    await app.user.type(field(app, /^Name/), 'no blanks')
    expect((await app.screen.findAllByText(/beginning with a letter or a digit/)).length).toBeGreaterThan(0)
    expect(app.broker.context.listeners.config.ids()).toHaveLength(4)
  })

  it('binds to addresses, and knows networks but no names', async () => {
    const app = await open()
    await app.user.type(field(app, /^Name/), 'plant')
    for (const bind of ['300.1.1.1:1883', 'broker.example:1883']) {
      await app.user.clear(field(app, /^Bind/))
      await app.user.type(field(app, /^Bind/), bind)
      await app.user.click(app.review.getByRole('button', { name: 'Create listener' }))
      expect((await app.screen.findAllByText(/binds to IP addresses only/)).length).toBeGreaterThan(0)
    }
    await app.user.clear(field(app, /^Bind/))
    await app.user.type(field(app, /^Bind/), '0')
    expect(await app.screen.findByText(/each node picks a free port/)).toBeDefined()
    const rule = field(app, /^Rule 1/)
    await app.user.clear(rule)
    await app.user.type(rule, 'allow plant.example')
    await app.user.click(app.review.getByRole('button', { name: 'Create listener' }))
    expect((await app.screen.findAllByText(/Host names are not supported/)).length).toBeGreaterThan(0)
    await app.user.clear(rule)
    await app.user.type(rule, 'deny 10.0.0.0/8')
    await app.user.click(app.review.getByRole('button', { name: 'Create listener' }))
    await waitFor(() =>
      expect(app.broker.context.listeners.find('tcp:plant')?.access_rules).toEqual(['deny 10.0.0.0/8']),
    )
  })

  it('of TLS takes a certificate and its key, and keeps them from view', async () => {
    const app = await open()
    const { cert, key } = selfSigned('plant.example', ['plant.example'], [], Date.now())
    await app.user.selectOptions(app.screen.getByRole('combobox', { name: /^Type/ }), 'ssl')
    await app.user.type(field(app, /^Name/), 'plant')
    await app.user.type(field(app, /^Bind/), '28883')
    await app.user.click(app.review.getByRole('button', { name: 'Create listener' }))
    expect((await app.screen.findAllByText(/Certificate is required/)).length).toBeGreaterThan(0)
    await app.user.click(field(app, /^Certificate/))
    await app.user.paste(cert)
    await app.user.click(field(app, /^Private key/))
    await app.user.paste(key)
    expect(await app.screen.findByText(/CN=plant\.example/)).toBeDefined()
    expect(app.review.queryByText(/PRIVATE KEY/)).toBeNull()
    await app.user.click(app.review.getByRole('button', { name: 'Create listener' }))
    await waitFor(() =>
      expect(app.broker.context.listeners.find('ssl:plant')?.ssl_options).toMatchObject({
        certfile: expect.stringContaining('data/certs/listeners/ssl/plant/cert-'),
        verify: 'verify_none',
      }),
    )
  })

  it('refuses a key of another certificate, until that is wanted', async () => {
    const app = await open()
    const { cert } = selfSigned('plant.example', ['plant.example'], [], Date.now())
    const { key } = selfSigned('other.example', ['other.example'], [], Date.now())
    await app.user.selectOptions(app.screen.getByRole('combobox', { name: /^Type/ }), 'ssl')
    await app.user.type(field(app, /^Name/), 'plant')
    await app.user.type(field(app, /^Bind/), '28883')
    await app.user.click(field(app, /^Certificate/))
    await app.user.paste(cert)
    await app.user.click(field(app, /^Private key/))
    await app.user.paste(key)
    const refusal = 'Private key: The private key does not belong to the certificate'
    expect(await app.screen.findByRole('button', { name: refusal })).toBeDefined()
    await app.user.click(app.review.getByRole('button', { name: 'Create listener' }))
    expect(app.broker.context.listeners.find('ssl:plant')).toBeUndefined()
    await app.user.click(app.screen.getByRole('checkbox', { name: /^Use this key anyway/ }))
    await waitFor(() => expect(app.screen.queryByRole('button', { name: refusal })).toBeNull())
    await app.user.click(app.review.getByRole('button', { name: 'Create listener' }))
    await waitFor(() => expect(app.broker.context.listeners.find('ssl:plant')).toBeDefined())
  })

  it('asks for the passphrase of an encrypted key, and checks it', async () => {
    const app = await open()
    const { cert, key } = selfSigned('plant.example', ['plant.example'], [], Date.now())
    const locked = createPrivateKey(key).export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: 'night',
    })
    await app.user.selectOptions(app.screen.getByRole('combobox', { name: /^Type/ }), 'ssl')
    await app.user.type(field(app, /^Name/), 'plant')
    await app.user.type(field(app, /^Bind/), '28883')
    await app.user.click(field(app, /^Certificate/))
    await app.user.paste(cert)
    await app.user.click(field(app, /^Private key/))
    await app.user.paste(String(locked))
    const said = (words: string) => app.screen.findByRole('button', { name: `Key passphrase: ${words}` })
    await said('The private key is encrypted: enter its passphrase')
    await app.user.type(app.screen.getByLabelText('Key passphrase', { selector: 'input' }), 'day')
    await said('This passphrase does not open the private key')
    await app.user.click(app.review.getByRole('button', { name: 'Create listener' }))
    expect(app.broker.context.listeners.find('ssl:plant')).toBeUndefined()
    await app.user.clear(app.screen.getByLabelText('Key passphrase', { selector: 'input' }))
    await app.user.type(app.screen.getByLabelText('Key passphrase', { selector: 'input' }), 'night')
    await app.user.click(app.review.getByRole('button', { name: 'Create listener' }))
    await waitFor(() =>
      expect(app.broker.context.listeners.find('ssl:plant')?.ssl_options).toMatchObject({
        password: 'night',
      }),
    )
  })

  it('says what the broker cannot read, at the field', async () => {
    const app = await open()
    await app.user.selectOptions(app.screen.getByRole('combobox', { name: /^Type/ }), 'wss')
    await app.user.type(field(app, /^Name/), 'plant')
    await app.user.type(field(app, /^Bind/), '28883')
    await app.user.type(field(app, /^Certificate/), '/no/such/cert.pem')
    await app.user.type(field(app, /^Private key/), '/no/such/key.pem')
    await app.user.click(app.review.getByRole('button', { name: 'Create listener' }))
    const summary = await app.screen.findByRole('button', {
      name: /^Private key: The broker cannot read this as PEM/,
    })
    expect(summary).toBeDefined()
    expect(app.broker.context.listeners.find('wss:plant')).toBeUndefined()
  })

  it('speaks Chinese', async () => {
    const { screen } = await renderApp('/listener/create', { locale: 'zh' })
    expect(await screen.findByRole('heading', { name: '创建监听器' })).toBeDefined()
    expect(await screen.findByRole('textbox', { name: /^绑定地址/ })).toBeDefined()
  })
})
