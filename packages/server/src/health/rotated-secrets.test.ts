import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parseOptions } from '#options/options.ts'
import { ManualSchedule } from '#testing/manual-schedule.ts'
import { readChanges, startNotified } from '#testing/notified.ts'
import { startUpstream } from '#testing/upstream-fixture.ts'
import { openHealthWatches } from './watch-health.ts'

const minute = 60_000

/** Starts a server that watches a broker with a single valid key, with both secrets in files. */
async function watch(notifyUrl: URL) {
  const dir = await mkdtemp(join(tmpdir(), 'brokerdeck-rotated-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const [keyFile, urlFile] = [join(dir, 'hunTer2-key'), join(dir, 'hunTer2-url')]
  const broker = { secret: 'hunTer2-first', keys: new Set<string>() }
  const url = await startUpstream((request, response) => {
    const given = Buffer.from(
      (request.headers.authorization ?? '').replace('Basic ', ''),
      'base64',
    ).toString()
    broker.keys.add(given)
    const isLetIn = given === `key:${broker.secret}`
    const body = isLetIn ? [] : { code: 'BAD_API_KEY_OR_SECRET', message: `no ${given}` }
    response.writeHead(isLetIn ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  /** Replaces the file at once, as programs that rotate secrets do. */
  const write = async (file: string, text: string) => {
    await writeFile(`${file}.new`, text, { mode: 0o600 })
    await rename(`${file}.new`, file)
  }
  await write(keyFile, 'key:hunTer2-first\n')
  await write(urlFile, notifyUrl.href)
  const argv = ['--health-interval=60', `--health-key-file=${keyFile}`, `--notify-url-file=${urlFile}`]
  const command = parseOptions([...argv, `--broker=${url}`])
  if (command.kind !== 'serve') throw new Error(command.kind)
  const { source, health } = command.options
  const [schedule, said]: [ManualSchedule, string[]] = [new ManualSchedule(), []]
  const [one] = openHealthWatches(source, health, schedule, (line) => said.push(line))
  if (one === undefined) throw new Error('nothing is watched')
  onTestFinished(() => one.close())
  one.start()
  // The first evaluation takes longer because it looks twice.
  await expect.poll(() => schedule.waiting.includes(5_000)).toBe(true)
  schedule.advance(5_000)
  const evaluatedAfter = (before: number | undefined) =>
    expect.poll(() => one.lastEvaluation).not.toBe(before)
  await evaluatedAfter(undefined)
  const evaluateAgain = async () => {
    const before = one.lastEvaluation
    schedule.advance(minute)
    await evaluatedAfter(before)
  }
  return { broker, keyFile, urlFile, write, said, one, schedule, evaluateAgain }
}

it('uses a key that was changed in its file, and is unknown while there is none', async () => {
  const receiver = await startNotified()
  const { broker, keyFile, write, said, one, evaluateAgain } = await watch(receiver.url)
  expect(one.isTold).toBe(true)
  broker.secret = 'hunTer2-second'
  await write(keyFile, 'key\nhunTer2-second\n')
  await evaluateAgain()
  expect(one.isTold).toBe(true)
  expect([...broker.keys]).toEqual(['key:hunTer2-first', 'key:hunTer2-second'])
  await rm(keyFile)
  await evaluateAgain()
  await evaluateAgain()
  expect([one.isTold, new Set(one.states.values())]).toEqual([false, new Set(['unknown'])])
  // A message may be in transit when the clock is advanced.
  const found = () => said.filter((line) => line.includes('determine'))
  const place = /^127\.0\.0\.1:\d+: can't determine health: --health-key-file/.source
  expect(found()).toEqual([
    expect.stringMatching(new RegExp(`${place} names no file that can be read: ENOENT$`)),
  ])
  await write(keyFile, 'hunTer2-half')
  await evaluateAgain()
  await write(keyFile, 'key:hunTer2-second')
  await evaluateAgain()
  expect(one.isTold).toBe(true)
  expect(found().slice(1)).toEqual([
    expect.stringMatching(new RegExp(`${place}: expected KEY:SECRET on one line`)),
    expect.stringMatching(/: health can be determined again$/),
  ])
  expect(said.join('\n')).not.toContain('hunTer2')
})

it('notifies whom the file names by then, and says once that it names nobody', async () => {
  const [before, after] = [await startNotified('/hunTer2-a'), await startNotified('/hunTer2-b')]
  const { broker, urlFile, write, said, one, schedule, evaluateAgain } = await watch(before.url)
  await expect.poll(() => before.bodies.length).toBe(1)
  await write(urlFile, 'hunTer2-nowhere')
  broker.secret = 'hunTer2-other'
  await evaluateAgain()
  await expect.poll(() => one.notifications?.get('unreachable')).toBe(1)
  await expect.poll(() => schedule.waiting.includes(10_000)).toBe(true)
  schedule.advance(10_000)
  await expect.poll(() => one.notifications?.get('unreachable')).toBe(2)
  await write(urlFile, after.url.href)
  await expect.poll(() => schedule.waiting.includes(20_000)).toBe(true)
  schedule.advance(20_000)
  await expect.poll(() => after.bodies.length).toBe(1)
  expect(readChanges(after.bodies[0])).toEqual(['evaluation: ok > unknown'])
  await expect.poll(() => said.length).toBe(3)
  expect(said[1]).toMatch(
    /a notification is not delivered, and is tried again: --notify-url-file: expected a URL/,
  )
  expect(said[2]).toMatch(/notifications are delivered again$/)
  expect([before.bodies.length, said.join('\n').includes('hunTer2')]).toEqual([1, false])
})
