import type { Page } from '@playwright/test'
import { selfSigned } from '../packages/embedded-broker/src/certificates/self-signed.ts'
import { freePort } from '../packages/embedded-broker/src/testing/free-port.ts'
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs'
import { startFrontServer } from './front-server.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { postAsOperator } from './post-as-operator.ts'
import { openSignedIn } from './sign-in.ts'

const executablePath = findChromium()
const tls = selfSigned('console', [], ['127.0.0.1'], Date.now())

// The certificate belongs to this test alone; workers need the same exception as their page.
test.use({
  ignoreHTTPSErrors: true,
  launchOptions: {
    args: [...CHROMIUM_ARGS, '--ignore-certificate-errors'],
    ...(executablePath ? { executablePath } : {}),
  },
})

const brokerdeck = freshBrokerdeck()

test('a page over TLS connects over TLS only', async ({ page, complaints }) => {
  const port = await freePort()
  const made = await postAsOperator(brokerdeck().url, 'listeners/wss:own', {
    id: 'wss:own',
    type: 'wss',
    bind: `127.0.0.1:${port}`,
    ssl_options: { certfile: tls.cert, keyfile: tls.key },
  })
  expect(made.status).toBe(200)
  const front = await startFrontServer({ forward: { prefix: '/', to: brokerdeck().url }, tls })
  try {
    await openSignedIn(page, front.url, 'websocket')
    await connect(page)

    await edit(page, { host: '127.0.0.1', port: String(port), tls: true })
    await connect(page)

    await edit(page, { host: 'broker.example', port: '8083', tls: false })
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText('mixed content')
    await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
    // The connection was not attempted: otherwise the browser would have logged an error.
    expect(complaints).toEqual([])
  } finally {
    await front.close()
  }
})

async function connect(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Connect', exact: true })).toBeVisible()
}

interface Place {
  readonly host: string
  readonly port: string
  readonly tls: boolean
}

async function edit(page: Page, { host, port, tls: hasTls }: Place): Promise<void> {
  await page.getByRole('button', { name: 'Edit the connection' }).click()
  const form = page.getByRole('dialog', { name: 'Connection settings' })
  await form.getByRole('combobox', { name: 'Connect' }).selectOption('Directly to a listener')
  await form.getByRole('textbox', { name: 'Host' }).fill(host)
  await form.getByRole('textbox', { name: 'Port' }).fill(port)
  await form.getByRole('switch', { name: 'TLS' }).setChecked(hasTls, { force: true })
  await form.getByRole('button', { name: 'Save' }).click()
}
