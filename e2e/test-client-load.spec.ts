import type { Page } from '@playwright/test'
import type { MqttClient } from 'mqtt'
import { watchHeap } from './heap-usage.ts'
import { longestTask, watchLongTasks } from './long-tasks.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

/** The maximum duration of one task of the page while messages arrive, in milliseconds. */
const LONGEST = 200
const RATE = 5_000
/** Minutes were measured by hand; a test that takes minutes would not be run. */
const SECONDS = Number(process.env['LOAD_SECONDS'] ?? 20)
const TICKS_PER_SECOND = 50
const MiB = 1_048_576

test.describe.configure({ timeout: 120_000 + 2_000 * SECONDS })

test('50,000 messages and one of 500 KB are received without holding up the page', {
  tag: '@measured',
}, async ({ page, connect }) => {
  await openConnected(page, 'bulk/#')
  const publisher = await connect(brokerdeck().tcp[0], { clientId: 'publisher' })
  await longestTask(page)
  await flood(publisher, 10, 5_000, () => 'bulk/one')
  await expect(page.getByRole('button', { name: 'Received 50,000' })).toBeVisible({ timeout: 60_000 })

  const binary = Buffer.alloc(500_000, 0xfe)
  await publisher.publishAsync('bulk/large', binary, { qos: 1 })
  await page.getByRole('button', { name: 'Open the message of bulk/large' }).click()
  await expect(page.getByRole('dialog')).toContainText('488 KiB')
  await page.keyboard.press('Escape')

  await page.getByRole('searchbox', { name: 'Search topic and payload' }).fill('number 12345 ')
  await expect(page.getByText('1 found')).toBeVisible()
  expect(await longestTask(page), 'milliseconds of the longest task').toBeLessThan(LONGEST)
})

test(`everything at ${RATE} messages a second leaves page and heap as they were`, {
  tag: '@measured',
}, async ({ page, connect }) => {
  await openConnected(page, '#')
  const publisher = await connect(brokerdeck().tcp[0], { clientId: 'publisher' })
  const heap = await watchHeap(page)
  // The list is full after this: each further message removes another message.
  await flood(publisher, 12, RATE, (at) => `site/${at % 500}/value`)
  await expect(page.getByText(/dropped here/)).toBeVisible({ timeout: 60_000 })
  const before = { page: await heap.page(), worker: await heap.worker() }
  await longestTask(page)
  await flood(publisher, SECONDS, RATE, (at) => `site/${at % 500}/value`)
  const longest = await longestTask(page)
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('button', { name: 'Resume' }).click()
  const after = { page: await heap.page(), worker: await heap.worker() }
  test.info().annotations.push({
    type: 'measured',
    description: `heap ${JSON.stringify({ before, after })}, longest task ${Math.round(longest)} ms`,
  })
  expect(longest, 'milliseconds of the longest task').toBeLessThan(LONGEST)
  expect(after.page - before.page, 'growth of the page').toBeLessThan(8 * MiB)
  expect(after.worker - before.worker, 'growth of the worker').toBeLessThan(16 * MiB)
})

async function openConnected(page: Page, filter: string): Promise<void> {
  await watchLongTasks(page)
  await openSignedIn(page, brokerdeck().url, 'websocket')
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe' })
  await dialog.getByRole('textbox', { name: 'Topic filter' }).fill(filter)
  await dialog.getByRole('button', { name: 'Subscribe' }).click()
  if (filter === '#') {
    const question = page.getByRole('dialog', { name: 'Subscribe to #?' })
    await expect(question).toContainText('messages a second at the moment')
    await question.getByRole('button', { name: 'Subscribe' }).click()
  }
  await expect(page.getByText('QoS 0', { exact: true })).toBeVisible()
}

/** Publishes messages evenly for the given number of seconds. */
async function flood(
  publisher: MqttClient,
  seconds: number,
  rate: number,
  topic: (at: number) => string,
): Promise<void> {
  const start = performance.now()
  let offered = 0
  await new Promise<void>((resolve) => {
    const timer = setInterval(() => {
      const elapsed = Math.min((performance.now() - start) / 1000, seconds)
      for (; offered < Math.round(elapsed * rate); offered += 1)
        publisher.publish(topic(offered), `{"text":"number ${offered} of a flood","value":${offered % 97}}`)
      if (elapsed < seconds) return
      clearInterval(timer)
      resolve()
    }, 1000 / TICKS_PER_SECOND)
  })
  await publisher.publishAsync('flood/over', '', { qos: 1 })
}
