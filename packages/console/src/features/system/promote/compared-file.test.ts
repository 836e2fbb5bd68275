import { expect, onTestFinished, test, vi } from 'vitest'
import { InProcessWorker } from '#testing/in-process-worker.ts'
import { ComparedFile, patienceMs } from './compared-file.ts'

const rules = (...ids: readonly string[]) =>
  new File(
    [`rule_engine.rules { ${ids.map((id) => `${id} { sql = "SELECT 1" }`).join('\n')} }`],
    'site.hocon',
  )
const here = [{ id: 'a', settings: { sql: 'SELECT 2' } }]

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

function fileWith(file: File, silent = 0): ComparedFile {
  let opened = 0
  const compared = new ComparedFile(file, () => {
    opened += 1
    return opened <= silent ? new SilentWorker('silent-worker') : new InProcessWorker('compare-worker')
  })
  onTestFinished(() => compared.close())
  return compared
}

test('compares what the page holds with the file, and keeps what is to be put back', async () => {
  const file = fileWith(rules('a', 'b'))
  expect(await file.read()).toEqual({ kind: 'read' })
  const all = await file.compare('rules', here)
  expect(all?.map(({ id, outcome }) => [id, outcome])).toEqual([
    ['a', 'different'],
    ['b', 'only-there'],
  ])
  expect(all?.[0]?.held).toBe(here[0]?.settings)
  expect(await file.compare('connectors', [])).toBeUndefined()
})

test('keeps names that objects have of themselves', async () => {
  const file = fileWith(new File(['rule_engine.rules.a { constructor { __proto__ = 1 } }'], 'site.hocon'))
  await file.read()
  const [found] = (await file.compare('rules', [])) ?? []
  expect(JSON.stringify(found?.there)).toBe('{"constructor":{"__proto__":1}}')
})

test('ends what does not come back, says so, and asks the rest again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const file = fileWith(rules('a'), 2)
  const reading = file.read()
  await vi.advanceTimersByTimeAsync(patienceMs)
  expect(await reading).toEqual({ kind: 'too-slow' })
  const refused = file.compare('rules', here).catch((error: unknown) => error)
  const waiting = file.compare('sources', [])
  await vi.advanceTimersByTimeAsync(patienceMs)
  expect(String(await refused)).toContain('Stopped: the file took longer than 60 s.')
  expect([SilentWorker.taken, SilentWorker.ended]).toEqual([2, 2])
  expect(await waiting).toBeUndefined()
  expect((await file.compare('rules', here))?.[0]?.outcome).toBe('different')
})
