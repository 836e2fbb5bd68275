import { execFileSync } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { selfSigned } from '@brokerdeck/embedded-broker/certificates/self-signed.ts'
import { waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { type RenderedApp, renderApp } from '#testing/render-app.ts'

const { cert, key } = selfSigned('plant.example', ['plant.example'], [], Date.now())
const other = selfSigned('other.example', ['other.example'], [], Date.now())
const locked = String(
  createPrivateKey(key).export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'night' }),
)

/** Encrypts a key as `openssl ec` does: the cipher stands before the body (RFC 1421). */
const lockInOldWay = (pem: string, cipher: string) =>
  execFileSync('openssl', ['ec', `-${cipher}`, '-passout', 'pass:night'], {
    input: pem,
    stdio: 'pipe',
  }).toString()

/** The chain holds CN=ca, then CN=leaf, which CN=ca has issued; both are valid until 2126. */
const reversed = `-----BEGIN CERTIFICATE-----
MIIBcTCCARegAwIBAgIUVrDkmLwXq8M6oeZMT5flsCn+hygwCgYIKoZIzj0EAwIw
DTELMAkGA1UEAwwCY2EwIBcNMjYxMTI4MjMyMjEzWhgPMjEyNjExMDQyMzIyMTNa
MA0xCzAJBgNVBAMMAmNhMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEyyfFhqbH
6uP4GpVe5OC/74uhkyD6EqWs9Lu1UlN+AgjYddkXwiWTbsuh4VMJbuSlp+AqPGjM
uI4jV99rEII/36NTMFEwHQYDVR0OBBYEFGQ3X2ylgfgnBlVQl85lBzlUFVc4MB8G
A1UdIwQYMBaAFGQ3X2ylgfgnBlVQl85lBzlUFVc4MA8GA1UdEwEB/wQFMAMBAf8w
CgYIKoZIzj0EAwIDSAAwRQIhAPwY9i8gO7RH4VK9DcaAV6Mx5YJZY3XZ2fNY7eoX
b70KAiBhA1KCbvo8dT3GdNcYzaJ0gkfKgv+44bgRuy1Sgs/Lig==
-----END CERTIFICATE-----
-----BEGIN CERTIFICATE-----
MIIBFzCBvwIUDfdWFwELGiaR5ZbFJ3rH/waHRxQwCgYIKoZIzj0EAwIwDTELMAkG
A1UEAwwCY2EwIBcNMjYxMTI4MjMyMjEzWhgPMjEyNjExMDQyMzIyMTNaMA8xDTAL
BgNVBAMMBGxlYWYwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAASvgPPHQTI0sp8f
PKQzi1apfOBG0rvHTqpQLPdhUq2yAYeMaY963LhDXs2oGfXEcj7niQIqYiWnB8uP
LhR5e5WLMAoGCCqGSM49BAMCA0cAMEQCIBHcLd+PDijZr3QIwXcKXaGEjX+zEApe
j/x3mASuTEByAiBhiee6NufuK7dS/eSdPY9bfU+SWa2GugQc0qpCa5QUgA==
-----END CERTIFICATE-----
`

const indent = (text: string) => text.replaceAll(/^(?=.)/gm, '    ')
const joinAll = (text: string) => text.replaceAll('\n', '')
const spoil = (text: string) => text.replace(/-----\n[^-]*/, '-----\nnope\n')

async function fill(given: { readonly certificate: string; readonly key: string }) {
  const app = await renderApp('/listener/create')
  const { screen, user } = app
  await user.selectOptions(await screen.findByRole('combobox', { name: /^Type/ }), 'ssl')
  const paste = async (name: RegExp, text: string) => {
    await user.click(screen.getByRole('textbox', { name }))
    await user.paste(text)
  }
  await paste(/^Name/, 'plant')
  await paste(/^Bind/, '28883')
  await paste(/^Certificate/, given.certificate)
  await paste(/^Private key/, given.key)
  const review = within(screen.getByRole('region', { name: 'Review changes' }))
  const create = () => user.click(review.getByRole('button', { name: 'Create listener' }))
  return { ...app, create }
}

const made = ({ broker }: RenderedApp) => broker.context.listeners.find('ssl:plant')?.ssl_options

