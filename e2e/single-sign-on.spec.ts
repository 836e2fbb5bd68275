import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { ENTERPRISE, expect, freshBrokerdeck, test } from './operator-test.ts'
import { type SamlBroker, startSamlBroker } from './saml-broker.ts'
import { type Brokerdeck, OPERATOR, startBrokerdeck } from './start-brokerdeck.ts'

interface Provider {
  readonly issuer: string
  /** True if the broker can read the provider's configuration. */
  isReady: boolean
  close(): void
}

/** Starts an OpenID Connect provider with a page on which a user decides. */
async function startProvider(): Promise<Provider> {
  const provider = { issuer: '', isReady: true, close: () => void server.close() }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://provider')
    const { issuer } = provider
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    request.resume()
    if (pathname === '/authorize') {
      const link = (name: string, query: string) =>
        `<p><a href="${searchParams.get('redirect_uri')}?state=${searchParams.get('state')}&${query}">${name}</a>`
      const links = [
        link('Allow', 'code=right'),
        link('Deny', 'error=access_denied'),
        link('Forge', 'code=x'),
      ]
      response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>Provider</title>${links.join('')}`)
    } else if (pathname === '/token') {
      const body: Buffer[] = []
      request.on('data', (chunk: Buffer) => body.push(chunk))
      request.on('end', () => {
        const isRight = String(Buffer.concat(body)).includes('code=right')
        json(isRight ? 200 : 400, { access_token: 'access', token_type: 'Bearer' })
      })
    } else if (pathname === '/me') json(200, { sub: 'grace' })
    else {
      const endpoint = (name: string) => `${issuer}/${name}`
      json(provider.isReady ? 200 : 503, {
        issuer,
        authorization_endpoint: endpoint('authorize'),
        token_endpoint: endpoint('token'),
        userinfo_endpoint: endpoint('me'),
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The provider listens nowhere')
  provider.issuer = `http://127.0.0.1:${address.port}`
  return provider
}

/** Configures the provider so that it sends browsers back to the console, wherever the broker is. */
async function putOidc(broker: string, issuer: string, enable: boolean, console = broker): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const login = await fetch(new URL('api/v5/login', broker), {
    method: 'POST',
    headers,
    body: JSON.stringify(OPERATOR),
  })
  const { token } = await login.json()
  const settings = { backend: 'oidc', enable, issuer, clientid: 'console', secret: 'shh' }
  const answer = await fetch(new URL('api/v5/sso/oidc', broker), {
    method: 'PUT',
    headers: { ...headers, authorization: `Bearer ${token}` },
    body: JSON.stringify({ ...settings, dashboard_addr: console.replace(/\/$/, '') }),
  })
  expect(answer.status).toBe(200)
}

