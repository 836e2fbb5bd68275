import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { type FrontServer, startFrontServer } from './front-server.ts'
import { ENTERPRISE, expect, freshBrokerdeck, test } from './operator-test.ts'
import { fillLogin } from './sign-in.ts'
import { OPERATOR } from './start-brokerdeck.ts'
import { isAbsence } from './watch-page.ts'

/** The Enterprise edition is used, so that its additional pages are visited, too. */
const brokerdeck = freshBrokerdeck(ENTERPRISE)
let front: FrontServer | undefined

/** Serves the console as EMQX serves its own dashboard folder: these paths and the API, nothing else, and no tunnel. */
test.beforeAll(async () => {
  front = await startFrontServer({
    forward: { prefix: '/api/v5/', to: new URL('api/v5/', brokerdeck().url).href },
    files: {
      prefix: '/',
      folder: join(import.meta.dirname, '../dist/console'),
      only: /^\/(?:$|\?|version$|static\/)/,
    },
  })
})
test.afterAll(() => front?.close())

const address = (path = '') => `${front?.url}${path === '' ? '' : `#/${path}`}`

async function signInThere(page: Page): Promise<void> {
  await page.goto(address())
  await fillLogin(page, OPERATOR)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cluster Overview')
}

/** Returns the failed responses: files that the server lacks, and requests that the broker refused. */
function watchRefusals(page: Page): readonly string[] {
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() >= 400 && !isAbsence(answer)) refused.push(`${answer.status()} ${answer.url()}`)
  })
  return refused
}

test('the version is told, and MQTT goes straight to a listener that the page names', async ({
  page,
  connect,
}) => {
  const answer = await page.request.get(`${front?.url}version`)
  expect(await answer.text()).toMatch(/^refs\/tags\/v\d/)
  const device = await connect(brokerdeck().tcp[0], { clientId: 'meter', protocolVersion: 5 })
  await signInThere(page)
  const refused = watchRefusals(page)
  const [listener = ''] = brokerdeck().webSocket

  await page.goto(address('websocket'))
  await expect(page.getByText(listener)).toBeVisible()
  await expect(page.getByText('ws:default', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Connect', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Disconnect', exact: true })).toBeVisible()

  await page.goto(address('topics-explorer'))
  await expect(page.getByText(`Connects to ws:default, ${listener}`)).toBeVisible()
  await page.getByRole('textbox', { name: 'Topic filter to capture' }).fill('plant/#')
  await page.getByRole('button', { name: 'Start capture' }).click()
  await expect(page.getByText('Capturing')).toBeVisible()
  await device.publishAsync('plant/hall/temp', '21')
  await expect(page.getByRole('treeitem', { name: /^temp.*captured/ })).toBeVisible()
  expect(refused).toEqual([])
})

test('who comes back from an identity provider is signed in, and the address keeps nothing of it', async ({
  page,
}) => {
  const login = await page.request.post(new URL('api/v5/login', brokerdeck().url).href, { data: OPERATOR })
  const { token, version, license } = await login.json()
  const told = { username: 'ada', role: 'administrator', token, version, license, backend: 'oidc' }
  const meta = encodeURIComponent(Buffer.from(JSON.stringify(told)).toString('base64'))
  // EMQX redirects to the root of its dashboard, regardless of the requested page.
  for (const arrival of [`?login_meta=${meta}`, `#/?login_meta=${meta}`]) {
    await page.goto('about:blank')
    await page.goto(`${front?.url}${arrival}`)
    // This tab did not start the sign-in at the provider, so it asks the user.
    await page.getByRole('button', { name: 'Continue as ada' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cluster Overview')
    await expect(page.getByRole('button', { name: 'User ada' })).toBeVisible()
    await expect(page).toHaveURL(address('dashboard/overview'))
    expect(await page.evaluate(() => JSON.stringify([history.state, location.href]))).not.toContain(token)
    await page.evaluate(() => sessionStorage.clear())
  }
})
