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
 * One tab of a browser that Playwright does not drive as its distribution ships it: Firefox by WebDriver BiDi, WebKit
 * by WebDriver. Elements are named by XPath, which both read.
 */
export interface EngineTab {
  /** As the browser itself says: `153.8.0`. */
  readonly version: string
  /** Errors that the browser reported. WebDriver has no such reports: those of WebKit show on the page only. */
  readonly complaints: readonly string[]
  open(url: string): Promise<void>
  /** What an expression of the page gives; it must be JSON. */
  read(expression: string): Promise<unknown>
  click(xpath: string): Promise<void>
  /** Types at the end of what is there. */
  type(xpath: string, text: string): Promise<void>
  close(): Promise<void>
}

interface Engine {
  readonly name: string
  /** The program without which it cannot be driven here; undefined where all are there. */
  readonly lacks: string | undefined
  openTab(): Promise<EngineTab>
}

/** Milliseconds to wait for an element. */
const ELEMENT_TIMEOUT_MS = 30_000

/** Whether an element rests, seen in two frames after each other, with nothing over it. */
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

/** A refusal is an answer like any other, and the browser reports it as an error all the same. */
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
    // The first start of a profile takes that long on a machine that does something else.
    timeout: 120_000,
  })
  const [tab = await browser.newPage()] = await browser.pages()
  const complaints: string[] = []
  /** Where the tab is being led, as long as it is not there. */
  let target: string | undefined
  const note = (complaint: string) => {
    // What was still on its way to the page that is left is cut off, and reported as its fault.
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

/** Starts a program that listens on a port it is given, and resolves once it answers there. */
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

/** A screen that nobody sees; it chooses its own number, so that several can stand beside each other. */
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
      // Whoever has chosen no language: `navigator.language` is nothing that Intl takes in some versions.
      LANG: 'C',
      // Its sandbox needs rights that containers do not give; it opens nothing but the console.
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
      // Selenium presses where the element was when it asked; what still moves would be missed.
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
