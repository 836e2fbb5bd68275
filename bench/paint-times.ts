declare global {
  interface Window {
    paintWatch?: { lcp: number; lcpSeenAt: number; longTasks: { start: number; duration: number }[] }
  }
}

/** Runs in the page before all other code; must not reference anything outside of itself. */
export function watchPaint(): void {
  const watch: NonNullable<Window['paintWatch']> = { lcp: 0, lcpSeenAt: 0, longTasks: [] }
  window.paintWatch = watch
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) watch.lcp = startTime
    watch.lcpSeenAt = performance.now()
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      watch.longTasks.push({ start: startTime, duration })
  }).observe({ type: 'longtask', buffered: true })
}

/**
 * Runs in the page: returns true if no larger element has been painted for two seconds, so the last one is the
 * largest.
 */
export function isPaintOver(): boolean {
  const seenAt = window.paintWatch?.lcpSeenAt ?? 0
  return seenAt > 0 && performance.now() - seenAt > 2_000
}

/** Runs in the page. Blocking time is the time above 50 ms of each task after the first paint. */
export function paintTimes(): { fcp: number; lcp: number; tbt: number } {
  const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
  const { lcp = Number.NaN, longTasks = [] } = window.paintWatch ?? {}
  const blocked = longTasks
    .filter(({ start }) => start >= fcp)
    .map(({ duration }) => Math.max(0, duration - 50))
  return { fcp, lcp, tbt: blocked.reduce((sum, duration) => sum + duration, 0) }
}
