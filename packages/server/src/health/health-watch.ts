import { healthCheckIds } from '@brokerdeck/console/health/examine-health.ts'
import { LossWatch } from '@brokerdeck/console/health/watch-losses.ts'
import { listSecrets } from '#broker-client/broker-session.ts'
import { printable, withoutSecrets } from '#lib/printable.ts'
import { StartError } from '#lib/start-error.ts'
import type { ApiKey } from '#options/api-key-file.ts'
import type { HealthWatchOptions } from '#options/health-watch-options.ts'
import { examineCluster, UnknownHealthError } from './examine-cluster.ts'
import { HealthNotifier } from './health-notifier.ts'
import type { HealthState, Report } from './health-report.ts'
import { backgroundLimits } from './limited-client.ts'
import type { NotifiedCheck } from './notification.ts'
import { openReceiver } from './open-receiver.ts'
import type { Schedule } from './real-time.ts'

/** A cluster that is examined at intervals. */
export interface WatchedCluster {
  readonly name: string
  readonly brokers: readonly string[]
  /** Reads the API key before each evaluation; throws a StartError if there is none at that time. */
  readonly readKey: () => ApiKey
  readonly insecureTls: boolean
  readonly ca?: string | undefined
  /** The public URL of the console for this cluster. */
  readonly console?: URL | undefined
}

/** Limits how many clusters are evaluated at the same time. */
export interface Turns {
  readonly take: (evaluate: () => Promise<void>) => Promise<void>
  /** The delay before the first evaluation, in milliseconds. */
  readonly delayMs: number
}

/** The maximum duration of an evaluation, in milliseconds, unless the interval is shorter. */
const longestEvaluation = 60_000
/**
 * The time between the two looks of the first evaluation, in milliseconds; later evaluations use the previous one as
 * their first look.
 */
const secondLookAfter = 5_000
/** The minimum validity of an alert, in milliseconds; Prometheus also keeps an alert for several of its intervals. */
const leastHold = 300_000

/** The id of the evaluation itself among the checks. */
const evaluationId = 'evaluation'

/** Evaluates the checks of one cluster repeatedly and keeps the results of the last evaluation. */
export class HealthWatch {
  readonly name: string
  /** The states of the checks: a check is unknown until it has been judged, and again if it can't be determined. */
  states: ReadonlyMap<string, HealthState> = new Map(healthCheckIds().map((id) => [id, 'unknown']))
  /** The time of the last evaluation, in seconds since 1970. */
  lastEvaluation: number | undefined
  isTold = false
  readonly #cluster: WatchedCluster
  readonly #intervalMs: number
  readonly #schedule: Schedule
  readonly #report: (line: string) => void
  readonly #losses = new LossWatch()
  readonly #turns: Turns
  readonly #notifier: HealthNotifier | undefined
  #checks: readonly NotifiedCheck[] = []
  #reason = ''
  #since: { readonly state: HealthState; readonly time: string } | undefined
  #abort = new AbortController()
  #callOff: (() => void) | undefined
  #underWay: Promise<void> = Promise.resolve()
  #isClosed = false

