import type { Browser, CDPSession, Page } from '@playwright/test'
import { type Brokerdeck, OPERATOR } from '../e2e/start-brokerdeck.ts'
import { signIn } from './as-operator.ts'

export interface Bench {
  readonly browser: Browser
  readonly brokerdeck: Brokerdeck
}

export interface MeasuredPage {
  readonly page: Page
  readonly devtools: CDPSession
  close(): Promise<void>
}

/** Opens a page with an empty cache; if a session is wanted, the page is signed in without having shown the login. */
export async function openMeasuredPage(
  { browser, brokerdeck }: Bench,
  isSignedIn: boolean,
): Promise<MeasuredPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  if (isSignedIn)
    await context.addInitScript(
      keepSession,
      JSON.stringify({ ...(await signIn(brokerdeck.url)), username: OPERATOR.username, edition: 'ce' }),
    )
  // The cookie of an earlier visit, by which the server chooses the files that the page starts with.
  if (isSignedIn)
    await context.addCookies([{ name: 'brokerdeck-start', value: 'en.app', url: brokerdeck.url }])
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  return { page, devtools, close: () => context.close() }
}

function keepSession(session: string): void {
  sessionStorage.setItem('session', session)
}
