import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

/** Returns a style with any font: its metrics are overridden, and missing letters come from the usual fonts. */
async function tallFont(): Promise<string> {
  const core = dirname(createRequire(import.meta.url).resolve('playwright-core/package.json'))
  const folder = join(core, 'lib/vite/traceViewer')
  const [name = ''] = (await readdir(folder)).filter((one) => one.endsWith('.ttf'))
  const bytes = await readFile(join(folder, name), 'base64')
  return `@font-face {
    font-family: Tall;
    src: url(data:font/ttf;base64,${bytes});
    ascent-override: 190%;
    descent-override: 90%;
    line-gap-override: 40%;
  }
  * { font-family: Tall, sans-serif !important; }`
}

test.describe('with a font of twice the height', () => {
  // The CSP of the page blocks styles from elsewhere, as it should.
  test.use({ bypassCSP: true })

  const heights = (page: Page) =>
    page
      .locator(':is(header, nav, main) :is(a, button, input, label, h1, h2, h3, th, td)')
      .evaluateAll((all) =>
        all.flatMap((one) => {
          const { width, height } = one.getBoundingClientRect()
          // An inline word is as high as its font, while its line is not.
          const isWord = getComputedStyle(one).display === 'inline'
          return width === 0 || isWord
            ? []
            : [`${one.tagName} ${one.textContent.slice(0, 20)}: ${Math.round(height)}`]
        }),
      )

  for (const path of ['clients', 'listener', 'banned-clients'])
    test(`sizes of ${path} come from the layout, not from the font`, async ({ page }) => {
      await openSignedIn(page, brokerdeck().url, path)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      const before = await heights(page)
      expect(before.length).toBeGreaterThan(10)
      await page.addStyleTag({ content: await tallFont() })
      await page.evaluate(async () => await document.fonts.load('14px Tall'))
      expect(await page.evaluate(() => document.fonts.check('14px Tall'))).toBe(true)
      expect(await heights(page)).toEqual(before)
    })
})

/**
 * Returns the width of a text in the machine's default font, rendered by the browser itself without a page of the
 * console.
 */
async function widthOf(browser: Browser): Promise<number> {
  const page = await browser.newPage()
  await page.setContent('<span style="font: 40px sans-serif">Hamburgefonts illi</span>')
  const { width = 0 } = (await page.locator('span').boundingBox()) ?? {}
  await page.close()
  return width
}

// On other systems fonts are not chosen by fontconfig, and the second visits use the same fonts as the first.
if (process.platform === 'linux')
  test('zh-CN dark: the second visits are drawn with other fonts than the first', async ({ browser }) => {
    const executablePath = findChromium()
    // Within a test, options that are not set come from the project.
    const env = Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']))
    const usual = await chromium.launch({
      args: CHROMIUM_ARGS,
      env,
      ...(executablePath ? { executablePath } : {}),
    })
    const [first, second] = [await widthOf(usual), await widthOf(browser)]
    await usual.close()
    expect(first).toBeGreaterThan(100)
    expect(second).toBeGreaterThan(100)
    expect(second).not.toBe(first)
  })
