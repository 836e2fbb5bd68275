import type { Comparable } from '@brokerdeck/console/compare/compare-sides.ts'
import type { Step } from '@brokerdeck/console/compare/promotion-plan.ts'
import { applySteps, undoSteps } from '@brokerdeck/console/compare/promotion-run.ts'
import { readThing } from '@brokerdeck/console/compare/read-side.ts'
import type { Entry } from '@brokerdeck/console/compare/send-in-order.ts'
import { expect, onTestFinished, test } from 'vitest'
import { password, type RunningBroker, startBroker } from '#compare/testing/say-command.ts'
import { type Watch, watchRequests } from '#compare/testing/watch-requests.ts'
import { openCluster } from './open-cluster.ts'

const id = 'peerhost:192.0.2.7'
const scan = { as: 'peerhost', who: '192.0.2.7', reason: 'old' }
const settings = { by: 'mgmt_api', reason: 'old', until: 'infinity' }
const about = { kind: 'bans', id, neededBy: undefined, kept: [], toType: [], removed: [], files: [] } as const
const gone: Step = { ...about, deed: 'delete', before: settings, after: {}, isReplaced: true }
const made: Step = { ...about, deed: 'create', before: undefined, after: { ...settings, reason: 'new' } }
const removing = 'DELETE /banned/peerhost/192.0.2.7'
const exists = { status: 400, body: { code: 'ALREADY_EXISTS', message: 'exists' } }

/** Starts a cluster in which one node still has the deleted ban until the given number of pauses is over. */
async function startLagging(lab: RunningBroker, pauses: number) {
  await lab.write('POST', '/banned', scan)
  const waited: number[] = []
  const watches = new Map<string, Watch>()
  const broker = await watchRequests(lab, watches)
  const cluster = await openCluster({
    broker,
    insecureTls: false,
    access: { username: 'admin', password },
  })
  onTestFinished(() => cluster.close())
  const entries: Entry[] = []
  const given = {
    steps: [gone, made],
    stopsAtFirst: true,
    signal: new AbortController().signal,
    ask: cluster.ask,
    explain: async (error: unknown) => cluster.explain(error),
    onEntry: (entry: Entry) => void entries.push(entry),
    wait: async (milliseconds: number) => void waited.push(milliseconds),
  }
  /** Makes the node lag from now on, with the bans that exist now. */
  const lag = async () => {
    const { body } = await lab.ask('GET', '/banned')
    let isLagging = false
    const ends = waited.length + pauses
    const whileLagging = (answer: { readonly status: number; readonly body: unknown }) => () =>
      isLagging && waited.length < ends ? answer : undefined
    const begin = () => {
      isLagging = true
    }
    watches.set(removing, { before: begin })
    watches.set('GET /banned', { answer: whileLagging({ status: 200, body }) })
    watches.set('POST /banned', { answer: whileLagging(exists) })
  }
  await lag()
  return { cluster, entries, given, lag, waited, watches }
}

const listBans = async ({ ask }: RunningBroker) => (await ask('GET', '/banned')).body

test('makes a ban anew once no node has the deleted one, and takes that back in the same way', async () => {
  const lab = await startBroker()
  const { given, entries, lag, waited } = await startLagging(lab, 2)
  await applySteps(given, new Map())
  expect(entries).toMatchObject([
    { step: gone, outcome: 'done' },
    { step: made, outcome: 'done' },
  ])
  expect(waited).toEqual([100, 200])
  expect(await listBans(lab)).toMatchObject({ data: [{ reason: 'new' }] })
  const found = new Map<Step, Comparable | null | undefined>(entries.map((one) => [one.step, one.found]))
  await lag()
  await undoSteps(given, found)
  expect(entries.slice(2)).toMatchObject([
    { step: made, outcome: 'done' },
    { step: gone, outcome: 'done' },
  ])
  expect(await listBans(lab)).toMatchObject({ data: [scan] })
})

test('sends a ban again which a node refuses that still has the deleted one', async () => {
  const lab = await startBroker()
  const { given, entries, watches } = await startLagging(lab, 2)
  // The node that serves reads does not lag.
  watches.delete('GET /banned')
  await applySteps(given, new Map())
  expect(entries).toMatchObject([{ outcome: 'done' }, { step: made, outcome: 'done' }])
  expect(await listBans(lab)).toMatchObject({ data: [{ reason: 'new' }] })
})

test('puts the old ban back where the new one is refused, whatever a node that lags tells', async () => {
  const lab = await startBroker()
  const { given, entries, watches } = await startLagging(lab, 100)
  let posts = 0
  watches.set('POST /banned', { answer: () => (posts++ === 0 ? { status: 403, body: {} } : undefined) })
  await applySteps(given, new Map())
  expect(entries).toMatchObject([
    { step: gone, outcome: 'differs' },
    { step: made, outcome: 'refused', message: expect.stringContaining('is there again as it was.') },
  ])
  expect(await listBans(lab)).toMatchObject({ data: [scan] })
})

test('says that it is unknown where every node goes on answering that the ban exists', async () => {
  const lab = await startBroker()
  const { given, entries, waited } = await startLagging(lab, 100)
  await applySteps(given, new Map())
  expect(entries).toMatchObject([
    { step: gone, outcome: 'differs' },
    {
      step: made,
      outcome: 'unknown',
      message:
        'The broker still answers that it exists: it may be the deleted one, on a node that lags behind. ' +
        "Can't determine whether what was deleted for it is there again. Look at it, and compare again.",
    },
  ])
  expect(waited).toHaveLength(12)
})

test('leaves a ban that somebody made in between', async () => {
  const lab = await startBroker()
  const { cluster, given, entries, watches } = await startLagging(lab, 0)
  const theirs = () => lab.ask('POST', '/banned', { ...scan, reason: 'theirs' })
  watches.set('POST /banned', { before: theirs })
  await applySteps(given, new Map())
  expect(entries).toMatchObject([
    { step: gone, outcome: 'done' },
    { step: made, outcome: 'refused', message: expect.stringContaining('Somebody made another one') },
  ])
  expect(await readThing(cluster.ask, 'bans', id)).toMatchObject({ settings: { reason: 'theirs' } })
})

test('takes back what a node that lags did not have yet when it was read back', async () => {
  const lab = await startBroker()
  const { given, entries, watches } = await startLagging(lab, 0)
  const step: Step = { ...about, id: 'username:mallory', deed: 'create', before: undefined, after: settings }
  const body = { data: [], meta: { page: 1, limit: 10_000, count: 0, hasnext: false } }
  let isLagging = false
  const begin = () => {
    isLagging = true
  }
  watches.set('POST /banned', { before: begin })
  watches.set('GET /banned', { answer: () => (isLagging ? { status: 200, body } : undefined) })
  const run = { ...given, steps: [step] }
  await applySteps(run, new Map())
  expect(entries).toMatchObject([{ step, outcome: 'differs', found: null }])
  expect(await listBans(lab)).toMatchObject({ meta: { count: 2 } })
  isLagging = false
  await undoSteps(run, new Map([[step, null]]))
  expect(entries.slice(1)).toMatchObject([{ step, outcome: 'done' }])
  expect(await listBans(lab)).toMatchObject({ data: [scan], meta: { count: 1 } })
})
