import { metrics } from '@brokerdeck/contract/monitoring/metrics.ts'
import { addReading, type DropLog } from '#features/monitoring/broker-history/drop-log.ts'
import { type Answer, mapAnswer } from '#features/monitoring/overview/health/health-check.ts'
import {
  type AskBroker,
  readLosses,
  type WatchedLosses,
} from '#features/monitoring/overview/health/read-losses.ts'
import { answerTo } from './read-answer.ts'

interface LossAnswers {
  readonly drops: Answer<DropLog>
  readonly losses: Answer<WatchedLosses>
}

/** Tells for each kind of loss whether it is wanted. */
type WantedLosses = Readonly<Record<keyof LossAnswers, boolean>>

/** Keeps the last reading: every further reading is then compared with it. */
export class LossWatch {
  #last: LossAnswers | undefined

  /** Takes two readings the first time, with some time in between; one if `waitForSecondLook` is undefined. */
  async look(
    ask: AskBroker,
    wanted: WantedLosses,
    waitForSecondLook: (() => Promise<void>) | undefined,
  ): Promise<LossAnswers> {
    const before = this.#last
    const seen =
      before === undefined ? await lookTwice(ask, wanted, waitForSecondLook) : await look(ask, wanted, before)
    const { drops, losses } = seen
    this.#last = {
      drops: drops.kind === 'told' ? drops : (before?.drops ?? awaited),
      losses: losses.kind === 'told' ? mapAnswer(losses, watchFromNow) : (before?.losses ?? awaited),
    }
    return seen
  }
}

/**
 * Resets the reference values after a reading: each loss is reported by the reading that sees it, because a loss a
 * month ago is no reason for an alert today.
 */
function watchFromNow(losses: WatchedLosses): WatchedLosses {
  return {
    ...losses,
    since: losses.since + losses.watched,
    droppedBefore: new Map(losses.counts.map(({ id, dropped }) => [id, dropped])),
  }
}

async function lookTwice(
  ask: AskBroker,
  wanted: WantedLosses,
  waitForSecondLook: (() => Promise<void>) | undefined,
): Promise<LossAnswers> {
  const first = await look(ask, wanted, undefined)
  if (waitForSecondLook === undefined || (first.drops.kind !== 'told' && first.losses.kind !== 'told'))
    return first
  await waitForSecondLook()
  const second = await look(ask, wanted, first)
  // A value that was read once counts, even if the broker does not respond now.
  return {
    drops: second.drops.kind === 'told' ? second.drops : first.drops,
    losses: second.losses.kind === 'told' ? second.losses : first.losses,
  }
}

async function look(
  ask: AskBroker,
  wanted: WantedLosses,
  before: LossAnswers | undefined,
): Promise<LossAnswers> {
  const [drops, losses] = await Promise.all([
    wanted.drops ? answerTo(readDrops(ask, takeValue(before?.drops))) : awaited,
    wanted.losses ? answerTo(readLosses(takeValue(before?.losses), ask)) : awaited,
  ])
  return { drops, losses }
}

const awaited: Answer<never> = { kind: 'awaited' }

async function readDrops(ask: AskBroker, log: DropLog | undefined): Promise<DropLog> {
  const answer = await ask(metrics.list, { query: { aggregate: false } })
  return addReading(log, Array.isArray(answer) ? answer : [], Date.now())
}

function takeValue<T>(answer: Answer<T> | undefined): T | undefined {
  return answer?.kind === 'told' ? answer.value : undefined
}
