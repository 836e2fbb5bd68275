import { expect, onTestFinished, test } from 'vitest'
import { Faults } from '../runtime/faults.ts'
import { EvaluationSandbox } from './evaluation-sandbox.ts'
import { SandboxLimitError, SandboxWorker } from './sandbox-worker.ts'

const schema = { name: 'known', type: 'json' as const, source: '{"type":"object"}', description: '' }
const findSchema = (name: string) => (name === 'known' ? schema : undefined)

function openSandbox() {
  const faults = new Faults()
  const sandbox = new EvaluationSandbox(findSchema, faults)
  onTestFinished(() => sandbox.close())
  return { sandbox, faults }
}

async function startWorker(...memory: readonly { readonly maxOldGenerationSizeMb: number }[]) {
  const worker = await SandboxWorker.start(findSchema, ...memory)
  onTestFinished(() => worker.close())
  return worker
}

const tryOut = (sql: string, payload = '{"a":1}') => ({
  kind: 'statement' as const,
  sql,
  context: { event_type: 'message_publish', topic: 't', payload },
  node: 'n@127.0.0.1',
  ruleId: 'sql_tester:1',
  messageId: '1',
  nowMs: 0,
  jqTimeoutMs: 10_000,
})

/** A statement that runs until it is ended: after a second its own budget ends it. */
const endless = tryOut(
  `SELECT jq('[range(500000) | 1] as $a | $a - [range(500000) | 2] | length', payload) as r FROM "t"`,
)

test('A statement is tried in the thread, with the schemas of the registry', async () => {
  const { sandbox } = openSandbox()
  const sql = `SELECT payload.a + 1 as b, schema_check('known', payload) as c, schema_check('known', '1') as d FROM "t"`
  expect(await sandbox.run(tryOut(sql))).toBe('{"b":2,"c":true,"d":false}')
  const unknown = sandbox.run(tryOut(`SELECT schema_check(concat('un', 'known'), payload) as c FROM "t"`))
  await expect(unknown).rejects.toMatchObject({ status: 400, body: { code: 'BAD_REQUEST' } })
  await expect(unknown).rejects.toThrow('serde_not_found')
})

test('What the statement of a tester lacks is refused as the broker refuses it', async () => {
  const { sandbox, faults } = openSandbox()
  await expect(sandbox.run(tryOut('SELECT'))).rejects.toMatchObject({ status: 400 })
  await expect(sandbox.run(tryOut('SELECT 1 as a FROM "other"'))).rejects.toMatchObject({ status: 412 })
  await expect(sandbox.run({ ...tryOut('SELECT 1'), context: 5 })).rejects.toMatchObject({ status: 400 })
  expect(faults.counts.size).toBe(0)
})

test('A thread that takes too long is ended, and the next task has a new one', async () => {
  const worker = await startWorker()
  await expect(worker.ask(endless, 50)).rejects.toEqual(new SandboxLimitError('time'))
  expect(worker.isOver).toBe(true)
  await expect(worker.ask(tryOut('SELECT 1 as a FROM "t"'), 1000)).rejects.toThrow('time')
  const next = await startWorker()
  const reply = await next.ask(tryOut('SELECT 1 as a FROM "t"'), 10_000)
  expect(reply).toEqual({ kind: 'result', json: '{"a":1}', faults: [] })
})

test('A thread that wants more memory than it has is ended, and the process is not', async () => {
  const worker = await startWorker({ maxOldGenerationSizeMb: 32 })
  const context = Array.from({ length: 500_000 }, () => ({ some: ['thing'] }))
  const large = { ...tryOut('SELECT 1 as a FROM "t"'), context }
  await expect(worker.ask(large, 60_000)).rejects.toEqual(new SandboxLimitError('size'))
  expect(worker.isOver).toBe(true)
})

test('An evaluation without an end ends itself, and whoever waits has a turn', async () => {
  const { sandbox } = openSandbox()
  const ended = expect(sandbox.run(endless)).rejects.toThrow('limit_exceeded')
  const next = sandbox.run(tryOut('SELECT 1 as a FROM "t"'))
  await ended
  expect(await next).toBe('{"a":1}')
})

test('Twenty may wait; whoever comes then is told so at once', async () => {
  const { sandbox } = openSandbox()
  const waiting = Array.from({ length: 20 }, () => sandbox.run(tryOut('SELECT 1 as a FROM "t"')))
  await expect(sandbox.run(tryOut('SELECT 1 as a FROM "t"'))).rejects.toMatchObject({ status: 503 })
  expect(await Promise.all(waiting)).toEqual(waiting.map(() => '{"a":1}'))
  expect(await sandbox.run(tryOut('SELECT 2 as a FROM "t"'))).toBe('{"a":2}')
})

test('Closing ends what is being tried, and nothing is tried any more', async () => {
  const { sandbox } = openSandbox()
  await sandbox.run(tryOut('SELECT 1 as a FROM "t"'))
  const tried = expect(sandbox.run(endless)).rejects.toThrow('closed')
  await Promise.resolve()
  await sandbox.close()
  await tried
  await expect(sandbox.run(endless)).rejects.toMatchObject({ status: 503 })
})
