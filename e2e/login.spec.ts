import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { fillLogin, openSignedIn } from './sign-in.ts'
import { OPERATOR } from './start-brokerdeck.ts'

test.describe('with a password of the operator', () => {
  const brokerdeck = freshBrokerdeck()

  test('says what is missing, and that a password is wrong', async ({ page }) => {
    await page.goto(brokerdeck().url)
    await page.getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByText('Username is required')).toBeVisible()
    await expect(page.getByText('Password is required')).toBeVisible()

    await fillLogin(page, { username: OPERATOR.username, password: 'not-the-one-1' })
    await expect(page.getByRole('alert')).toContainText('Incorrect username or password')
    await expect(page).toHaveURL(/\/login/)
  })

  test('says that a part of the page did not arrive', async ({ page }) => {
    await page.route(/\/sign-in-[^/]+\.js$/, (route) => route.fulfill({ status: 503 }))
    await page.goto(brokerdeck().url)
    await fillLogin(page, OPERATOR)
    await expect(page.getByRole('alert')).toContainText('A part of this page did not arrive')
    await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled()
    await page.unrouteAll()
    await page.reload()
    await fillLogin(page, OPERATOR)
    await expect(page.getByRole('navigation').first()).toBeVisible()
  })

  test('leads to the page that was asked for', async ({ page }) => {
    await openSignedIn(page, brokerdeck().url, 'clients?like_clientid=pump')
    await expect(page).toHaveURL(/\/clients\?.*like_clientid=pump/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Clients')
  })

  test('an ended session asks for a new login and returns to the same place', async ({ page, request }) => {
    await openSignedIn(page, brokerdeck().url, 'subscriptions/topics')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Topics')
    const token = await page.evaluate(() => JSON.parse(sessionStorage.getItem('session') ?? '{}').token)
    const ended = await request.post(new URL('api/v5/logout', brokerdeck().url).href, {
      headers: { authorization: `Bearer ${token}` },
      data: { username: OPERATOR.username },
    })
    expect(ended.status()).toBe(204)

    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(page.getByText('Login has expired, please login again')).toBeVisible()
    await fillLogin(page, OPERATOR)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Topics')
  })

  test('logging out asks first, then forgets', async ({ page }) => {
    await openSignedIn(page, brokerdeck().url)
    await page.getByRole('button', { name: /^User/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Confirm to logout')
    await dialog.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByText('Logged out')).toBeVisible()
    expect(await page.evaluate(() => sessionStorage.getItem('session'))).toBeNull()
  })
})

test.describe('with the default password', () => {
  const brokerdeck = freshBrokerdeck(['--no-sample-fleet'])
  const delivered = { username: 'admin', password: 'public' }

  test('asks for another one, keeps the rules, and logs in with it', async ({ page }) => {
    await page.goto(brokerdeck().url)
    await fillLogin(page, delivered)
    const next = page.getByLabel('New password', { exact: true })
    const repeated = page.getByLabel('Confirm password', { exact: true })
    const submit = page.getByRole('button', { name: 'Change password and log in' })

    await next.fill('12345678')
    await repeated.fill('1234567')
    await submit.click()
    await expect(page.getByText("Two inputs don't match!")).toBeVisible()

    await next.fill(OPERATOR.password)
    await repeated.fill(OPERATOR.password)
    await submit.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cluster Overview')

    await page.evaluate(() => sessionStorage.clear())
    await page.goto(brokerdeck().url)
    await fillLogin(page, delivered)
    await expect(page.getByRole('alert')).toContainText('Incorrect username or password')
  })
})
