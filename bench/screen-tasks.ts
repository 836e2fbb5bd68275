import { loadavg } from 'node:os'
import type { Page } from '@playwright/test'
import { connectAsync } from 'mqtt'
import { type Brokerdeck, OPERATOR, startBrokerdeck } from '../e2e/start-brokerdeck.ts'
import { asOperator } from './as-operator.ts'
import { FILLED, subscribeToAll } from './fill-broker.ts'
import { openPayload } from './large-payload.ts'
import { handleTables } from './long-tables.ts'
import { type Bench, openMeasuredPage } from './measured-page.ts'
import { scrollThrough, watchStep } from './step-watch.ts'

const LOADED_AT_ONCE = 10_000
const LINES = 25_000

/** Measures an operator's steps on the screens with the most data: 100,000 topics and about 50,000 lines of a trace. */
export async function measureScreens({ browser }: Bench): Promise<void> {
  const brokerdeck = await startBrokerdeck('--no-sample-fleet', '--admin-password', OPERATOR.password)
  try {
    const { page, close } = await openMeasuredPage({ browser, brokerdeck }, true)
    console.log(`  load average ${(loadavg()[0] ?? 0).toFixed(1)}`)
    await openPayload(page, brokerdeck)
    await explore(page, brokerdeck)
    await readTrace(page, brokerdeck)
    await close()
  } finally {
    await brokerdeck.stop()
  }
}

async function explore(page: Page, brokerdeck: Brokerdeck): Promise<void> {
  const clients = await subscribeToAll(brokerdeck)
  await page.goto(new URL('topics-explorer', brokerdeck.url).href)
  const more = page.getByRole('button', { name: 'Load 10,000 more' })
  await watchStep(page, `explorer: load ${FILLED.routes} topics`, async () => {
    for (let loaded = LOADED_AT_ONCE; loaded < FILLED.routes; loaded += LOADED_AT_ONCE)
      await more.click({ timeout: 60_000 })
    await page.getByText('100,000', { exact: false }).first().waitFor({ timeout: 60_000 })
    await more.waitFor({ state: 'hidden' })
  })
  await watchStep(page, 'explorer: open all', async () => {
    await page.getByRole('button', { name: 'Open all' }).click()
    await page.getByText('device', { exact: true }).first().waitFor()
  })
  await watchStep(page, 'explorer: scroll to the end', async () => {
    const { frames, slowest } = await page.evaluate(scrollThrough, 'main')
    console.log(`    ${frames} frames, the slowest ${slowest.toFixed(0)} ms`)
  })
  const find = page.getByRole('searchbox', { name: 'Find in the tree' })
  await watchStep(page, 'explorer: find device/7', async () => {
    await find.fill('device/7')
    await page.getByText(/places found$/).waitFor()
  })
  await watchStep(page, 'explorer: find site/+/device/4711/#', async () => {
    await find.fill('site/+/device/4711/#')
    await page.getByText(/^\d+ places? found$/).waitFor()
  })
  await find.fill('')
  await watchStep(page, 'explorer: close all', () => page.getByRole('button', { name: 'Close all' }).click())
  await handleTables(page, brokerdeck.url)
  await Promise.all(clients.map((client) => client.endAsync(true)))
}

async function readTrace(page: Page, { url, tcp }: Brokerdeck): Promise<void> {
  const [address = ''] = tcp
  const ask = await asOperator(url)
  await ask('POST', 'trace', { name: 'long', type: 'clientid', clientid: 'busy', formatter: 'json' })
  const busy = await connectAsync(address, { clientId: 'busy', protocolVersion: 5 })
  for (let at = 0; at < LINES; at += 1) {
    busy.publish(`busy/${at % 10}`, `{"at":${at}}`)
    if (at % 1_000 === 0) await busy.publishAsync('busy/pause', 'x', { qos: 1 })
  }
  await busy.publishAsync('busy/last', 'x', { qos: 1 })
  await busy.endAsync()
  await page.goto(new URL('log-trace', url).href)
  const last = page.getByText('busy/last').first()
  await watchStep(page, `trace: read the log of ${LINES} messages`, async () => {
    await page.getByRole('link', { name: 'long' }).click()
    await last.waitFor({ timeout: 120_000 })
  })
  await watchStep(page, 'trace: table', async () => {
    await page.getByRole('tab', { name: 'Table' }).click()
    await last.waitFor()
  })
  await watchStep(page, 'trace: scroll the table', async () => {
    const { frames, slowest } = await page.evaluate(scrollThrough, 'main')
    console.log(`    ${frames} frames, the slowest ${slowest.toFixed(0)} ms`)
  })
  await watchStep(page, 'trace: choose an event', () =>
    page.getByRole('combobox', { name: 'Event' }).selectOption('mqtt_packet_received'),
  )
  await watchStep(page, 'trace: raw', async () => {
    await page.getByRole('tab', { name: 'Raw' }).click()
    await last.waitFor()
  })
  await watchStep(page, 'trace: search in raw', () => page.getByRole('searchbox').fill('busy/7'))
  await watchStep(page, 'trace: timeline', async () => {
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await last.waitFor()
  })
}
