import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { createTestBroker, type TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { expect, onTestFinished } from 'vitest'
import { run } from '#command/run.ts'

/** A secret that is used wherever a secret may occur; no output and no file may repeat it. */
export const secret = 'hunTer2-planted'
export const password = 'Passw0rd!-planted'

export interface RunningBroker extends TestBroker {
  readonly url: string
  readonly write: (method: 'POST' | 'PUT', path: string, body: unknown) => Promise<unknown>
}

export async function startBroker(edition: 'community' | 'enterprise' = 'community'): Promise<RunningBroker> {
  const broker = await createTestBroker({ adminPassword: password, edition })
  onTestFinished(() => broker.close())
  const url = await broker.app.listen({ host: '127.0.0.1', port: 0 })
  const write: RunningBroker['write'] = async (method, path, body) => {
    const answer = await broker.ask(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  return { ...broker, url, write }
}

export async function makeDir(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'brokerdeck-compare-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

export const say = (...argv: readonly string[]) => sayIn({}, ...argv)

/** Runs a command like `say`, with additional environment variables. */
export async function sayIn(more: Readonly<Record<string, string>>, ...argv: readonly string[]) {
  const [taken, noted]: [string[], string[]] = [[], []]
  const code = await run(argv, {
    version: '1.2.3',
    consoleDir: '/nowhere',
    input: new PassThrough(),
    environment: { BROKERDECK_PASSWORD: password, BROKERDECK_FROM_PASSWORD: password, ...more },
    out: (text) => void taken.push(text),
    print: async (text) => void taken.push(text),
    err: (text) => void noted.push(text),
    openSource: () => Promise.reject(new Error('it was about to listen')),
    check: () => Promise.reject(new Error('it was about to check')),
    health: () => Promise.reject(new Error('it was about to examine')),
    hasColours: false,
    untilStopped: () => new Promise(() => undefined),
  })
  const [out, err] = [taken.join(''), noted.join('')]
  expect(out + err).not.toContain(secret)
  expect(out + err).not.toContain(password)
  return { code, out, err }
}

export const at = ({ url }: RunningBroker) => ['--broker', url, '--user', 'admin']