  constructor(
    cluster: WatchedCluster,
    { intervalSeconds, notify }: HealthWatchOptions,
    schedule: Schedule,
    report: (line: string) => void,
    turns: Turns,
  ) {
    this.#turns = turns
    this.name = cluster.name
    this.#cluster = cluster
    this.#intervalMs = intervalSeconds * 1000
    this.#schedule = schedule
    this.#report = report
    if (notify !== undefined)
      this.#notifier = new HealthNotifier({
        cluster: cluster.name,
        format: notify.format,
        schedule,
        report,
        holdsMs: Math.max(leastHold, 3 * this.#intervalMs),
        receiver: openReceiver(notify.readUrl ?? (() => notify.url), schedule),
      })
  }

  start(): void {
    if (this.#turns.delayMs === 0) this.#next()
    else this.#callOff = this.#schedule.after(this.#turns.delayMs, () => this.#next())
  }

  /** Runs an evaluation and schedules the next one when it has ended; the wait for its turn is part of the interval. */
  #next(): void {
    const began = this.#schedule.now()
    const evaluate = () => (this.#isClosed ? Promise.resolve() : this.#evaluate())
    this.#underWay = this.#turns.take(evaluate).then(() => {
      if (this.#isClosed) return
      const took = this.#schedule.now() - began
      // The clock may have been set during the evaluation.
      const rest = Math.min(this.#intervalMs, Math.max(1000, this.#intervalMs - took))
      this.#callOff = this.#schedule.after(rest, () => this.#next())
    })
  }

  /** The numbers of notifications by result; undefined if no receiver is configured. */
  get notifications(): HealthNotifier['counts'] | undefined {
    return this.#notifier?.counts
  }

  /** Stops the watch; nothing is sent after the promise resolves. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#callOff?.()
    this.#abort.abort()
    this.#notifier?.close()
    await this.#underWay
  }

  async #evaluate(): Promise<void> {
    const secrets: string[] = []
    this.#abort = new AbortController()
    const cut = Math.min(longestEvaluation, this.#intervalMs)
    const callOff = this.#schedule.after(cut, () => this.#abort.abort())
    try {
      const { signal } = this.#abort
      const apiKey = this.#cluster.readKey()
      secrets.push(...listSecrets({ apiKey }))
      const report = await examineCluster(
        {
          ...this.#cluster,
          access: { apiKey },
          waitForSecondLook: () => this.#waitUnlessAborted(secondLookAfter, signal),
          losses: this.#losses,
          background: { limits: backgroundLimits, signal },
        },
        secrets,
      )
      if (!this.#isClosed) this.#take(report)
    } catch (error) {
      if (this.#isClosed) return
      // An error that does not stem from the broker is a bug of this server, and ends only this evaluation.
      const isNamed = error instanceof UnknownHealthError || error instanceof StartError
      const reason = isNamed ? error.message : `this is a fault: ${String(error)}`
      this.#miss(printable(withoutSecrets(reason, secrets)))
    } finally {
      callOff()
    }
  }

  #take({ checks }: Report): void {
    const time = this.#note(true)
    this.states = new Map(checks.map(({ id, state }) => [id, state]))
    const before = new Map(this.#checks.map((check) => [check.id, check]))
    this.#checks = checks.map((check) => {
      const known = before.get(check.id)
      return { ...check, since: known?.state === check.state ? known.since : time }
    })
    if (this.#reason !== '') this.#report(`${this.name}: health can be determined again`)
    this.#reason = ''
    this.#tell('ok', time, 'Health can be determined.')
  }

  /** Records a failed evaluation. Results that were reported before stay valid until the next successful evaluation. */
  #miss(reason: string): void {
    const time = this.#note(false)
    this.states = new Map([...this.states.keys()].map((id) => [id, 'unknown']))
    if (this.#reason !== reason) this.#report(`${this.name}: can't determine health: ${reason}`)
    this.#reason = reason
    this.#tell('unknown', time, `Can't determine health: ${reason}`)
  }

  #note(isTold: boolean): string {
    const now = this.#schedule.now()
    this.isTold = isTold
    this.lastEvaluation = now / 1000
    return new Date(now).toISOString()
  }

  #tell(state: HealthState, time: string, verdict: string): void {
    if (this.#since?.state !== state) this.#since = { state, time }
    const evaluation: NotifiedCheck = {
      id: evaluationId,
      subject: 'Evaluation',
      state,
      verdict,
      since: this.#since.time,
      evidence: [],
      consequence: null,
      fix: null,
    }
    this.#notifier?.update([evaluation, ...this.#checks])
  }

  #waitUnlessAborted(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const callOff = this.#schedule.after(milliseconds, resolve)
      const end = () => {
        callOff()
        resolve()
      }
      signal.addEventListener('abort', end, { once: true })
      if (signal.aborted) end()
    })
  }
}
