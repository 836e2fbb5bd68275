import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createTestBroker } from '../../testing/test-broker.ts'
import { defaultCost } from './password.ts'

test('300 sign-ins at once delay no durable write, and the right password still gets in', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerdeck-sign-ins-'))
  const broker = await createTestBroker({ dataDir, passwordCost: defaultCost })
  onTestFinished(async () => {
    await broker.close()
    await rm(dataDir, { recursive: true })
  })
  const signIn = (username: string, password: string) =>
    broker.app.inject({ method: 'POST', url: '/api/v5/login', payload: { username, password } })
  const crowd = Array.from({ length: 300 }, (_, at) => signIn(`guest${at}`, 'guess'))
  const answered = Promise.all(crowd).then((answers) => ({ answers, isOver: true }))
  let written = 0
  while (!(await Promise.race([answered, { isOver: false }])).isOver) {
    await broker.context.users.change('admin', { description: `${written}`, role: 'administrator' })
    written += 1
  }
  const { answers } = await answered
  expect(new Set(answers.map((one) => one.statusCode))).toEqual(new Set([401, 429]))
  const refused = answers.filter((one) => one.statusCode === 429)
  expect(refused.map((one) => one.headers['retry-after'])).toEqual(refused.map(() => '1'))
  expect(300 - refused.length).toBe(22)
  // Behind the whole crowd only one write would have been possible.
  expect(written).toBeGreaterThan(3)
  expect((await signIn('admin', 'public')).statusCode).toBe(200)
})
