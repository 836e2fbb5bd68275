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
    afterPaint(() => afterPaint(() => reach(2)))
  }, [])
}

function reach(step: number): void {
  reached = Math.max(reached, step)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A frame is painted after its callbacks, so the task after them comes when it is seen; a tab out of sight has no frames. */
function afterPaint(run: () => void): void {
  if (document.hidden) setTimeout(run)
  else requestAnimationFrame(() => setTimeout(run))
}
