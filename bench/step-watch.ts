import type { Page } from '@playwright/test'
import { type Task, watchTasks } from '../e2e/page-tasks.ts'

/** Prints the cost of an operator's step for the page: its longest tasks, in elapsed time and in processor time. */
export async function watchStep(page: Page, name: string, act: () => Promise<unknown>): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const tasks = await watchTasks(devtools)
  const start = performance.now()
  await act()
  const took = performance.now() - start
  await page.evaluate(twoFrames)
  const found = await tasks.end()
  await devtools.detach()
  const longest = (of: keyof Task) => Math.max(0, ...found.map((task) => task[of]))
  console.log(
    `  ${name.padEnd(44)} longest task ${longest('processor').toFixed(0).padStart(4)} ms of processor, ` +
      `${longest('wall').toFixed(0).padStart(4)} ms by the clock; done after ${took.toFixed(0)} ms`,
  )
}

/** Runs in the page: resolves after two frames and another 100 ms. */
function twoFrames(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 100)))
  })
}

/**
 * Runs in the page: scrolls the scrollable element below the selector from top to bottom, and returns the number of
 * frames and the time of the slowest one.
 */
export function scrollThrough(
  selector: string,
): Promise<{ readonly frames: number; readonly slowest: number }> {
  return new Promise((resolve) => {
    const region = [...document.querySelectorAll(selector)]
      .flatMap((element) => [element, ...element.querySelectorAll('*')])
      .find((element) => element.scrollHeight > element.clientHeight + 50 && element.clientHeight > 0)
    if (region === undefined) return resolve({ frames: 0, slowest: Number.NaN })
    const step = (region.scrollHeight - region.clientHeight) / 120
    let [frames, slowest, last] = [0, 0, performance.now()]
    const next = () => {
      const now = performance.now()
      slowest = Math.max(slowest, now - last)
      last = now
      frames += 1
      region.scrollTop += step
      if (frames < 120) requestAnimationFrame(next)
      else resolve({ frames, slowest })
    }
    requestAnimationFrame(next)
  })
}
