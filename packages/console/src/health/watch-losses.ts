import { metrics } from '@brokerdeck/contract/monitoring/metrics.ts'
import { addReading, type DropLog } from '#features/monitoring/broker-history/drop-log.ts'
import type { Answer } from '#features/monitoring/overview/health/health-check.ts'
import { type Ask, readLosses, type WatchedLosses } from '#features/monitoring/overview/health/read-losses.ts'
import { answerTo } from './read-answer.ts'

interface Watched {
  readonly drops: Answer<DropLog>
  readonly losses: Answer<WatchedLosses>
}

/** Each is wanted or not. */
type Wanted = Readonly<Record<keyof Watched, boolean>>

/** What only grows is looked at twice, with some time in between; once where `waitForSecondLook` is undefined. */
export async function watchLosses(
  ask: Ask,
  wanted: Wanted,
  waitForSecondLook: (() => Promise<void>) | undefined,
): Promise<Watched> {
  const first = await look(ask, wanted, undefined)
  if (waitForSecondLook === undefined || (first.drops.kind !== 'told' && first.losses.kind !== 'told'))
    return first
  await waitForSecondLook()
  const second = await look(ask, wanted, first)
  // An answer that came once counts, also while the broker does not answer now.
  return {
    drops: second.drops.kind === 'told' ? second.drops : first.drops,
    losses: second.losses.kind === 'told' ? second.losses : first.losses,
  }
}

async function look(ask: Ask, wanted: Wanted, before: Watched | undefined): Promise<Watched> {
  const [drops, losses] = await Promise.all([
    wanted.drops ? answerTo(readDrops(ask, takeValue(before?.drops))) : awaited,
    wanted.losses ? answerTo(readLosses(takeValue(before?.losses), ask)) : awaited,
  ])
  return { drops, losses }
}

const awaited: Answer<never> = { kind: 'awaited' }

async function readDrops(ask: Ask, log: DropLog | undefined): Promise<DropLog> {
  const answer = await ask(metrics.list, { query: { aggregate: false } })
  return addReading(log, Array.isArray(answer) ? answer : [], Date.now())
}

function takeValue<T>(answer: Answer<T> | undefined): T | undefined {
  return answer?.kind === 'told' ? answer.value : undefined
}
