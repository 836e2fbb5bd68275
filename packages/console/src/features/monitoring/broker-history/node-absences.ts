import { alignTracks, type Span } from '#kit/chart/align-tracks.ts'
import type { NodeHistory } from './history-charts.ts'
import { getBucketMs, type HistoryRange, pollSecondsByNode } from './history-ranges.ts'
import { historyTrack } from './history-tracks.ts'

/** A time for which the history of the cluster is that of the other nodes. */
export interface Absence extends Span {
  readonly label: string
  /** Nothing of the node is known: the broker leaves its whole history out while it does not run. */
  readonly isWhole: boolean
}

/** When nodes were away, as far as their own histories tell. A node that joined later was not away before. */
export function nodeAbsences(
  nodes: readonly NodeHistory[],
  range: HistoryRange,
  window: Span,
): readonly Absence[] {
  return nodes.flatMap(({ label, history, isAway }): readonly Absence[] => {
    if (history === undefined) return []
    if (history === 'none') return isAway ? [{ label, ...window, isWhole: true }] : []
    const track = historyTrack(history, 'live_connections', range)
    const { gaps, times } = alignTracks([track], {
      window,
      step: getBucketMs(range),
      tolerance: getBucketMs(range) + pollSecondsByNode * 1000,
    })
    const begins = times[0] ?? window.to
    return gaps.filter(({ from }) => from >= begins).map((gap) => ({ label, ...gap, isWhole: false }))
  })
}
