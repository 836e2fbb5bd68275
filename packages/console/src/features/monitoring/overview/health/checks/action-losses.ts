import { secondsUntilFull } from '@brokerdeck/contract/integration/buffer-size.ts'
import { health as m } from '#features/monitoring/messages/health.ts'
import {
  type Answer,
  type HealthCheck,
  judgeSubject,
  ok,
} from '#features/monitoring/overview/health/health-check.ts'
import { formatBytes, formatNumber, formatPercent } from '#i18n/format-number.ts'
import { formatDuration } from '#i18n/format-time.ts'
import { visibleText } from '#lib/visible-text.ts'
import { linkTo } from '#routes/routes.ts'

/** Holds the dropped and the queued messages of an action, summed over all nodes. */
export interface ActionCount {
  readonly id: string
  readonly dropped: number
  /** The messages dropped since this check began to watch. */
  readonly droppedSince: number
  readonly queuing: number
}

/** Describes the fill level of the buffer of an action on one node. */
export interface ActionBuffer {
  readonly id: string
  readonly node: string
  readonly bytes: number
  readonly limit: number
  /** The growth in bytes per second; 0 while unknown. */
  readonly growth: number
}

export interface ActionLosses {
  readonly counts: readonly ActionCount[]
  /** The buffers that have been read so far. */
  readonly buffers: readonly ActionBuffer[]
  /** The number of actions whose buffers have been read so far, and the number of actions with queued messages. */
  readonly looked: { readonly actions: number; readonly waiting: number }
  /** The duration of the watch, in milliseconds. */
  readonly watched: number
}

/** The share of a buffer in use from which an operator should be alerted. */
const critical = 0.8
const notable = 0.5

/** Checks for messages that actions drop, and for buffers that fill up: a full buffer drops its oldest messages. */
export function actionLosses(losses: Answer<ActionLosses>): HealthCheck {
  return judgeSubject({
    id: 'action-losses',
    subject: m.losses,
    answer: losses,
    absent: ok(m.noActionsThatLose),
    judge({ counts, buffers, looked, watched }) {
      const losing = counts.filter(({ droppedSince }) => droppedSince > 0)
      const filling = buffers.filter((one) => one.bytes > one.limit * notable || one.growth > 0)
      const waiting = counts.reduce((sum, { queuing }) => sum + queuing, 0)
      const lost = counts.filter(({ dropped }) => dropped > 0)
      const evidence = [
        ...losing.map(({ id, droppedSince }) =>
          m.lossIs(visibleText(id), droppedSince, formatDuration(watched, 1)),
        ),
        ...filling.map(describeFill),
        ...lost.map(({ id, dropped }) => m.lossOf(visibleText(id), formatNumber(dropped))),
        ...(looked.actions < looked.waiting
          ? [m.buffersRead(formatNumber(looked.actions), formatNumber(looked.waiting))]
          : []),
      ]
      if (losing.length === 0 && filling.length === 0)
        return ok(waiting === 0 ? m.noLosses : m.losesNothing(waiting), evidence)
      const isUrgent = losing.length > 0 || filling.some(({ bytes, limit }) => bytes > limit * critical)
      return {
        level: isUrgent ? 'bad' : 'warn',
        verdict: losing.length > 0 ? m.actionsLose(losing.length) : m.buffersFill(waiting),
        evidence,
        consequence: m.lossConsequence,
        fix: { label: m.actions, to: linkTo('actions') },
      }
    },
  })
}

function describeFill(buffer: ActionBuffer): string {
  const { id, node, bytes, limit } = buffer
  const fill = m.fillIs(
    visibleText(`${id} · ${node}`),
    formatBytes(bytes),
    formatBytes(limit),
    formatPercent(bytes / limit),
  )
  const seconds = secondsUntilFull(buffer)
  return seconds === undefined ? fill : m.fullIn(fill, formatDuration(seconds * 1000, 1))
}
