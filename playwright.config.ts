import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from './scripts/chromium.mjs'

const executablePath = findChromium()
const launchOptions = { args: CHROMIUM_ARGS, ...(executablePath ? { executablePath } : {}) }
/**
 * The visits in Chinese use other fonts: sizes come from the layout, so no page may depend on the fonts of a machine.
 */
const OTHER_FONTS = /zh-CN dark/
const ENGINES = /@engines/
/** Tests that only look at pages, and load each page anew. */
const LOOKS = /(click-everything|every-route)\.spec\.ts/
/**
 * Visits end before optimized code pays for its compilation: the optimizing compilers took a third of the renderer's
 * time. All other tests run with the browser's defaults.
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
  // Only a test that hangs takes this long, however busy the machine is; measured tests have limits of their own.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  // Measured tests run alone, because a second browser beside them takes as much time as their limits allow.
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
    // The browsers that Playwright does not ship, one at a time beside a browser of Playwright.
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
    // Recording takes a quarter of the time; run a failed test again with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions,
  },
})
