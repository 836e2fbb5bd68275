import { createPrivateKey, X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { keyStores } from '#kit/form/certificate/file/testing/key-stores.ts'
import { bytesFromBase64 } from '#lib/payload.ts'
import { openCertificateFile } from './open-certificate-file.ts'

function bytesOf(name: keyof typeof keyStores): Uint8Array<ArrayBuffer> {
  return bytesFromBase64(keyStores[name]) ?? new Uint8Array()
}
const open = (name: keyof typeof keyStores, password?: string, hasKeys = true) =>
  openCertificateFile(bytesOf(name), password, hasKeys)

async function contents(name: keyof typeof keyStores, password?: string) {
  const opening = await open(name, password)
  if (opening.kind !== 'opened') throw new Error(`not opened: ${JSON.stringify(opening)}`)
  return opening
}
const subjects = (pem: string) =>
  pem
    .split(/(?<=-----END CERTIFICATE-----\n)/)
    .filter((one) => one !== '')
    .map((one) => new X509Certificate(one).subject)

describe('a store of a key and its certificates', () => {
  it.each([
    ['modernPfx', 'secret', 'CN=ec.example'],
    ['javaPfx', 'secret', 'CN=ec.example'],
    ['javaStore', 'secret', 'CN=ec.example'],
  ] as const)(
    '%s opens with its password, as a key, a chain and its authority',
    async (name, password, subject) => {
      const { certificate, key, authorities } = await contents(name, password)
      expect(subjects(certificate)).toEqual([subject, 'CN=Test CA'])
      expect(subjects(authorities)).toEqual(['CN=Test CA'])
      expect(new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))).toBe(true)
    },
  )

  it.each(['modernPfx', 'javaPfx', 'javaStore'] as const)(
    '%s asks for a password and refuses a wrong one',
    async (name) => {
      expect(await open(name)).toEqual({ kind: 'locked' })
      expect(await open(name, 'other')).toEqual({ kind: 'fault', fault: 'wrong-password' })
    },
  )

  it('opens without one where there is none', async () => {
    expect(subjects((await contents('emptyPfx')).certificate)).toEqual(['CN=ec.example'])
    expect((await contents('openPfx')).key).toContain('BEGIN PRIVATE KEY')
    expect(subjects((await contents('trustStore')).authorities)).toEqual(['CN=Test CA'])
    expect(await open('javaStore', undefined, false)).toMatchObject({ kind: 'opened', key: '' })
  })
})

test.each([
  ['keyDer', undefined],
  ['rsaKeyDer', undefined],
  ['ecKeyDer', undefined],
  ['sealedKeyDer', 'secret'],
] as const)('%s is a private key', async (name, password) => {
  const { key, certificate } = await contents(name, password)
  expect(createPrivateKey(key).type).toBe('private')
  expect(certificate).toBe('')
})

test('a certificate alone is a certificate, and an authority where one is asked for', async () => {
  const { certificate, authorities, key } = await contents('certificateDer')
  expect([subjects(certificate), subjects(authorities), key]).toEqual([
    ['CN=ec.example'],
    ['CN=ec.example'],
    '',
  ])
})

describe('a hostile file', () => {
  it('may not keep the browser busy', async () => {
    // The derivation of the key would take hours.
    expect(await openCertificateFile(withRounds([0x7f, 0xff, 0xff, 0xff]), 'secret', true)).toEqual({
      kind: 'fault',
      fault: 'too-costly',
    })
    // The same number of rounds that openssl used, in the same encoding: only the number itself differs in the case
    // above.
    expect(await openCertificateFile(withRounds([0, 0, 8, 0]), 'secret', true)).toMatchObject({
      kind: 'opened',
    })
  })

  it('that is cut off or changed anywhere ends in a named fault', async () => {
    const names = ['javaStore', 'trustStore', 'sealedKeyDer', 'openPfx', 'certificateDer'] as const
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.nat(),
        fc.nat(255),
        fc.boolean(),
        async (name, place, byte, isCut) => {
          const bytes = bytesOf(name)
          const at = place % bytes.length
          if (!isCut) bytes[at] = byte
          const opening = await openCertificateFile(isCut ? bytes.slice(0, at) : bytes, 'secret', true)
          expect(isCut ? ['fault'] : ['opened', 'fault']).toContain(opening.kind)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('of any bytes ends in a named fault', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
        expect((await openCertificateFile(Uint8Array.from(bytes), undefined, true)).kind).toBe('fault')
      }),
    )
  })
})

/**
 * Returns an openssl key store whose MAC, its last part, has another number of rounds than 2,048, which is `02 02 08
 * 00` at the very end.
 */
function withRounds(rounds: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = bytesOf('modernPfx')
  const end = bytes.length - 4
  expect([...bytes.subarray(end)]).toEqual([2, 2, 8, 0])
  const grown = rounds.length - 2
  const seal = bytes.findLastIndex(
    (byte, at) => byte === 0x30 && at + 2 + (bytes[at + 1] ?? 0) === bytes.length,
  )
  bytes[seal + 1] = (bytes[seal + 1] ?? 0) + grown
  const whole = new DataView(bytes.buffer)
  whole.setUint16(2, whole.getUint16(2) + grown)
  return Uint8Array.from([...bytes.subarray(0, end), 2, rounds.length, ...rounds])
}

test.each(['legacyPfx', 'oldSealedKeyDer'] as const)('%s is refused for its old cipher', async (name) => {
  expect(await open(name, 'secret')).toEqual({ kind: 'fault', fault: 'old-cipher' })
})
