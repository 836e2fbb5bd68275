import type { TopicFigures } from '@brokerdeck/contract/diagnose/topic-metrics.ts'
import type { Span, Track } from '#kit/chart/align-tracks.ts'

export interface RateSample {
  /** The time of the response, in epoch milliseconds. */
  readonly at: number
  readonly figures: TopicFigures
}

export type QosChoice = 'all' | 0 | 1 | 2

const longestMs = 5 * 60_000
const shortestMs = 60_000

/**
 * Adds the newest response and drops samples outside of the longest window. Returns the same list if there is nothing
 * new.
 */
export function addSample(samples: readonly RateSample[], newest: RateSample): readonly RateSample[] {
  if ((samples.at(-1)?.at ?? 0) >= newest.at) return samples
  return [...samples.filter(({ at }) => at >= newest.at - longestMs), newest]
}

/** Returns the time span to draw: it grows from one minute to five, and then moves on. */
export function toSampleWindow(samples: readonly RateSample[]): Span {
  const to = samples.at(-1)?.at ?? 0
  return { from: Math.min(samples[0]?.at ?? 0, to - shortestMs), to }
}

/** Returns the tracks for incoming and outgoing messages, and for dropped messages unless they are split by QoS. */
export function rateTracks(samples: readonly RateSample[], qos: QosChoice): readonly Track[] {
  const buildTrack = (name: keyof TopicFigures): Track => ({
    kind: 'gauge',
    points: samples.map(({ at, figures }) => ({ time: at, value: figures[name] })),
  })
  if (qos !== 'all')
    return [buildTrack(`messages.qos${qos}.in.rate`), buildTrack(`messages.qos${qos}.out.rate`)]
  return [
    buildTrack('messages.in.rate'),
    buildTrack('messages.out.rate'),
    buildTrack('messages.dropped.rate'),
  ]
}
