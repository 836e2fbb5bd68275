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
    if (reached === steps.length - 1) return undefined
    const left = new AbortController()
    afterPaint(() => reach(1), left.signal)
    whenIdle(() => reach(2), left.signal)
    // The next page goes on from where this one was left.
    return () => left.abort()
  }, [])
}

/** Milliseconds in which a first view on a slow line has its first answers; what is out of sight must not delay their drawing. */
const settling = 3_000

function whenIdle(run: () => void, left: AbortSignal): void {
  if (typeof requestIdleCallback === 'function')
    later(() => requestIdleCallback(() => !left.aborted && run()), left, settling)
  else afterPaint(() => afterPaint(run, left), left)
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
function afterPaint(run: () => void, left: AbortSignal): void {
  if (document.hidden) later(run, left)
  else {
    requestAnimationFrame(() => later(run, left))
    // A page within another may get no frames either; to run twice does no harm.
    later(run, left, withoutFrames)
  }
}

function later(run: () => void, left: AbortSignal, milliseconds = 0): void {
  setTimeout(() => !left.aborted && run(), milliseconds)
}
