import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { keyMatch } from './public-key.ts'
import { readCertificates } from './read-certificates.ts'
import { readPrivateKey } from './read-private-key.ts'

let folder = ''
const file = (name: string) => readFileSync(join(folder, name), 'utf8')
const openssl = (command: string) => promisify(execFile)('openssl', command.split(' '), { cwd: folder })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'brokerdeck-pem-'))
  await openssl(
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout ca.key -out ca.pem -days 30 -utf8 -subj /C=DE/O=Plant/CN=Plänt-CA',
  )
  await openssl('req -newkey rsa:2048 -nodes -keyout rsa.key -out rsa.csr -subj /CN=broker')
  await openssl('x509 -req -in rsa.csr -CA ca.pem -CAkey ca.key -set_serial 0x1234ABCD -days 10 -out rsa.pem')
  await openssl(
    'req -x509 -key rsa.key -out names.pem -days 9999 -subj /CN=n -addext subjectAltName=DNS:a.example,IP:10.0.0.1,IP:fd00::1,email:a@b',
  )
  await openssl('rsa -in rsa.key -traditional -out rsa1.key')
  await openssl('rsa -in rsa.key -aes128 -passout pass:x -out locked.key')
  await openssl('rsa -in rsa.key -aes128 -traditional -passout pass:x -out locked1.key')
  await openssl('ec -in ca.key -out sec1.key')
  await openssl('genpkey -algorithm ed25519 -out ed.key')
  await openssl('req -x509 -key ed.key -out ed.pem -days 10 -subj /CN=ed')
})
afterAll(() => rmSync(folder, { recursive: true }))

async function firstOf(name: string) {
  const reading = await readCertificates(file(name))
  if (reading.kind === 'fault') throw new Error(reading.fault)
  return reading.certificates[0]
}

async function keyIn(name: string) {
  const reading = await readPrivateKey(file(name))
  if (reading.kind === 'fault') throw new Error(reading.fault)
  return reading.key
}

describe('a certificate', () => {
  it('says whose it is, who issued it and how long it lasts', async () => {
    const authority = await firstOf('ca.pem')
    expect(authority.subject).toBe('CN=Plänt-CA, C=DE, O=Plant')
    expect([authority.isSelfSigned, authority.isAuthority, authority.key.name]).toEqual([
      true,
      true,
      'EC P-256',
    ])
    const own = await firstOf('rsa.pem')
    expect([own.subject, own.issuer]).toEqual(['CN=broker', authority.subject])
    expect([own.isSelfSigned, own.isAuthority, own.key.name, own.serial]).toEqual([
      false,
      false,
      'RSA 2048',
      '1234abcd',
    ])
    expect(Date.parse(own.notAfter) - Date.parse(own.notBefore)).toBe(10 * 86_400_000)
  })

  it('says its other names, and lasts beyond 2050', async () => {
    const { names, notAfter } = await firstOf('names.pem')
    expect(names).toEqual(['a.example', '10.0.0.1', 'fd00::1', 'a@b'])
    expect(Number(notAfter.slice(0, 4))).toBe(new Date(Date.now() + 9999 * 86_400_000).getUTCFullYear())
  })

  it('stands before the one that issued it', async () => {
    const [own, authority] = [file('rsa.pem'), file('ca.pem')]
    expect(await readCertificates(`Broker\n${own}\nAuthority\n${authority}`)).toMatchObject({
      isOrdered: true,
    })
    expect(await readCertificates(`${authority}${own}`)).toMatchObject({ isOrdered: false })
  })

  it('that cannot be read is a named fault', async () => {
    const own = file('rsa.pem')
    const faults = await Promise.all(
      ['etc/certs/cert.pem', file('rsa.key'), own.slice(0, -40), own.replace('MII', 'AAA')].map(
        readCertificates,
      ),
    )
    expect(faults.map((one) => one.kind === 'fault' && one.fault)).toEqual([
      'not-pem',
      'not-certificate',
      'broken',
      'broken',
    ])
  })
})

describe('a private key', () => {
  it('belongs to its certificate, in whatever way it is written', async () => {
    const [rsa, ec] = [(await firstOf('rsa.pem')).key, (await firstOf('ca.pem')).key]
    expect(keyMatch(rsa, await keyIn('rsa.key'))).toBe('matches')
    expect(keyMatch(rsa, await keyIn('rsa1.key'))).toBe('matches')
    expect(keyMatch(ec, await keyIn('ca.key'))).toBe('matches')
    expect(keyMatch(ec, await keyIn('sec1.key'))).toBe('matches')
    expect(keyMatch((await firstOf('names.pem')).key, await keyIn('ca.key'))).toBe('differs')
    expect((await keyIn('sec1.key')).name).toBe('EC P-256')
  })

  it('without its public half cannot be told', async () => {
    expect(keyMatch((await firstOf('ed.pem')).key, await keyIn('ed.key'))).toBe('unknown')
  })

  it('that is locked or none is a named fault', async () => {
    const texts = [file('locked.key'), file('locked1.key'), file('ca.pem'), 'etc/certs/key.pem']
    const faults = await Promise.all(texts.map(readPrivateKey))
    expect(faults.map((one) => one.kind === 'fault' && one.fault)).toEqual([
      'encrypted',
      'encrypted',
      'not-key',
      'not-pem',
    ])
  })
})

test('no text makes the readers fail', async () => {
  const lines = fc
    .base64String({ maxLength: 400 })
    .map((text) => `-----BEGIN CERTIFICATE-----\n${text}\n-----END CERTIFICATE-----`)
  await fc.assert(
    fc.asyncProperty(fc.oneof(lines, fc.string()), async (text) => {
      expect(['read', 'fault']).toContain((await readCertificates(text)).kind)
      const asKey = text.replaceAll('CERTIFICATE', 'PRIVATE KEY')
      expect(['read', 'fault']).toContain((await readPrivateKey(asKey)).kind)
    }),
  )
})
