import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 A and AA. */
const OPTIONS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
}

/**
 * What moves is brought to its end in the same step that starts axe: a colour half way between two states is
 * one that nobody reads, and whether axe met it depended on how busy the machine was.
 */
const SETTLE = `for (const animation of document.getAnimations())
  if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()`

/** No violation that axe can see, without exceptions. There are no frames to look into, so axe runs in the page itself. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const run = `(() => { ${SETTLE}; return axe.run(document, ${JSON.stringify(OPTIONS)}) })()`
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(run)
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary?.replace(/\s+/g, ' ')}`,
    ),
  )
  expect.soft(found, `accessibility of ${what}`).toEqual([])
}
