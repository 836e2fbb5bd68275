import { alignTracks, type Span } from '#kit/chart/align-tracks.ts'
import type { NodeHistory } from './history-charts.ts'
import { getBucketMs, type HistoryRange, pollSecondsByNode } from './history-ranges.ts'
import { historyTrack } from './history-tracks.ts'

/** A period for which the history of the cluster does not include this node. */
export interface Absence extends Span {
  readonly label: string
  /** True if the node has no history at all: the broker leaves out the whole history of a node that is not running. */
  readonly isWhole: boolean
}

/**
 * Returns the periods in which nodes were away, according to their own histories. The time before a node joined does
 * not count as an absence.
 */
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
