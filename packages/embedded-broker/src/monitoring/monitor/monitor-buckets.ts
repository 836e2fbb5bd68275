import type { NodeSample } from './node-sample.ts'

export interface Bucket {
  readonly time: number
  /** Undefined for a gap without samples. */
  readonly sample: NodeSample | undefined
}

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** Returns the width of the buckets, which grows with the range (screens §6.3). */
export function bucketWidth(range: number): number {
  if (range <= minute) return second
  if (range <= hour) return 10 * second
  if (range <= day) return minute
  if (range <= 3 * day) return 5 * minute
  return 10 * minute
}

/**
 * Groups samples by the start of their bucket. First the nodes of each moment are combined (connections add up,
 * topics are known to every node), then the moments of each bucket (counters add up, gauges show their peak).
 */
export function toBuckets(
  samples: Iterable<readonly [node: string, sample: NodeSample]>,
  width: number,
): Map<number, NodeSample> {
  const moments = new Map<number, NodeSample>()
  for (const [, sample] of samples) {
    const other = moments.get(sample.time)
    moments.set(sample.time, other === undefined ? sample : besides(other, sample))
  }
  const buckets = new Map<number, NodeSample>()
  for (const [time, sample] of moments) {
    const start = time - (time % width)
    const earlier = buckets.get(start)
    buckets.set(start, earlier === undefined ? sample : after(earlier, sample))
  }
  return buckets
}

/** Lists the buckets in order, including gaps; returns an empty list if there are no samples. */
export function listBuckets(
  buckets: ReadonlyMap<number, NodeSample>,
  width: number,
  from: number,
  to: number,
): Bucket[] {
  if (buckets.size === 0) return []
  const first = Number.isFinite(from) ? from - (from % width) : Math.min(...buckets.keys())
  const list: Bucket[] = []
  for (let time = first; time <= to; time += width) list.push({ time, sample: buckets.get(time) })
  return list
}

function besides(a: NodeSample, b: NodeSample): NodeSample {
  return {
    time: a.time,
    connections: a.connections + b.connections,
    live_connections: a.live_connections + b.live_connections,
    topics: Math.max(a.topics, b.topics),
    subscriptions: a.subscriptions + b.subscriptions,
    received: a.received + b.received,
    sent: a.sent + b.sent,
    dropped: a.dropped + b.dropped,
  }
}

function after(a: NodeSample, b: NodeSample): NodeSample {
  return {
    time: a.time,
    connections: Math.max(a.connections, b.connections),
    live_connections: Math.max(a.live_connections, b.live_connections),
    topics: Math.max(a.topics, b.topics),
    subscriptions: Math.max(a.subscriptions, b.subscriptions),
    received: a.received + b.received,
    sent: a.sent + b.sent,
    dropped: a.dropped + b.dropped,
  }
}
