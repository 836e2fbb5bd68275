import { join } from 'node:path'
import type { Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { expect, test } from './operator-test.ts'

const CONSOLE = join(import.meta.dirname, '../packages/console')
const ORIGIN = 'http://127.0.0.1/'
/** The maximum processor time of scripts for one key, in milliseconds. */
const MOST_FOR_A_KEY = 8
const TYPED = 'plant-7-line-3'

/** Returns the form as it would be shipped: the production build of the page that contains it. */
async function builtForm(): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    root: CONSOLE,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    plugins: [react()],
    build: {
      write: false,
      target: 'es2023',
      modulePreload: false,
      rolldownOptions: {
        input: join(CONSOLE, 'src/kit/form/testing/large-form.tsx'),
        output: { entryFileNames: 'form.js', assetFileNames: '[name][extname]' },
      },
    },
  })
  const files = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  return new Map(
    files.map((file) => [file.fileName, file.type === 'chunk' ? file.code : String(file.source)]),
  )
}

const types = { js: 'text/javascript', css: 'text/css' }

async function openForm(page: Page, files: ReadonlyMap<string, string>, hash: string) {
  const links = [...files.keys()]
    .filter((name) => name.endsWith('.css'))
    .map((name) => `<link rel="stylesheet" href="/${name}">`)
  const html = `<!doctype html><html lang="en"><title>Form</title><link rel="icon" href="data:,">${links.join('')}<main id="root"></main><section id="overlays"></section><script type="module" src="/form.js"></script></html>`
  await page.route(`${ORIGIN}**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1)
    const body = name === '' ? html : files.get(name)
    if (body === undefined) return await route.fulfill({ status: 404 })
    const contentType = name.endsWith('.css') ? types.css : name === '' ? 'text/html' : types.js
    await route.fulfill({ body, contentType })
  })
  await page.goto(`${ORIGIN}${hash}`)
  await expect(page.getByRole('heading', { name: 'Part j' })).toBeVisible()
}

const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

const ROUNDS = 3

/**
 * Returns the scripting time for each key of a text that is typed in front of the content of the focused field, in
 * milliseconds. The text is typed several times: other work of the machine, or compilation, can only add to the time
 * of a round.
 */
async function costOfKey(page: Page): Promise<number> {
  await page.keyboard.press('Home')
  await page.keyboard.type('x')
  await drawn(page)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const scripting = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0
  }
  const costs: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = await scripting()
    for (const letter of TYPED) {
      await page.keyboard.type(letter)
      await drawn(page)
    }
    costs.push(((await scripting()) - before) * 1000)
  }
  await devtools.detach()
  return Math.min(...costs) / TYPED.length
}

let files: ReadonlyMap<string, string> = new Map()
test.beforeAll(async () => {
  files = await builtForm()
})

for (const hash of ['', '#new']) {
  test(`a key in a form of 150 fields is quick, of something ${hash === '' ? 'stored' : 'new'}`, {
    tag: '@measured',
  }, async ({ page }) => {
    await openForm(page, files, hash)
    const places = {
      'a text': page.getByRole('textbox', { name: 'Server of e' }),
      'a cell of a table': page.getByRole('textbox', { name: 'Topic 4' }).nth(5),
      'a field of a shape': page.getByRole('textbox', { name: 'Host of f' }),
    }
    for (const [place, box] of Object.entries(places)) {
      await box.focus()
      const cost = await costOfKey(page)
      await expect(box).toHaveValue(new RegExp(`^x${TYPED}`))
      await expect(page.getByRole('region', { name: 'Review changes' })).toContainText(TYPED)
      test
        .info()
        .annotations.push({ type: 'measured', description: `a key in ${place}: ${cost.toFixed(1)} ms` })
      expect(cost, 'something was measured').toBeGreaterThan(0)
      expect.soft(cost, `milliseconds for a key in ${place}`).toBeLessThan(MOST_FOR_A_KEY)
    }
  })
}
