import { useEffect, useSyncExternalStore } from 'react'

/** What of a visit's first view is drawn: its head, then its content, then what is out of sight. */
const steps = ['head', 'content', 'all'] as const
type Step = (typeof steps)[number]

let reached = 0
const listeners = new Set<() => void>()

/** Whether this is due: on a slow machine the head of a page is seen most of a second before all of it is drawn. */
export function useIsDrawn(step: Step): boolean {
  return useSyncExternalStore(subscribe, () => reached >= steps.indexOf(step))
}

/** Of what is drawn first: goes on after each step has been painted. */
export function useDrawInSteps(): void {
  useEffect(() => {
    if (reached > 0) return
    afterPaint(() => reach(1))
    whenIdle(() => reach(2))
  }, [])
}

/** Milliseconds in which a first view on a slow line has its first answers; what is out of sight must not delay their drawing. */
const settling = 3_000

function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') setTimeout(() => requestIdleCallback(run), settling)
  else afterPaint(() => afterPaint(run))
}

function reach(step: number): void {
  reached = Math.max(reached, step)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Milliseconds after which nobody waits for a frame any more. */
const withoutFrames = 1_000

/** A frame is painted after its callbacks, so the task after them comes when it is seen; a tab out of sight has no frames. */
function afterPaint(run: () => void): void {
  if (document.hidden) setTimeout(run)
  else {
    requestAnimationFrame(() => setTimeout(run))
    // A page within another may get no frames either; to run twice does no harm.
    setTimeout(run, withoutFrames)
  }
}
