import type { IncomingMessage } from 'node:http'
import { type Forwarded, forward, isRepeatable, NothingSent } from './forward.ts'
import type { Upstream } from './upstream.ts'
import { UpstreamTimeout } from './upstream-problem.ts'

/** The time for which an address that did not respond is skipped before the next attempt, in milliseconds. */
const pause = 5_000
const patience = 4_000

export interface UpstreamAnswer {
  readonly upstream: Upstream
  readonly answer: IncomingMessage
}

/** Thrown when the last possible request failed; `upstream` is the address that was tried last. */
export class NobodyAnswered extends Error {
  override readonly name = 'NobodyAnswered'
  readonly upstream: Upstream
  constructor(upstream: Upstream, cause: unknown) {
    super('nobody answered', { cause })
    this.upstream = upstream
  }
}

export interface PoolOptions {
  readonly pause?: number
  /** Called when requests go to another address from now on. */
  readonly report?: (line: string) => void
}

/**
 * Holds the addresses of one cluster, each of which serves the whole cluster. Requests go to the first address that
 * is known to respond; an address that failed is left out until it responds again, and then returns to its place.
 */
export class UpstreamPool {
  readonly upstreams: readonly [Upstream, ...Upstream[]]
  /** The addresses that did not respond to their last request. */
  readonly #silent = new Set<Upstream>()
  readonly #pause: number
  readonly #report: (line: string) => void
  #timer: NodeJS.Timeout | undefined
  readonly #failovers = new Map<Upstream, number>()

  constructor(upstreams: readonly [Upstream, ...Upstream[]], options: PoolOptions = {}) {
    this.upstreams = upstreams
    this.#pause = options.pause ?? pause
    this.#report = options.report ?? (() => undefined)
  }

  /** The address that receives the next request first. */
  get current(): Upstream {
    return this.upstreams.find((one) => !this.#silent.has(one)) ?? this.upstreams[0]
  }

  /** Returns how often a request moved from this address to another. */
  failovers(upstream: Upstream): number {
    return this.#failovers.get(upstream) ?? 0
  }

  answers(upstream: Upstream): boolean {
    return !this.#silent.has(upstream)
  }

  /**
   * Tries one address after the other: a read whenever an address fails, any other request only while nothing of it
   * was sent. Throws `NobodyAnswered` if no address responds.
   */
  async ask(forwardedTo: (upstream: Upstream) => Forwarded): Promise<UpstreamAnswer> {
    const order = this.#order()
    for (const [at, upstream] of order.entries()) {
      const forwarded = forwardedTo(upstream)
      try {
        const answer = await forward(upstream, forwarded)
        this.#note(upstream, true)
        return { upstream, answer }
      } catch (error) {
        const isSilence = error instanceof UpstreamTimeout
        if (!forwarded.signal.aborted && !isSilence) this.#note(upstream, false)
        const mayGoOn = !forwarded.signal.aborted && (error instanceof NothingSent || isRepeatable(forwarded))
        if (!mayGoOn || at === order.length - 1) throw new NobodyAnswered(upstream, error)
        this.#failovers.set(upstream, this.failovers(upstream) + 1)
      }
    }
    throw new NobodyAnswered(this.upstreams[0], new Error('no address'))
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const upstream of this.upstreams) upstream.close()
  }

  #order(): readonly Upstream[] {
    const answering = this.upstreams.filter((one) => !this.#silent.has(one))
    return [...answering, ...this.upstreams.filter((one) => this.#silent.has(one))]
  }

  #note(upstream: Upstream, answered: boolean): void {
    if (answered !== this.#silent.has(upstream)) return
    const before = this.current
    if (answered) this.#silent.delete(upstream)
    else this.#silent.add(upstream)
    if (this.current !== before)
      this.#report(
        `${before.url.host} ${answered ? 'gives way' : 'does not answer'}; asking ${this.current.url.host}`,
      )
    if (this.#silent.size > 0) this.#lookAgain()
  }

  #lookAgain(): void {
    if (this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      Promise.all([...this.#silent].map((one) => this.#look(one))).then(() => {
        if (this.#timer === undefined) return
        this.#timer = undefined
        if (this.#silent.size > 0) this.#lookAgain()
      }, this.#report)
    }, this.#pause)
    this.#timer.unref()
  }

  /**
   * Requests a path that needs no token. Any response below 500 counts, since a node that starts or stops responds
   * with 503.
   */
  async #look(upstream: Upstream): Promise<void> {
    try {
      const answer = await forward(upstream, {
        method: 'GET',
        path: `${upstream.url.pathname.replace(/\/$/, '')}/api/v5/status`,
        headers: { accept: 'application/json' },
        body: undefined,
        timeouts: { connect: patience, idle: patience },
        signal: AbortSignal.timeout(2 * patience),
      })
      answer.resume()
      if ((answer.statusCode ?? 500) < 500) this.#note(upstream, true)
    } catch (error) {
      // The address still does not respond: it is tried again after the pause.
      if (!(error instanceof Error)) throw error
    }
  }
}
