import { expect, onTestFinished, test, vi } from 'vitest'
import { InProcessWorker } from '#testing/in-process-worker.ts'
import { LabEvaluator, patience } from './lab-evaluator.ts'

const context = JSON.stringify({ event_type: 'message_publish', topic: 't/a', payload: '{"x":1}' })
const question = (sql: string) => ({ sql, contexts: [context] })

/** A worker that accepts every message and never responds, like a worker that hangs. */
class SilentWorker extends InProcessWorker {
  static ended = 0
  static taken = 0
  override postMessage(): void {
    SilentWorker.taken += 1
  }
  override terminate(): void {
    SilentWorker.ended += 1
  }
}

test('answers the newest of a lane, and each lane for itself', async () => {
  const evaluator = new LabEvaluator(() => new InProcessWorker('rule-lab-worker'))
  const [old, newest, other] = await Promise.all([
    evaluator.run('chosen', question('SELECT payload.x as a FROM "t/#"')),
    evaluator.run('chosen', question('SELECT payload.x as b FROM "t/#"')),
    evaluator.run('all', question('SELECT nothing FROM')),
  ])
  evaluator.close()
  expect(old).toBeUndefined()
  expect(newest).toMatchObject({
    kind: 'done',
    results: [{ outcome: { kind: 'passes', output: '{"b":1}' } }],
  })
  expect(other).toMatchObject({ kind: 'fault' })
})

test('says of how many messages a path leads to nothing, and of those only that come to it', async () => {
  const evaluator = new LabEvaluator(() => new InProcessWorker('rule-lab-worker'))
  const message = (payload: object, topic = 't/a') =>
    JSON.stringify({ event_type: 'message_publish', topic, payload: JSON.stringify(payload) })
  const sql =
    'SELECT json_decode(payload) as body, body.celsuis as c, is_null(body.at) as now, str(payload.deep.x) as x FROM "t/#" WHERE payload.kind = \'a\''
  const run = await evaluator.run('all', {
    sql,
    contexts: [
      message({ kind: 'a', celsius: 1, deep: { x: 1 } }),
      message({ kind: 'a', celsius: 2, deep: { x: 2 } }),
      message({ kind: 'a', celsuis: 3, deep: { y: 3 } }),
      message({ kind: 'b' }),
      message({}),
      message({}, 'other'),
    ],
  })
  evaluator.close()
  const absent = run?.kind === 'done' ? run.absent : undefined
  expect(absent?.map(({ path, near, count, of }) => [path, near, count, of])).toEqual([
    ['body.celsuis', 'celsius', 2, 3],
    ['payload.deep.x', 'y', 1, 3],
    ['payload.kind', undefined, 1, 5],
  ])
  expect(absent?.map(({ from, to }) => sql.slice(from, to))).toEqual([
    'body.celsuis',
    'payload.deep.x',
    'payload.kind',
  ])
})

test('ends what does not come back, says so, and asks again what only waited', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const workers: InProcessWorker[] = []
  const evaluator = new LabEvaluator(() => {
    const worker =
      workers.length === 0 ? new SilentWorker('silent-worker') : new InProcessWorker('rule-lab-worker')
    workers.push(worker)
    return worker
  })
  const hanging = evaluator.run('chosen', question('SELECT * FROM "t/#"'))
  const waiting = evaluator.run('all', question('SELECT payload.x as a FROM "t/#"'))
  await vi.advanceTimersByTimeAsync(patience)
  expect(await hanging).toEqual({ kind: 'stopped' })
  expect([SilentWorker.taken, SilentWorker.ended]).toEqual([1, 1])
  expect(await waiting).toMatchObject({ kind: 'done', results: [{ outcome: { kind: 'passes' } }] })
  evaluator.close()
})
