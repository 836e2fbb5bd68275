import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readPem } from './pem-reading.ts'

/**
 * The certificate has CN=mq_writer, mq.plant.example, EC P-256, is valid from 2025-08-14 to 2027-08-14, and is no CA.
 */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBUzCB+6ADAgECAgECMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCW1xX3dyaXRl
cjAeFw0yNTA4MTQwMDAwMDBaFw0yNzA4MTQwMDAwMDBaMBQxEjAQBgNVBAMMCW1x
X3dyaXRlcjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABAPpTcI6BG1h/xvjFSjP
ysTF81T6bn2LfVXKodwhZueM3rQf3cAMiFX+a6TZ9YYFXpto6XaXAtrtUDqK8gJR
IOGjPjA8MBsGA1UdEQQUMBKCEG1xLnBsYW50LmV4YW1wbGUwHQYDVR0OBBYEFNvc
T2ix+vFA5dcg+yhfRRYY4IxRMAoGCCqGSM49BAMCA0cAMEQCIFzt/0IwVHfXcFbI
ZOm1Qpcqlmkl4CQCzbOJoOa5jSJ5AiAJ0MVOhqQhgZq0arZvup2tHP6T79Sds7aO
eqNGvQRzyw==
-----END CERTIFICATE-----
`
const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
  type: 'pkcs8',
  format: 'pem',
})

const read = (of: 'certificate' | 'ca', day: string) => readPem(of, certificate, '', Date.parse(day))
const remarks = async (...given: Parameters<typeof read>) =>
  (await read(...given)).remarks.map(({ tone, text }) => `${tone}: ${text}`)

describe('readPem', () => {
  it('says whose a certificate is and until when', async () => {
    expect(await read('certificate', '2026-11-21')).toEqual({
      subject: 'CN=mq_writer, mq.plant.example',
      detail: 'EC P-256, valid until 2027-08-14',
      remarks: [],
    })
  })

  it('warns before the end, and says when it is over or has not begun', async () => {
    expect(await remarks('certificate', '2027-08-02')).toEqual(['warn: expires in 12 d'])
    expect(await remarks('certificate', '2027-09-04')).toEqual(['bad: expired 21 d ago'])
    expect(await remarks('certificate', '2025-08-12')).toEqual(['bad: valid only in 2 d'])
  })

  it('misses a CA where one is asked for, and a chain that holds', async () => {
    expect(await remarks('ca', '2026-11-21')).toEqual(['warn: not a CA certificate'])
    const twice = await readPem('certificate', certificate + certificate, '', Date.parse('2026-11-21'))
    expect(twice.remarks).toEqual([{ tone: 'neutral', text: '+ 1 more' }])
  })

  it('tells a key from that of the certificate, and shows nothing of it', async () => {
    expect(await readPem('key', String(otherKey), certificate, 0)).toEqual({
      detail: 'EC P-256',
      remarks: [{ tone: 'bad', text: 'does not match the certificate' }],
    })
    expect((await readPem('key', String(otherKey), '/etc/certs/cert.pem', 0)).remarks).toEqual([])
  })

  it('takes what is no PEM for a path, and says what cannot be read', async () => {
    expect(await readPem('ca', 'certs/ca.pem', '', 0)).toEqual({
      subject: 'certs/ca.pem',
      detail: 'a file that the nodes keep',
      remarks: [],
    })
    const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----'
    expect((await readPem('ca', broken, '', 0)).remarks).toEqual([{ tone: 'bad', text: 'cannot be read' }])
    expect((await readPem('ca', String(otherKey), '', 0)).remarks).toEqual([
      { tone: 'bad', text: 'not a certificate' },
    ])
    expect((await readPem('key', certificate, '', 0)).remarks).toEqual([
      { tone: 'bad', text: 'not a private key' },
    ])
  })
})
