import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Runs the rules of WCAG 2.2, levels A and AA. */
const OPTIONS = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  resultTypes: ['violations'],
}

/** Runs only the rules that look at colours. */
const COLOUR_OPTIONS = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
  resultTypes: ['violations'],
}

/** Runs only the rules that the length of a word, or its absence, can break. */
const WORD_OPTIONS = {
  runOnly: {
    type: 'rule',
    values: [
      'aria-command-name',
      'aria-input-field-name',
      'aria-meter-name',
      'aria-progressbar-name',
      'aria-tab-name',
      'aria-toggle-field-name',
      'aria-tooltip-name',
      'button-name',
      'image-alt',
      'input-button-name',
      'label',
      'link-name',
      'role-img-alt',
      'select-name',
      'summary-name',
      'svg-img-alt',
      'target-size',
      'valid-lang',
    ],
  },
  resultTypes: ['violations'],
}

/**
 * Finishes all animations in the same step that starts axe: nobody reads a colour half way between two states, and
 * whether axe met such a colour depended on how busy the machine was.
 */
const SETTLE = `for (const animation of document.getAnimations())
  if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()`

/** Expects no violation that axe can see, without exceptions. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await expectNoViolation(page, `accessibility of ${what}`, OPTIONS)
}

/** Checks a view that was already checked in another theme: it differs in its colours, and in nothing else. */
export async function expectReadable(page: Page, what: string): Promise<void> {
  await expectNoViolation(page, `colours of ${what}`, COLOUR_OPTIONS)
}

/** Checks a view that was already checked in another language: it differs in its words, and in nothing else. */
export async function expectNamed(page: Page, what: string): Promise<void> {
  await expectNoViolation(page, `words of ${what}`, WORD_OPTIONS)
}

/** Runs axe in the page itself, because the page has no frames to look into. */
async function expectNoViolation(page: Page, what: string, options: object): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const run = `(() => { ${SETTLE}; return axe.run(document, ${JSON.stringify(options)}) })()`
  const { violations } = await page.evaluate<Pick<AxeResults, 'violations'>>(run)
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id} ${target.join(' ')}: ${failureSummary?.replace(/\s+/g, ' ')}`,
    ),
  )
  expect.soft(found, what).toEqual([])
}
