import { expect, it } from 'vitest'
import { ScramAuthentication } from './scram-authentication.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (data: Uint8Array) => new TextDecoder().decode(data)

/** The example of RFC 7677 §3. */
const clientNonce = 'rOprNGfwEbeRWgbNEkqO'
const nonce = `${clientNonce}%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0`
const serverFirst = `r=${nonce},s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096`
const proof = 'dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ='
const serverFinal = 'v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4='

const begin = (username = 'user', password = 'pencil') =>
  new ScramAuthentication('SCRAM-SHA-256', { username, password }, clientNonce)

async function proven() {
  const scram = begin()
  await scram.answer(bytes(serverFirst))
  return scram
}

it('says what the example of RFC 7677 says, and believes its server', async () => {
  const scram = begin()
  expect(text(scram.first)).toBe(`n,,n=user,r=${clientNonce}`)
  expect(scram.step).toBe('first')
  const answer = await scram.answer(bytes(serverFirst))
  expect(answer.kind === 'say' && text(answer.data)).toBe(`c=biws,r=${nonce},p=${proof}`)
  expect(scram.step).toBe('proof')
  expect(scram.findFault(bytes(serverFinal))).toBeUndefined()
})

it('names a server that does not know the password', async () => {
  const scram = await proven()
  const other = serverFinal.replace('v=6', 'v=7')
  expect(scram.findFault(bytes(other))).toEqual({ kind: 'signature' })
  expect(scram.findFault(undefined)).toEqual({ kind: 'no-signature' })
  expect(scram.findFault(bytes('hello'))).toEqual({ kind: 'unreadable' })
  expect(scram.findFault(bytes('e=invalid-proof'))).toEqual({ kind: 'said', word: 'invalid-proof' })
})

it('believes no server that has not asked', () => {
  expect(begin().findFault(bytes(serverFinal))).toEqual({ kind: 'no-signature' })
})

it.each([
  ['', { kind: 'unreadable' }],
  ['hello', { kind: 'unreadable' }],
  [`m=new,${serverFirst}`, { kind: 'unreadable' }],
  [serverFirst.replace('i=4096', 'i=0'), { kind: 'unreadable' }],
  [serverFirst.replace('i=4096', 'i=-1'), { kind: 'unreadable' }],
  [serverFirst.replace('gQ==', 'gQ='), { kind: 'unreadable' }],
  [serverFirst.replace('r=r', 'r=R'), { kind: 'nonce' }],
  [serverFirst.replace(nonce, clientNonce), { kind: 'nonce' }],
  [
    serverFirst.replace('4096', '99999999999'),
    { kind: 'iterations', asked: 99_999_999_999, most: 10_000_000 },
  ],
  ['e=unknown-user', { kind: 'said', word: 'unknown-user' }],
])('does not answer %j', async (asked, fault) => {
  expect(await begin().answer(bytes(asked))).toEqual({ kind: 'fault', fault })
})

it('answers once', async () => {
  const scram = await proven()
  expect(await scram.answer(bytes(serverFirst))).toEqual({ kind: 'fault', fault: { kind: 'unreadable' } })
})

it('spells names as RFC 5802 has them, and never twice the same', () => {
  expect(text(begin('a=b,c').first)).toBe(`n,,n=a=3Db=2Cc,r=${clientNonce}`)
  expect(text(begin('I\u00adX').first)).toBe(`n,,n=IX,r=${clientNonce}`)
  const who = { username: 'user', password: 'pencil' }
  const firsts = Array.from({ length: 8 }, () => text(new ScramAuthentication('SCRAM-SHA-512', who).first))
  expect(new Set(firsts).size).toBe(8)
})
