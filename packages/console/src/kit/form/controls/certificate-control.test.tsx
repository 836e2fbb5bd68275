import { screen, waitFor, within } from '@testing-library/dom'
import { describe, expect, it } from 'vitest'
import { keyStores } from '#kit/form/certificate/file/testing/key-stores.ts'
import type { Field } from '#kit/form/field.ts'
import { renderFields } from '#kit/form/testing/render-fields.tsx'
import { bytesFromBase64 } from '#lib/payload.ts'

const fields: readonly Field[] = [
  { kind: 'certificate', of: 'ca', path: 'ssl.cacertfile', label: 'CA' },
  { kind: 'certificate', of: 'certificate', path: 'ssl.certfile', label: 'Certificate' },
  {
    kind: 'certificate',
    of: 'key',
    path: 'ssl.keyfile',
    certificatePath: 'ssl.certfile',
    label: 'Key',
  },
]

function fileOf(store: keyof typeof keyStores, name: string): File {
  return new File([bytesFromBase64(keyStores[store]) ?? ''], name)
}

function open() {
  const { user, values } = renderFields(fields)
  const group = (name: string) => within(screen.getByRole('group', { name }))
  const choose = async (name: string, file: File) => {
    const input = screen.getByRole('group', { name }).querySelector('input[type=file]')
    if (!(input instanceof HTMLInputElement)) throw new Error('no place for a file')
    // A user can choose files of other types in the file dialog of the operating system.
    input.removeAttribute('accept')
    await user.upload(input, file)
  }
  return { user, values, group, choose }
}

describe('a file in a certificate field', () => {
  it('that is a key store asks for its password, and fills in both fields', async () => {
    const { user, values, group, choose } = open()
    await choose('Certificate', fileOf('modernPfx', 'broker.PFX'))
    const password = await group('Certificate').findByLabelText('Password of broker.PFX')
    await user.type(password, 'other{Enter}')
    expect(await group('Certificate').findByText('This password does not open the file')).toBeTruthy()
    await user.clear(group('Certificate').getByLabelText('Password of broker.PFX'))
    await user.type(group('Certificate').getByLabelText('Password of broker.PFX'), 'secret')
    await user.click(group('Certificate').getByRole('button', { name: 'Open file' }))
    expect(await group('Certificate').findByText('CN=ec.example')).toBeTruthy()
    expect(await group('Key').findByText('matches the certificate')).toBeTruthy()
    expect(values()).toMatchObject({
      ssl: {
        certfile: expect.stringMatching(/^-----BEGIN CERTIFICATE-----\n/),
        keyfile: expect.stringMatching(/^-----BEGIN PRIVATE KEY-----\n/),
      },
    })
  })

  it('that is encrypted with an old cipher is refused with the command that converts it', async () => {
    const { user, values, group, choose } = open()
    await choose('Certificate', fileOf('legacyPfx', 'old.pfx'))
    await user.type(await group('Certificate').findByLabelText('Password of old.pfx'), 'secret{Enter}')
    expect(
      await group('Certificate').findByText(/RC2 or triple DES.*openssl pkcs12 -legacy -in FILE -nodes/),
    ).toBeTruthy()
    expect(values()).toMatchObject({ ssl: { certfile: '' } })
  })

  it('that is a trust store of Java needs no password', async () => {
    const { group, choose } = open()
    await choose('CA', fileOf('trustStore', 'trust.jks'))
    expect(await group('CA').findByText('CN=Test CA')).toBeTruthy()
  })

  it('of DER becomes PEM', async () => {
    const { values, group, choose } = open()
    await choose('Certificate', fileOf('certificateDer', 'broker.cer'))
    expect(await group('Certificate').findByText('CN=ec.example')).toBeTruthy()
    await choose('Key', fileOf('ecKeyDer', 'broker.der'))
    await waitFor(() =>
      expect(values()).toMatchObject({ ssl: { keyfile: expect.stringContaining('BEGIN EC PRIVATE KEY') } }),
    )
  })

  it.each([
    ['by its name', new File(['x'], 'notes.txt')],
    ['by what it holds', new File(['no certificate'], 'cert.pem')],
  ])('that is none is refused %s', async (_, file) => {
    const { values, group, choose } = open()
    await choose('Certificate', file)
    expect(
      await group('Certificate').findByText(
        'Please upload a file with extension crt, key, pem, jks, der, cer, pfx',
      ),
    ).toBeTruthy()
    expect(values()).toMatchObject({ ssl: { certfile: '' } })
  })

  it('without what the field is for says so', async () => {
    const { group, choose } = open()
    await choose('Key', fileOf('certificateDer', 'broker.crt'))
    expect(await group('Key').findByText('The file holds no private key')).toBeTruthy()
  })
})
