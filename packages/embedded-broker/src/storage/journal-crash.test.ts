import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openJournalStore } from './journal-store.ts'

/** Writes without end and prints on its standard output which writes were acknowledged. */
const writer = `
import { writeSync } from 'node:fs'
import { openJournalStore } from './journal-store.mjs'
const store = await openJournalStore(process.argv[2])
for (let n = store.all('n').size; ; n += 4) {
  await Promise.all([0, 1, 2, 3].map((i) =>
    store.put('n', String(n + i), 'x'.repeat(((n + i) * 7919) % 5000)).then(() => writeSync(1, (n + i) + '\\n'))))
}`

let home = ''

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'brokerdeck-crash-'))
  const bundle = await rolldown({ input: join(import.meta.dirname, 'journal-store.ts'), platform: 'node' })
  await bundle.write({ file: join(home, 'journal-store.mjs'), format: 'esm' })
  await bundle.close()
  await writeFile(join(home, 'writer.mjs'), writer)
})

afterAll(() => rm(home, { recursive: true, force: true }))

/** Starts a writer, kills it after `after` acknowledgements, and returns the last acknowledgement. */
async function writeAndKill(dir: string, after: number): Promise<number> {
  const child = spawn(process.execPath, [join(home, 'writer.mjs'), dir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  let acknowledged = -1
  let count = 0
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged = Math.max(acknowledged, Number(line))
    count += 1
    if (count === after) child.kill('SIGKILL')
  }
  await ended
  return acknowledged
}

it('loses no acknowledged write when the process is killed in mid-write, again and again', async () => {
  const dir = join(home, 'data')
  for (const after of [1, 40, 173, 400, 90]) {
    const acknowledged = await writeAndKill(dir, after)
    expect(acknowledged).toBeGreaterThanOrEqual(0)
    const store = await openJournalStore(dir)
    const kept = store.all('n')
    for (let n = 0; n <= acknowledged; n += 1) expect(kept.get(String(n))).toBe('x'.repeat((n * 7919) % 5000))
    await store.close()
  }
}, 30_000)
