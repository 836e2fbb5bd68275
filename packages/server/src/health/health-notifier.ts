import type { NotifyFormat } from '#options/health-watch-options.ts'
import type { HealthState } from './health-report.ts'
import { type Change, formatNotification, type NotifiedCheck } from './notification.ts'
import type { Delivery, Receiver } from './open-receiver.ts'
import type { Schedule } from './real-time.ts'

/** The minimum time between two messages about a cluster, in milliseconds. */
const leastPause = 60_000
/** The delay after a failed delivery, in milliseconds; it doubles with each further failure. */
const firstRetry = 10_000
const longestRetry = 600_000

interface KnownState {
  readonly state: HealthState
  readonly since: string
}

export interface NotifierOptions {
  readonly cluster: string
  readonly format: NotifyFormat
  /** The time for which a message is valid, in milliseconds, for receivers that expect it to be repeated. */
  readonly holdsMs: number
  readonly receiver: Receiver
  readonly schedule: Schedule
  readonly report: (line: string) => void
}

/**
 * Keeps the state that the receiver knows beside the present state, and sends the differences. There is no queue: a
 * change that was reverted before it could be sent is not sent.
 */
export class HealthNotifier {
  readonly counts = new Map<Delivery['result'], number>([
    ['delivered', 0],
    ['rejected', 0],
    ['unreachable', 0],
    ['timeout', 0],
  ])
  readonly #options: NotifierOptions
  /** The states that the receiver knows; a check that is not in the map is fine. */
  #known: ReadonlyMap<string, KnownState> = new Map()
  /** The states that a delivery without a response may have reported. */
  #perhaps: ReadonlyMap<string, KnownState> = new Map()
  #now: readonly NotifiedCheck[] = []
  #isNews = false
  #failures = 0
  #isSending = false
  #isClosed = false
  #callOff: (() => void) | undefined

  constructor(options: NotifierOptions) {
    this.#options = options
  }

  update(checks: readonly NotifiedCheck[]): void {
    this.#now = checks
    this.#isNews = true
    this.#tell()
  }

  close(): void {
    this.#isClosed = true
    this.#callOff?.()
    this.#options.receiver.close()
  }

  #tell(): void {
    const changes = this.#changes()
    const firing = this.#now.filter(({ state }) => state !== 'ok')
    // Alertmanager considers an alert resolved if it is not repeated.
    const isRepeated = this.#options.format === 'alertmanager' && this.#isNews && firing.length > 0
    const isBusy = this.#isSending || this.#callOff !== undefined || this.#isClosed
    if (isBusy || (changes.length === 0 && !isRepeated)) return
    this.#isNews = false
    this.#isSending = true
    const { cluster, format, holdsMs, schedule, receiver } = this.#options
    const told = this.#now
    const time = new Date(schedule.now()).toISOString()
    const body = formatNotification(format, { cluster, time, changes, firing, holdsMs })
    void receiver.post(body).then((delivery) => this.#settle(delivery, told))
  }

  #changes(): readonly Change[] {
    const fine: KnownState = { state: 'ok', since: '' }
    return this.#now.flatMap((check) => {
      const known = this.#known.get(check.id) ?? fine
      const perhaps = this.#perhaps.get(check.id) ?? known
      const before = known.state === check.state ? perhaps : known
      return before.state === check.state ? [] : [{ ...check, before }]
    })
  }

  /**
   * Adds the states that may have been reported. A state that the receiver certainly knows does not revoke what it
   * may have been told before.
   */
  #addPerhaps(told: readonly NotifiedCheck[]): ReadonlyMap<string, KnownState> {
    return new Map(
      told.map(({ id, state, since }) => {
        const isKnown = state === (this.#known.get(id)?.state ?? 'ok')
        const earlier = isKnown ? this.#perhaps.get(id) : undefined
        return [id, earlier ?? { state, since }]
      }),
    )
  }

  #settle(delivery: Delivery, told: readonly NotifiedCheck[]): void {
    this.#isSending = false
    this.counts.set(delivery.result, (this.counts.get(delivery.result) ?? 0) + 1)
    if (this.#isClosed) return
    const { cluster, report, schedule } = this.#options
    const after = new Map(told.map(({ id, state, since }) => [id, { state, since }]))
    const isLikelyThere = delivery.result === 'delivered' || delivery.result === 'timeout'
    let pause = isLikelyThere ? leastPause : 0
    if (delivery.result === 'delivered') {
      if (this.#failures > 0) report(`${cluster}: notifications are delivered again`)
      this.#known = after
      this.#perhaps = new Map()
      this.#failures = 0
    } else {
      if (this.#failures === 0)
        report(`${cluster}: a notification is not delivered, and is tried again: ${delivery.reason}`)
      if (delivery.mayHaveArrived) this.#perhaps = this.#addPerhaps(told)
      pause = Math.max(pause, Math.min(longestRetry, firstRetry * 2 ** Math.min(this.#failures, 10)))
      this.#failures += 1
      this.#isNews = true
    }
    this.#callOff = schedule.after(pause, () => {
      this.#callOff = undefined
      this.#tell()
    })
  }
}