test.describe('single sign-on', () => {
  const brokerdeck = freshBrokerdeck(ENTERPRISE)
  let provider: Provider

  const setOidc = (enable: boolean) => putOidc(brokerdeck().url, provider.issuer, enable)
  test.beforeAll(async () => {
    provider = await startProvider()
    await setOidc(true)
  })
  test.afterAll(() => provider.close())

  /** Goes from the requested page to the page of the provider. */
  const leave = async (page: Page) => {
    await page.goto(new URL('clients?like_clientid=pump', brokerdeck().url).href)
    await page.getByRole('button', { name: 'Log in with OIDC' }).click()
    await expect(page).toHaveTitle('Provider')
  }
  const expectRefused = async (page: Page, cause: RegExp) => {
    const alert = page.getByRole('alert').filter({ hasText: 'Login with OIDC failed' })
    await expect(alert).toContainText(cause)
    const { pathname, search } = new URL(page.url())
    expect(`${pathname}${search}`).toBe('/login?to=%2Fclients%3Flike_clientid%3Dpump')
  }

  test('leads through the provider to the page that was wanted, and leaves no token in the address', async ({
    page,
  }) => {
    await leave(page)
    await page.getByRole('link', { name: 'Allow' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clients')
    await expect(page).toHaveURL(/\/clients\?.*like_clientid=pump/)
    await expect(page.getByRole('button', { name: 'User grace' })).toBeVisible()
    expect(page.url()).not.toContain('login_meta')
    await page.goBack()
    expect(page.url()).not.toContain('login_meta')
  })

  test('tells apart why nobody was logged in, and logs in all the same with a user of the broker', async ({
    page,
  }) => {
    await leave(page)
    await page.getByRole('link', { name: 'Deny' }).click()
    await expectRefused(page, /The identity provider refused the login/)
    await expectAccessible(page, 'the login page with a notice')

    await leave(page)
    await page.getByRole('link', { name: 'Forge' }).click()
    await expectRefused(page, /The broker refused the identity provider's answer/)

    await leave(page)
    const back = await page.getByRole('link', { name: 'Allow' }).getAttribute('href')
    provider.isReady = false
    await page.getByRole('link', { name: 'Allow' }).click()
    await expectRefused(page, /The broker could not read the provider's configuration/)
    provider.isReady = true

    // The address belongs to a login that has ended.
    await leave(page)
    await page.goto(String(back))
    await expectRefused(page, /it took too long, or its address was opened a second time/)

    await page.setViewportSize({ width: 390, height: 800 })
    await expectNoOverflow(page, 'the login page with a notice')
    await page.reload()
    await expect(page.getByText('Login with OIDC failed')).toHaveCount(0)
    await page.locator('input[name=username]').fill(OPERATOR.username)
    await page.locator('input[name=password]').fill(OPERATOR.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL(/\/clients\?.*like_clientid=pump/)
  })

  test('says that this way was switched off while the person was at the provider', async ({ page }) => {
    await leave(page)
    await setOidc(false)
    await page.getByRole('link', { name: 'Allow' }).click()
    await expectRefused(page, /Single Sign-On with this provider is switched off/)
    await setOidc(true)
  })
})

test.describe('single sign-on through the proxy', () => {
  const behind = freshBrokerdeck(ENTERPRISE)
  let broker: SamlBroker
  let console: Brokerdeck

  test.beforeAll(async () => {
    broker = await startSamlBroker(behind().url)
    console = await startBrokerdeck('--broker', broker.url)
    broker.returnsTo(console.url)
  })
  test.afterAll(async () => {
    await console.stop()
    broker.close()
  })

  test('SAML leads to the provider, back by its form, and on to the wanted page without a token in the address', async ({
    page,
  }) => {
    await page.goto(new URL('clients?like_clientid=pump', console.url).href)
    await page.getByRole('button', { name: 'Log in with SAML 2.0' }).click()
    await expect(page).toHaveTitle('Provider')
    await page.getByRole('button', { name: 'Allow' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clients')
    await expect(page).toHaveURL(/\/clients\?.*like_clientid=pump/)
    await expect(page.getByRole('button', { name: 'User ada' })).toBeVisible()
    expect(broker.asserted).toEqual(['SAMLResponse=c2lnbmVk'])
    expect(page.url()).not.toContain('login_meta')
    await page.goBack()
    expect(page.url()).not.toContain('login_meta')
  })

  test('OIDC leads through the provider to the wanted page, and a refusal back to the login', async ({
    page,
  }) => {
    const provider = await startProvider()
    const proxied = await startBrokerdeck('--broker', behind().url)
    try {
      await putOidc(behind().url, provider.issuer, true, proxied.url)
      const leave = async () => {
        await page.goto(new URL('clients?like_clientid=pump', proxied.url).href)
        await page.getByRole('button', { name: 'Log in with OIDC' }).click()
        await expect(page).toHaveTitle('Provider')
      }
      await leave()
      await page.getByRole('link', { name: 'Deny' }).click()
      await expect(page.getByRole('alert')).toContainText('The identity provider refused the login')
      await leave()
      await page.getByRole('link', { name: 'Allow' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clients')
      await expect(page).toHaveURL(/\/clients\?.*like_clientid=pump/)
      expect(page.url()).not.toContain('login_meta')
      await expect(page.getByRole('button', { name: 'User grace' })).toBeVisible()
    } finally {
      await proxied.stop()
      provider.close()
    }
  })
})
