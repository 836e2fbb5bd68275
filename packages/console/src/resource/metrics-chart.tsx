import { useMemo, useState } from 'react'
import { alignTracks, type Track } from '#kit/chart/align-tracks.ts'
import { createChartStore } from '#kit/chart/chart-store.ts'
import type { SeriesColor } from '#kit/chart/plot-options.ts'
import { TimeSeries } from '#kit/chart/time-series.tsx'
import { Panel } from '#ui/panel.tsx'
import { managed as m } from './messages.ts'
import type { MetricsSample } from './metrics-history.ts'

interface MetricsChartProps<Name extends string> {
  readonly samples: readonly MetricsSample<Name>[]
  readonly series: readonly { readonly name: Name; readonly label: string; readonly color: SeriesColor }[]
}

const step = 5_000
const shortest = 60_000

/**
 * Returns the growth of a counter between two responses per second; it is unknown if the counter was reset in
 * between.
 */
function buildTrack<Name extends string>(name: Name, samples: readonly MetricsSample<Name>[]): Track {
  const points = samples.slice(1).map(({ at, counts }, index) => {
    const before = samples[index]
    const grown = counts[name] - (before?.counts[name] ?? 0)
    return { time: at, value: grown < 0 ? undefined : (grown * 1000) / (at - (before?.at ?? 0)) }
  })
  return { kind: 'gauge', points }
}

/** Shows the rates of the counters since the page was opened. */
export function MetricsChart<Name extends string>({ samples, series }: MetricsChartProps<Name>) {
  const [store] = useState(createChartStore)
  const [openedAt] = useState(() => Date.now())
  const to = samples.at(-1)?.at ?? openedAt
  const from = Math.min(samples[0]?.at ?? to, to - shortest)
  const alignment = useMemo(() => {
    const tracks = series.map(({ name }) => buildTrack(name, samples))
    return alignTracks(tracks, { window: { from, to }, step, tolerance: 2 * step })
  }, [samples, series, from, to])
  return (
    <Panel>
      <TimeSeries
        title={m.history}
        unit={m.perSecond}
        series={series}
        alignment={alignment}
        window={{ from, to }}
        store={store}
      />
    </Panel>
  )
}
