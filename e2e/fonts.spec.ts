import { readdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

/** How wide the fonts of the pages set a text. */
async function widthOfText(page: Page): Promise<number> {
  await page.goto(brokerdeck().url)
  await page.getByRole('button', { name: 'Log in', exact: true }).waitFor()
  return await page.evaluate(() => {
    const probe = document.createElement('span')
    probe.textContent = 'Clients 1,700 Will messages'
    probe.style.cssText = 'position: absolute; font-size: 100px; white-space: nowrap'
    document.body.append(probe)
    const { width } = probe.getBoundingClientRect()
    probe.remove()
    return width
  })
}

// Its title puts it into the project that has the other fonts, beside the visits it is about.
test('zh-CN dark: the fonts that these visits have are others than those of the machine', async ({
  page,
  playwright,
}) => {
  const executablePath = findChromium()
  const usual = await playwright.chromium.launch({
    args: CHROMIUM_ARGS,
    ...(executablePath === undefined ? {} : { executablePath }),
  })
  const widths = [await widthOfText(page), await widthOfText(await usual.newPage())]
  await usual.close()
  expect(new Set(widths.map(Math.round)).size, 'install a second font, as DejaVu Serif').toBe(2)
})

/** Any font will do: its own heights are overridden, and letters that it lacks come from the usual ones. */
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
  // The policy of the page takes no styles from elsewhere, as it should.
  test.use({ bypassCSP: true })

  const heights = (page: Page) =>
    page
      .locator(':is(header, nav, main) :is(a, button, input, label, h1, h2, h3, th, td)')
      .evaluateAll((all) =>
        all.flatMap((one) => {
          const { width, height } = one.getBoundingClientRect()
          // A word within a line is as high as its font; the line is not.
          const isWord = getComputedStyle(one).display === 'inline'
          return width === 0 || isWord ? [] : [`${one.tagName} ${one.textContent.slice(0, 20)}: ${Math.round(height)}`]
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
