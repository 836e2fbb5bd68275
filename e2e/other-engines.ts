import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { freePort } from '@brokerdeck/embedded-broker/testing/free-port.ts'
import { expect, test } from '@playwright/test'
import { launch } from 'puppeteer-core'
import { Builder, By, until } from 'selenium-webdriver'
import { endCommand } from './start-brokerdeck.ts'

/**
 * A tab of a browser that Playwright does not drive as its distribution ships it: Firefox by WebDriver BiDi, WebKit
 * by WebDriver. Elements are named by XPath, which both protocols understand.
 */
export interface EngineTab {
  /** The version that the browser itself reports: `153.8.0`. */
  readonly version: string
  /** The errors that the browser reported. WebDriver has no such reports: errors in WebKit show on the page only. */
  readonly complaints: readonly string[]
  open(url: string): Promise<void>
  /** Returns the value of an expression in the page; the value must be JSON. */
  read(expression: string): Promise<unknown>
  click(xpath: string): Promise<void>
  /** Types at the end of the existing text. */
  type(xpath: string, text: string): Promise<void>
  close(): Promise<void>
}

interface Engine {
  readonly name: string
  /** The program that is missing here to drive the engine; undefined if all programs are installed. */
  readonly lacks: string | undefined
  openTab(): Promise<EngineTab>
}

/** The time to wait for an element, in milliseconds. */
const ELEMENT_TIMEOUT_MS = 30_000

/** Tells whether an element is at the same place in two successive frames, with nothing over it. */
const REST = `
  const [element, done] = arguments
  // No further than to the edge, where the bar of a form stays in sight.
  element.scrollIntoView({ block: 'center' })
  const place = () => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return [x, y, width, height].join(' ')
  }
  requestAnimationFrame(() => {
    const before = place()
    requestAnimationFrame(() => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const isOnTop = element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      done(isOnTop && place() === before)
    })
  })`

/** Matches error responses: they are responses like any other, but the browser reports them as errors. */
const REFUSED = /status of [45]\d\d|Failed to load resource/

function findProgram(...names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names
    .flatMap((name) => (name.startsWith('/') ? [name] : folders.map((folder) => join(folder, name))))
    .find((path) => existsSync(path))
}

const firefox = findProgram('firefox-esr', 'firefox')

async function openFirefox(): Promise<EngineTab> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: firefox ?? 'firefox',
    headless: true,
    defaultViewport: { width: 1440, height: 900 },
    // The first start of a profile takes this long on a machine that is busy with other work.
    timeout: 120_000,
  })
  const [tab = await browser.newPage()] = await browser.pages()
  const complaints: string[] = []
  /** The URL that the tab is navigating to, until it is loaded. */
  let target: string | undefined
  const note = (complaint: string) => {
    // Requests of the page that is being left are cut off, and the browser reports them as errors of that page.
    if (target !== undefined && tab.url() !== target) return
    complaints.push(`${new URL(tab.url()).pathname}: ${complaint}`)
  }
  tab.on('pageerror', (error) => note(String(error)))
  tab.on('console', (message) => {
    if (message.type() === 'error' && !REFUSED.test(message.text())) note(message.text())
  })
  const find = (xpath: string) => tab.locator(`::-p-xpath(${xpath})`).setTimeout(ELEMENT_TIMEOUT_MS)
  return {
    version: (await browser.version()).replace(/^firefox\//, ''),
    complaints,
    async open(url) {
      target = url
      await tab.goto(url, { waitUntil: 'load', timeout: 60_000 })
      target = undefined
    },
    read: (expression) => tab.evaluate(expression),
    click: (xpath) => find(xpath).click(),
    async type(xpath, text) {
      const element = await find(xpath).waitHandle()
      await element.asElement()?.focus()
      await tab.keyboard.type(text)
    },
    close: () => browser.close(),
  }
}

const webkit = {
  driver: findProgram('WebKitWebDriver'),
  browser: findProgram(
    '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
    '/usr/lib/aarch64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
  ),
  screen: findProgram('Xvfb'),
}

/** Starts a program that listens on a given port, and resolves once the program answers there. */
async function startServer(
  program: string,
  argv: readonly string[],
  env: NodeJS.ProcessEnv,
  address: string,
) {
  const child = spawn(program, argv, { stdio: 'ignore', env })
  await once(child, 'spawn')
  await expect(async () => void (await fetch(address))).toPass({ timeout: 60_000 })
  return child
}

/** Starts an invisible screen; it chooses its own display number, so that several screens can run side by side. */
async function startScreen(): Promise<{ readonly child: ChildProcess; readonly display: string }> {
  const argv = ['-displayfd', '1', '-screen', '0', '1440x1000x24', '-nolisten', 'tcp']
  const child = spawn(webkit.screen ?? 'Xvfb', argv, { stdio: ['ignore', 'pipe', 'ignore'] })
  const [chunk] = await once(child.stdout, 'data')
  return { child, display: `:${String(chunk).trim()}` }
}

async function openWebKit(): Promise<EngineTab> {
  const screen = await startScreen()
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const driver = await startServer(
    webkit.driver ?? 'WebKitWebDriver',
    [`--port=${port}`, '--host=127.0.0.1'],
    {
      ...process.env,
      DISPLAY: screen.display,
      // A user without a chosen language: in some versions `navigator.language` is then a value that Intl does not
      // take.
      LANG: 'C',
      // The sandbox of WebKit needs rights that containers do not give; the browser opens nothing but the console.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    `${address}/status`,
  )
  const browser = await new Builder()
    .usingServer(address)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: webkit.browser ?? 'MiniBrowser', args: ['--automation'] },
    })
    .build()
  const find = async (xpath: string) => {
    const element = await browser.wait(until.elementLocated(By.xpath(xpath)), ELEMENT_TIMEOUT_MS)
    return browser.wait(until.elementIsVisible(element), ELEMENT_TIMEOUT_MS)
  }
  return {
    version: (await browser.getCapabilities()).get('browserVersion') ?? 'unknown',
    complaints: [],
    open: (url) => browser.get(url),
    read: (expression) => browser.executeScript(`return ${expression}`),
    async click(xpath) {
      const element = await find(xpath)
      // Selenium clicks where the element was when Selenium asked for its place, so it would miss a moving element.
      await browser.wait(() => browser.executeAsyncScript(REST, element), ELEMENT_TIMEOUT_MS)
      await element.click()
    },
    type: async (xpath, text) => (await find(xpath)).sendKeys(text),
    async close() {
      await browser.quit()
      await endCommand(driver)
      await endCommand(screen.child)
    },
  }
}

function findLackOfWebKit(): string | undefined {
  if (webkit.driver === undefined || webkit.browser === undefined) return 'WebKitWebDriver'
  return webkit.screen === undefined ? 'Xvfb' : undefined
}

/** Skips the group of tests that calls it where the machine lacks the engine; the end of `npm test` names the reason. */
export function needEngine({ lacks }: Engine): void {
  test.skip(lacks !== undefined, `no ${lacks}`)
}

export const otherEngines: readonly Engine[] = [
  { name: 'Firefox', lacks: firefox === undefined ? 'firefox-esr' : undefined, openTab: openFirefox },
  {
    name: 'WebKit',
    lacks: findLackOfWebKit(),
    openTab: openWebKit,
  },
]
