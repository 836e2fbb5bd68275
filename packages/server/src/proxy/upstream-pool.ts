import type { IncomingMessage } from 'node:http'
import { type Forwarded, forward, isRepeatable, NothingSent } from './forward.ts'
import type { Upstream } from './upstream.ts'
import { UpstreamTimeout } from './upstream-problem.ts'

/** How long an address that did not answer is left alone before it is asked again, in ms. */
const pause = 5_000
const patience = 4_000

export interface UpstreamAnswer {
  readonly upstream: Upstream
  readonly answer: IncomingMessage
}

/** Where the last request went wrong; `upstream` is the address that was asked last. */
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
  /** Told when another address is asked from now on. */
  readonly report?: (line: string) => void
}

/**
 * The addresses of one cluster, any of which answers for all of it. The first one that is known to answer is asked; one
 * that failed is left out until it answers again, and then comes back to its place.
 */
export class UpstreamPool {
  readonly upstreams: readonly [Upstream, ...Upstream[]]
  /** Those that did not answer when they were last asked. */
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

  /** Who is asked first. */
  get current(): Upstream {
    return this.upstreams.find((one) => !this.#silent.has(one)) ?? this.upstreams[0]
  }

  /** How often a request left this address for another. */
  failovers(upstream: Upstream): number {
    return this.#failovers.get(upstream) ?? 0
  }

  answers(upstream: Upstream): boolean {
    return !this.#silent.has(upstream)
  }

  /**
   * Asks one address after the other: a read whenever one fails, anything else only while nothing of it was sent. Ends
   * with a `NobodyAnswered`.
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

  /** Only what needs no token; any answer below 500 is one, since a node that starts or stops answers 503. */
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
      // Still silent: it is asked again after the pause.
      if (!(error instanceof Error)) throw error
    }
  }
}
