import { topicMatches } from '@brokerdeck/languages/topic.ts'
import type { LinkRequest } from '#domain/mqtt-link/connection-settings.ts'
import type { LinkAnswer, LinkMessage, SubscriptionOptions } from '#domain/mqtt-link/link-message.ts'
import type { LinkState } from '#domain/mqtt-link/link-state.ts'
import { CaptureBudget } from './capture-budget.ts'
import type { CaptureEnd, CaptureStart, CaptureView } from './capture-state.ts'
import { type RateWindow, ratePerSecond, tally } from './rate-window.ts'

/** The part of a connection that a capture needs. */
export interface CaptureLink {
  subscribe(filter: string, options: SubscriptionOptions): Promise<LinkAnswer>
  close(): void
}

interface CaptureListener {
  onState(state: LinkState): void
  onMessage(message: LinkMessage): void
}

export type OpenLink = (request: LinkRequest, listener: CaptureListener) => CaptureLink

interface CaptureHost {
  readonly openLink: OpenLink
  take(message: LinkMessage, now: number): void
  changed(): void
}

/** Retained messages are not requested: they are listed elsewhere, and may be very many. */
const asObserver = { noLocal: false, retainAsPublished: true, retainHandling: 2 } as const

const idle: CaptureView = {
  phase: 'idle',
  filters: [],
  startedAt: 0,
  endsAt: 0,
  at: 0,
  taken: 0,
  dropped: 0,
  bytes: 0,
  rate: 0,
}

/** A subscription that ends by itself. */
export class Capture {
  readonly #host: CaptureHost
  readonly #received: RateWindow = { slot: 0, current: 0, previous: 0 }
  #link: CaptureLink | undefined
  #budget: CaptureBudget | undefined
  #turn = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #view: CaptureView = idle

  constructor(host: CaptureHost) {
    this.#host = host
  }

  get isRunning(): boolean {
    return this.#view.phase === 'running'
  }

  get #isOn(): boolean {
    return this.#view.phase === 'connecting' || this.isRunning
  }

  /** The start of counting, and the time of the figures: the present, or the end. */
  get span(): { readonly since: number; readonly at: number } {
    return { since: this.#view.startedAt, at: this.isRunning ? Date.now() : this.#view.at }
  }

  get view(): CaptureView {
    const { since, at } = this.span
    const { taken = 0, dropped = 0, bytes = 0 } = this.#budget ?? {}
    return { ...this.#view, at, taken, dropped, bytes, rate: ratePerSecond(this.#received, at, since) }
  }

  start({ link, filters, qos, limits }: CaptureStart): void {
    this.stop()
    this.#budget = undefined
    Object.assign(this.#received, { slot: 0, current: 0, previous: 0 })
    this.#view = {
      ...idle,
      phase: 'connecting',
      filters: [...filters],
      startedAt: Date.now(),
      at: Date.now(),
    }
    this.#turn += 1
    const turn = this.#turn
    const isCurrent = () => turn === this.#turn && this.#isOn
    const opened = this.#host.openLink(link, {
      onState: ({ phase, end, connack }) => {
        if (!isCurrent()) return
        if (phase === 'connected') {
          const isTold = filters.length > 1 && connack?.version === 5 && connack.hasSubscriptionIds !== false
          void this.#subscribe(opened, { filters, qos, limits, isTold })
        }
        if (phase === 'disconnected') this.#end('link', end === undefined ? {} : { linkEnd: end })
      },
      onMessage: (message) => isCurrent() && this.#receive(message),
    })
    // The browser may refuse the connection at once, before it tries.
    if (isCurrent()) this.#link = opened
    this.#host.changed()
  }

  stop(): void {
    this.#end('stopped')
  }

  /** `isTold`: the broker sends with each message the identifier of the filter that it matches. */
  async #subscribe(
    link: CaptureLink,
    { filters, qos, limits, isTold }: Omit<CaptureStart, 'link'> & { readonly isTold: boolean },
  ): Promise<void> {
    // The budget starts before the broker grants the subscription, because the first messages arrive together with
    // its response.
    const budget = new CaptureBudget(limits, Date.now())
    this.#budget = budget
    for (const [at, filter] of filters.entries()) {
      const own = isTold ? { subscriptionId: at + 1 } : {}
      const answer = await link.subscribe(filter, { ...asObserver, qos, ...own })
      if (link !== this.#link) return
      if (answer.kind === 'refused') return this.#end('refused', { code: answer.code })
      if (answer.kind !== 'done') return this.#end('link')
    }
    this.#view = {
      ...this.#view,
      phase: 'running',
      startedAt: budget.startedAt,
      endsAt: budget.endsAt,
    }
    this.#timer = setTimeout(() => this.#end('time'), limits.seconds * 1000)
    this.#host.changed()
  }

  #receive(message: LinkMessage): void {
    if (this.#budget === undefined) return
    const now = Date.now()
    const isCopy = this.#isCopy(message)
    const verdict = this.#budget.receive(message.topic.length + message.payload.length, now, isCopy)
    if (verdict === 'end') this.#end('bytes')
    else if (!isCopy) tally(this.#received, now)
    if (verdict === 'take') this.#host.take(message, now)
    this.#host.changed()
  }

  /**
   * EMQX sends a message once for each subscription that it matches (MQTT 5 §3.3.4): only the message for the first
   * filter counts.
   */
  #isCopy({ topic, properties }: LinkMessage): boolean {
    const ids = properties?.subscriptionIds ?? []
    const first = this.#view.filters.findIndex((filter) => topicMatches(filter, topic))
    return ids.length > 0 && first >= 0 && !ids.includes(first + 1)
  }

  #end(end: CaptureEnd, why: Pick<CaptureView, 'code' | 'linkEnd'> = {}): void {
    if (!this.#isOn) return
    const link = this.#link
    this.#link = undefined
    clearTimeout(this.#timer)
    this.#view = { ...this.#view, phase: 'ended', at: Date.now(), end, ...why }
    link?.close()
    this.#host.changed()
  }
}
