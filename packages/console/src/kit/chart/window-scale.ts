import type { Span } from './align-tracks.ts'

// Below this a drag is a slip of the hand, and below ten seconds the broker has nothing more to tell.
export const leastZoom = 20_000

/** The span scaled around an instant and kept within the whole; `undefined` means all of it. */
export function zoomAround(view: Span, whole: Span, around: number, factor: number): Span | undefined {
  const width = Math.max((view.to - view.from) * factor, leastZoom)
  if (width >= whole.to - whole.from) return undefined
  const share = (around - view.from) / (view.to - view.from)
  const from = Math.min(Math.max(around - width * share, whole.from), whole.to - width)
  return { from, to: from + width }
}
