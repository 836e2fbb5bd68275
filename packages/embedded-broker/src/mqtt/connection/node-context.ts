import { Gauge } from '../client/gauge.ts'
import { Metrics } from '../client/metrics.ts'
import type { Settings } from '../client/settings.ts'
import { IngressLimiter } from '../limits/ingress-limiter.ts'
import { TokenBucket } from '../limits/token-bucket.ts'

/** The facts that a session and a connection know about their node. */
export interface NodeContext {
  readonly name: string
  readonly metrics: Metrics
  readonly gauges: NodeGauges
  /** The rate limit of new connections. */
  readonly arrivals: TokenBucket
  /**
   * The limiter for new connections: as in EMQX 5.8.9, existing connections keep the rates that applied when they
   * began.
   */
  readonly ingressLimiter: IngressLimiter
  /** True if the node hands its clients over to other nodes and accepts no new clients. */
  isClosed: boolean
}

export interface NodeGauges {
  readonly sessions: Gauge
  readonly live: Gauge
  readonly subscriptions: Gauge
  readonly delayed: Gauge
}

/** The gauges that are the same on every node, because their tables are replicated. */
export interface ClusterGauges {
  readonly topics: Gauge
  readonly sharedSubscriptions: Gauge
  readonly sessions: Gauge
  readonly retained: Gauge
}

export function createNodeContext(name: string, settings: Settings): NodeContext {
  const gauges = {
    sessions: new Gauge(),
    live: new Gauge(),
    subscriptions: new Gauge(),
    delayed: new Gauge(),
  }
  let limits = settings.limiter
  let ingressLimiter = new IngressLimiter(limits)
  return {
    name,
    metrics: new Metrics(),
    gauges,
    isClosed: false,
    arrivals: new TokenBucket(() => settings.limiter.connections),
    get ingressLimiter() {
      if (limits !== settings.limiter) {
        limits = settings.limiter
        ingressLimiter = new IngressLimiter(limits)
      }
      return ingressLimiter
    },
  }
}

export function createClusterGauges(): ClusterGauges {
  return {
    topics: new Gauge(),
    sharedSubscriptions: new Gauge(),
    sessions: new Gauge(),
    retained: new Gauge(),
  }
}

export function collectStats(
  nodeContext: NodeContext,
  cluster: ClusterGauges,
): Readonly<Record<string, number>> {
  const { sessions, live, subscriptions, delayed } = nodeContext.gauges
  const rows: readonly (readonly [string, Gauge])[] = [
    ['channels', sessions],
    ['cluster_sessions', cluster.sessions],
    ['connections', sessions],
    ['delayed', delayed],
    ['live_connections', live],
    ['retained', cluster.retained],
    ['sessions', sessions],
    ['suboptions', subscriptions],
    ['subscribers', subscriptions],
    ['subscriptions', subscriptions],
    ['subscriptions.shared', cluster.sharedSubscriptions],
    ['topics', cluster.topics],
  ]
  return Object.fromEntries(
    rows.flatMap(([name, gauge]) => [
      [`${name}.count`, gauge.count],
      [`${name}.max`, gauge.max],
    ]),
  )
}
