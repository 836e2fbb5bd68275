import { type ReactNode, useMemo, useState } from 'react'
import { charts as m } from '#features/diagnose/messages/charts.ts'
import { formatNumber } from '#i18n/format-number.ts'
import type { Alignment } from '#kit/chart/align-tracks.ts'
import { createChartStore } from '#kit/chart/chart-store.ts'
import { TimeSeries } from '#kit/chart/time-series.tsx'
import { type DataPath, formatPath } from '#lib/data-tree/data-path.ts'
import { visibleText } from '#lib/visible-text.ts'
import { LabelledField } from '#ui/labelled-field.tsx'
import { SelectBox } from '#ui/select-box.tsx'
import { EmptyState } from '#ui/states.tsx'
import classes from './chart-panel.module.css'
import { type ChartValues, nothingToDraw } from './chart-values.ts'

interface ChartPanelProps {
  readonly values: ChartValues | undefined
  /** The other selections, shown before the path. */
  readonly beside?: ReactNode
  readonly onPath: (path: DataPath) => void
}

const packingNames = { gzip: 'gzip', zlib: 'zlib', zstd: 'Zstandard' } as const

type Points = ChartValues['points']

/** If two messages arrive in the same millisecond, the later one is used: a line has one value at a time. */
function toAlignment(points: Points): Alignment {
  const figures = new Map(points.map(({ time, value }) => [time, value]))
  return { times: [...figures.keys()], columns: [[...figures.values()]], gaps: [] }
}

const pathName = (path: DataPath) => (path.length === 0 ? m.wholePayload : visibleText(formatPath(path), 120))

/** Draws the values of one path in the messages of one topic over time. */
export function ChartPanel({ values = nothingToDraw, beside, onPath }: ChartPanelProps) {
  const [store] = useState(createChartStore)
  const { paths, path, points, unknownPacking } = values
  const alignment = useMemo(() => toAlignment(points), [points])
  if (path === undefined) {
    const why =
      unknownPacking === undefined ? m.noFiguresText : m.unknownPacking(packingNames[unknownPacking])
    return (
      <div className={classes['stack']}>
        {beside}
        <EmptyState title={m.noFigures}>{why}</EmptyState>
      </div>
    )
  }
  const from = points[0]?.time ?? Date.now()
  const window = { from, to: Math.max(points.at(-1)?.time ?? from, from + 1000) }
  const offered = withCurrent(paths, path)
  return (
    <div className={classes['stack']}>
      <div className={classes['choices']}>
        {beside}
        <LabelledField label={m.figure} help={m.points(points.length, formatNumber(points.length))}>
          {(control) => (
            <SelectBox
              {...control}
              value={JSON.stringify(path)}
              options={offered.map((each) => ({ value: JSON.stringify(each), label: pathName(each) }))}
              onChange={(chosen) => {
                const found = offered.find((each) => JSON.stringify(each) === chosen)
                if (found !== undefined) onPath(found)
              }}
            />
          )}
        </LabelledField>
      </div>
      <div className={classes['chart']}>
        <TimeSeries
          title={pathName(path)}
          series={[{ label: m.figure, color: 'c1' }]}
          alignment={alignment}
          window={window}
          store={store}
          range="around"
        />
      </div>
    </div>
  )
}

/** Adds the drawn path to the offered paths, because the latest message may lack it. */
function withCurrent(paths: readonly DataPath[], path: DataPath): readonly DataPath[] {
  const key = JSON.stringify(path)
  return paths.some((each) => JSON.stringify(each) === key) ? paths : [path, ...paths]
}
