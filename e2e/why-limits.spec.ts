import type { Page } from '@playwright/test'
import { selfSigned } from '../packages/embedded-broker/src/certificates/self-signed.ts'
import { freePort } from '../packages/embedded-broker/src/testing/free-port.ts'
import { answerOf, askBroker, headlines, isAllowed, openBeforeChain, openWhy } from './access-chain.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'

const brokerdeck = freshBrokerdeck()

const ask = (page: Page, method: string, path: string, data?: object) =>
  askBroker(page, brokerdeck().url, method, path, data)

test('what a certificate says: the operator types it, and the broker reads it from the client', async ({
  page,
  connect,
}) => {
  const { url } = brokerdeck()
  await openBeforeChain(page, url)
  const port = await freePort()
  const server = selfSigned('broker', [], ['127.0.0.1'], Date.now())
  const { cert, key } = selfSigned('pump-7', [], [], Date.now())
  await ask(page, 'POST', 'listeners/ssl:own', {
    id: 'ssl:own',
    type: 'ssl',
    bind: `127.0.0.1:${port}`,
    ssl_options: {
      certfile: server.cert,
      keyfile: server.key,
      cacertfile: cert,
      verify: 'verify_peer',
      fail_if_no_peer_cert: true,
    },
  })
  const client = await connect(`mqtts://127.0.0.1:${port}`, {
    clientId: 'tls-1',
    protocolVersion: 5,
    cert,
    key,
    ca: server.cert,
    rejectUnauthorized: false,
  })
  const answer = answerOf(page)
  await openWhy(page, url, { clientid: 'tls-1', topic: 'cert/pump-7/x', qos: '1' })
  await expect(answer.getByRole('status')).toHaveText('It depends on: File')
  await expect(answer.getByText(/common name in the certificate/)).toBeVisible()
  await page.getByLabel('Common name of the certificate').fill('pump-7')
  await page.getByRole('button', { name: 'Explain' }).click()
  for (const [topic, isExpected] of [
    ['cert/pump-7/x', true],
    ['cert/pump-8/x', false],
  ] as const) {
    await page.getByLabel('Topic', { exact: true }).fill(topic)
    await page.getByRole('button', { name: 'Explain' }).click()
    await expect(answer.getByText(`wants to publish to ${topic}`)).toBeVisible()
    await expect(answer.getByRole('status')).toHaveText(headlines.publish[isExpected ? 1 : 0])
    expect(await isAllowed(client, { wish: 'publish', topic, qos: 1 })).toBe(isExpected)
  }
  await expectAccessible(page, 'a question about a certificate')
  await ask(page, 'DELETE', 'listeners/ssl:own')
})

test('what the page cannot read as the broker does it does not claim', async ({ page, connect }) => {
  const { url, tcp } = brokerdeck()
  await openBeforeChain(page, url)
  const answer = answerOf(page)
  // Neither the page nor the broker matches this pattern to its end.
  const clientId = `px-${'a'.repeat(60)}`
  await openWhy(page, url, { clientid: clientId, as: 'typed', topic: 'posix/1' })
  await expect(answer.getByRole('status')).toHaveText('It depends on: File')
  await expect(answer.getByText(/Rule 13, line 13 of the file:/)).toBeVisible()
  const client = await connect(tcp[0], { clientId, protocolVersion: 5 })
  await openWhy(page, url, { clientid: clientId, topic: 'posix/sure', qos: '1' })
  await expect(answer.getByRole('status')).toHaveText('The client may not publish')
  await expect(answer.getByText(/Whichever of these rules decides/)).toBeVisible()
  expect(await isAllowed(client, { wish: 'publish', topic: 'posix/sure', qos: 1 })).toBe(false)
  await ask(page, 'POST', 'banned', { as: 'clientid_re', who: String.raw`^([a-z]+)+\1-pathological$` })
  await openWhy(page, url, { clientid: 'a'.repeat(60), as: 'typed', wish: 'connect' })
  await expect(answer.getByRole('status')).toHaveText(/^It depends on: Banned list/)
  await ask(
    page,
    'DELETE',
    `banned/clientid_re/${encodeURIComponent(String.raw`^([a-z]+)+\1-pathological$`)}`,
  )
})

test('what is denied, subscribed or connected leads to its question', async ({ page, connect }) => {
  const { url, tcp } = brokerdeck()
  await openBeforeChain(page, url)
  const client = await connect(tcp[0], { clientId: 'led', protocolVersion: 5 })
  await client.subscribeAsync('sub/led', { qos: 1 })
  const answer = answerOf(page)

  await page.goto(new URL('clients/detail/led', url).href)
  await page.getByRole('button', { name: 'Watch this client' }).click()
  await expect(page.getByText('Nothing has happened yet')).toBeVisible()
  const wish = { wish: 'publish', topic: 'final/1', qos: 1, retain: true } as const
  expect(await isAllowed(client, wish)).toBe(false)
  await page.getByRole('main').getByRole('link', { name: 'Why?', exact: true }).click()
  await expect(page).toHaveURL(/why\?clientid=led&topic=final%2F1&qos=1&retain=1$/)
  await expect(answer.getByRole('status')).toHaveText('The client may not publish')

  await page.goto(new URL('subscriptions/subscription', url).href)
  const row = page.getByRole('row').filter({ hasText: 'sub/led' })
  await row.getByRole('button').last().click()
  await page.getByRole('menuitem', { name: 'Why may it subscribe?' }).click()
  await expect(answer.getByText('wants to subscribe to sub/led')).toBeVisible()
  await expect(answer.getByRole('status')).toHaveText('The client may subscribe')
})
