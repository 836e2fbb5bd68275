import { useMemo, useState } from 'react'
import { alignTracks } from '#kit/chart/align-tracks.ts'
import { createChartStore } from '#kit/chart/chart-store.ts'
import { type Series, TimeSeries } from '#kit/chart/time-series.tsx'
import { m } from './messages.ts'
import { type QosChoice, type RateSample, rateTracks, windowOf } from './rate-samples.ts'

const series: readonly Series[] = [
  { label: m.in, color: 'c1' },
  { label: m.out, color: 'c2' },
  { label: m.dropped, color: 'c4' },
]

interface TopicRatesProps {
  readonly samples: readonly RateSample[]
  readonly qos: QosChoice
  readonly pollSeconds: number
}

/** The rates since they are looked at. */
export function TopicRates({ samples, qos, pollSeconds }: TopicRatesProps) {
  const [store] = useState(createChartStore)
  const step = pollSeconds * 1000
  const window = windowOf(samples)
  const alignment = useMemo(
    () => alignTracks(rateTracks(samples, qos), { window: windowOf(samples), step, tolerance: 2 * step }),
    [samples, qos, step],
  )
  return (
    <TimeSeries
      title={m.chart}
      unit={m.perSecond}
      series={series.slice(0, alignment.columns.length)}
      alignment={alignment}
      window={window}
      store={store}
    />
  )
}
