import { X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { expect, it } from 'vitest'
import { selfSigned } from './self-signed.ts'

it('makes a certificate that others can read, for its names, and the key that belongs to it', () => {
  const now = Date.parse('2026-11-21T00:00:00Z')
  const { cert, key } = selfSigned('Test', ['localhost'], ['127.0.0.1', '127.0.0.2'], now)
  const read = new X509Certificate(cert)
  expect(read.subject).toBe('CN=Test')
  expect(read.ca).toBe(true)
  expect(read.verify(read.publicKey)).toBe(true)
  expect(read.checkHost('localhost')).toBe('localhost')
  expect(read.checkIP('127.0.0.2')).toBe('127.0.0.2')
  expect(new Date(read.validTo).getFullYear()).toBe(2036)
  expect(() => createSecureContext({ cert, key })).not.toThrow()
})