describe('a certificate and its key', () => {
  it.each([
    ['indented', indent],
    ['on one line', joinAll],
    ['with ends of lines of Windows', (text: string) => text.replaceAll('\n', '\r\n')],
    ['behind a mark of its order', (text: string) => `\ufeff${text}`],
    ['behind other text', (text: string) => `Bag Attributes\n${text}`],
  ])('that are pasted %s reach the broker as it reads them', async (_name, change) => {
    const app = await fill({ certificate: change(cert), key: change(key) })
    expect(await app.screen.findByText('matches the certificate')).toBeDefined()
    await app.create()
    await waitFor(() => expect(made(app)).toBeDefined())
    const kept = [...app.broker.context.certificates.files().values()].toSorted()
    expect(kept).toEqual(expect.arrayContaining([cert, key]))
  })

  it('that are pasted before other text are sent without it, as the broker reads them', async () => {
    const behind = (text: string) => `${indent(text)}\n    ---\n    Server certificate\n`
    const app = await fill({ certificate: behind(cert), key: behind(key) })
    await app.user.click(app.screen.getByRole('textbox', { name: /^Name/ }))
    expect(await app.screen.findByText('matches the certificate')).toBeDefined()
    await app.create()
    await waitFor(() => expect(made(app)).toBeDefined())
    const kept = [...app.broker.context.certificates.files().values()]
    expect(kept).toEqual(expect.arrayContaining([cert, key]))
  })

  it.each([
    [
      'of another certificate',
      { certificate: cert, key: other.key },
      'Private key: The private key does not belong to the certificate',
    ],
    [
      'that is locked',
      { certificate: cert, key: locked },
      'Key passphrase: The private key is encrypted: enter its passphrase',
    ],
    [
      'that is garbage',
      { certificate: cert, key: spoil(key) },
      'Private key: The text between -----BEGIN …----- and -----END …----- is no private key',
    ],
    [
      'of a certificate that is garbage',
      { certificate: spoil(cert), key },
      'Certificate: The text between -----BEGIN …----- and -----END …----- is no certificate',
    ],
    [
      'in the place of its certificate',
      { certificate: key, key: cert },
      'Certificate: This is not a certificate',
    ],
    [
      'of a chain that is reversed',
      { certificate: reversed, key },
      'Certificate: The chain is reversed: the certificate of the listener or client must come first',
    ],
  ])('a key %s is marked, and sent only when that is wanted', async (_name, given, fault) => {
    const app = await fill(given)
    expect(await app.screen.findByRole('button', { name: fault })).toBeDefined()
    await app.create()
    expect(made(app)).toBeUndefined()
    await app.user.click(app.screen.getByRole('checkbox', { name: /^Use this key anyway/ }))
    await waitFor(() => expect(app.screen.queryByRole('button', { name: fault })).toBeNull())
    await app.create()
    await waitFor(() => expect(made(app)).toBeDefined())
  })

  it.each(['aes128', 'aes256'])(
    'a key that is locked in the old way with %s is marked unless its passphrase is right',
    async (cipher) => {
      const app = await fill({ certificate: cert, key: lockInOldWay(key, cipher) })
      const marked = (words: string) => app.screen.findByRole('button', { name: `Key passphrase: ${words}` })
      await marked('The private key is encrypted: enter its passphrase')
      const passphrase = app.screen.getByLabelText('Key passphrase', { selector: 'input' })
      await app.user.type(passphrase, 'day')
      await marked('This passphrase does not open the private key')
      await app.create()
      expect(made(app)).toBeUndefined()
      await app.user.clear(passphrase)
      await app.user.type(passphrase, 'night')
      await app.create()
      await waitFor(() => expect(made(app)).toMatchObject({ password: 'night' }))
    },
  )

  it('a key that is locked with triple DES is sent with its passphrase, unchecked', async () => {
    const app = await fill({ certificate: cert, key: lockInOldWay(key, 'des3') })
    await app.user.type(await app.screen.findByLabelText('Key passphrase', { selector: 'input' }), 'night')
    await app.create()
    await waitFor(() => expect(made(app)).toMatchObject({ password: 'night' }))
  })

  it('a key of another certificate that is locked in the old way is marked, too', async () => {
    const app = await fill({ certificate: cert, key: lockInOldWay(other.key, 'aes128') })
    await app.user.type(await app.screen.findByLabelText('Key passphrase', { selector: 'input' }), 'night')
    const fault = 'Private key: The private key does not belong to the certificate'
    expect(await app.screen.findByRole('button', { name: fault })).toBeDefined()
  })

  it('that are none are marked in Chinese, too', async () => {
    const { screen, user } = await renderApp('/listener/create', { locale: 'zh' })
    const [type] = await screen.findAllByRole('combobox')
    if (type === undefined) throw new Error('no choice of types')
    await user.selectOptions(type, 'ssl')
    await user.click(screen.getByRole('textbox', { name: /^证书/ }))
    await user.paste(spoil(cert))
    await user.click(screen.getByRole('textbox', { name: /^私钥/ }))
    await user.paste(key)
    expect((await screen.findAllByText(/之间的内容不是证书/)).length).toBeGreaterThan(0)
  })
})
