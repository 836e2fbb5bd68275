import type { Page } from '@playwright/test'

/** Must be called before the page is opened; afterwards `longestTask` returns the measured time. */
export async function watchLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tasks: number[] = []
    Object.assign(window, { longTasks: tasks })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration)
    }).observe({ type: 'longtask', buffered: true })
  })
}

/** Returns the duration of the longest task since the last call, in milliseconds; tasks below 50 ms do not count. */
export function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => {
    const tasks: number[] = Reflect.get(window, 'longTasks')
    return Math.max(0, ...tasks.splice(0))
  })
}
