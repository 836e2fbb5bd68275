import type { AuthnAnswer, Credentials } from '@brokerdeck/embedded-broker/mqtt/client/access.ts'
import { expect, it, vi } from 'vitest'
import type { ConnectionSettings } from '#domain/mqtt-link/connection-settings.ts'
import { openEngine } from '#features/diagnose/test-client/testing/open-engine.ts'

const scram: ConnectionSettings['enhanced'] = {
  method: 'SCRAM-SHA-256',
  name: '',
  data: '',
  encoding: 'text',
}
const nonceOf = (data: Buffer | undefined) => /r=(.*)$/.exec(String(data))?.[1] ?? ''
const asks = (text: string, next: AuthnAnswer): AuthnAnswer => ({
  kind: 'continue',
  data: Buffer.from(text),
  answer: () => next,
})
const letsIn = (data?: string): AuthnAnswer => ({
  kind: 'allow',
  ...(data === undefined ? {} : { data: Buffer.from(data) }),
})
const question = ({ data }: Credentials) => `r=${nonceOf(data)}more,s=c2FsdA==,i=1`

/** Connects to a broker with this authentication result; `ends` waits for the end of the connection. */
async function attempt(answer: (credentials: Credentials) => AuthnAnswer, enhanced = scram) {
  const engine = await openEngine()
  engine.cluster.setAccess({ authenticate: answer })
  engine.connect({ username: 'anna', enhanced, reconnectPeriod: 3_600 }, 'secret')
  const ends = (fault: object) =>
    engine.eventually({
      state: expect.objectContaining({
        phase: 'disconnected',
        end: expect.objectContaining({ kind: 'unproven', fault }),
      }),
    })
  return { ...engine, ends }
}

const phases = (told: readonly { readonly type: string; readonly state?: { readonly phase: string } }[]) =>
  told.flatMap(({ state }) => state?.phase ?? [])

it('a broker that pretends to know the password is left, and nothing of it believed', async () => {
  const { ends, told, cluster } = await attempt((who) => asks(question(who), letsIn('v=cHJldGVuZGVk')))
  await ends({ kind: 'signature' })
  expect(phases(told)).toEqual(['connecting', 'disconnected'])
  await vi.waitFor(() => expect(cluster.session('probe')?.isConnected ?? false).toBe(false), 15_000)
})

it.each([
  ['proves nothing', (who: Credentials) => asks(question(who), letsIn()), { kind: 'no-signature' }],
  ['asks for nothing', () => letsIn('v=cHJldGVuZGVk'), { kind: 'no-signature' }],
  ['repeats an answer', () => asks('r=old,s=c2FsdA==,i=1', letsIn()), { kind: 'nonce' }],
  ['says something else', () => asks('hello', letsIn()), { kind: 'unreadable' }],
] as const)('a broker that %s is left', async (_, answer, fault) => {
  const { ends, told } = await attempt(answer)
  await ends(fault)
  expect(phases(told)).not.toContain('connected')
})

it('another method has no answer to a question', async () => {
  const { ends } = await attempt(() => asks('more?', letsIn()), { ...scram, method: 'other', name: 'GS2' })
  await ends({ kind: 'question' })
})

it('each attempt begins with a nonce of its own', async () => {
  const nonces: string[] = []
  const busy = { kind: 'refuse', code: 0x89 } as const
  const { eventually, port } = await attempt(({ data }) => {
    nonces.push(nonceOf(data))
    return busy
  })
  await eventually({ state: expect.objectContaining({ phase: 'reconnecting' }) })
  port.send({ type: 'retry' })
  await vi.waitFor(() => expect(nonces.length).toBe(2), 15_000)
  expect(new Set(nonces).size).toBe(2)
})
