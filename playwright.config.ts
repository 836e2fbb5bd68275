import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from './scripts/chromium.mjs'

const executablePath = findChromium()
const launchOptions = { args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) }
/** The visits in Chinese: sizes come from the layout, so that no page depends on the fonts of the machine that tests it. */
const OTHER_FONTS = /zh-CN dark/
const ENGINES = /@engines/
/** Those that only look at pages, at each of them anew. */
const LOOKS = /(click-everything|every-route)\.spec\.ts/
/**
 * What a visit loads and what axe brings along is left before it pays that a compiler makes it fast: the optimizing
 * compilers took a third of the renderer's time. Everything else runs as it does for a person.
 */
const launchLooks = {
  ...launchOptions,
  args: [...CHROMIUM_ARGS, '--js-flags=--no-maglev --no-turbofan --always-sparkplug'],
}

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  // Only what hangs takes as long, however busy the machine is; what is measured has its own limits.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  // What is measured has the machine to itself: a second browser beside it takes as long as the limits allow.
  projects: [
    { name: 'looks', testMatch: LOOKS, grepInvert: OTHER_FONTS, use: { launchOptions: launchLooks } },
    { name: 'visits', testIgnore: LOOKS, grepInvert: [/@measured/, ENGINES, OTHER_FONTS] },
    {
      name: 'other-fonts',
      grep: OTHER_FONTS,
      use: {
        launchOptions: {
          ...launchLooks,
          env: { ...process.env, FONTCONFIG_FILE: join(import.meta.dirname, 'e2e/other-fonts.conf') },
        },
      },
    },
    // Browsers that are not Playwright's, one at a time beside one of Playwright's.
    { name: 'engines', grep: ENGINES, workers: 1 },
    {
      name: 'measured',
      grep: /@measured/,
      workers: 1,
      dependencies: ['looks', 'visits', 'other-fonts', 'engines'],
      timeout: 60_000,
      expect: { timeout: 10_000 },
      use: { actionTimeout: 10_000, navigationTimeout: 20_000 },
    },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    colorScheme: 'light',
    timezoneId: 'Europe/Berlin',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    // Recording costs a quarter of the time; a failure is run again with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions,
  },
})
