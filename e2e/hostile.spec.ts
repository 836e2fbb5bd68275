import { expectNoOverflow } from './expect-no-overflow.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

const MARKUP = '<img src=x onerror="document.title=`taken`">'
const hostile = [
  { what: 'markup', clientId: `${MARKUP}<script>document.title='taken'</script>` },
  { what: 'a right-to-left override and no width', clientId: 'pay\u202Eroll\u200B\u2066' },
  { what: 'an encoding of its own', clientId: '../%2e%2e/%00?a=b#c&amp;"\'' },
  { what: 'a formula', clientId: '=HYPERLINK("http://evil.example","x")' },
  { what: 'great length', clientId: `long-${'ä'.repeat(30_000)}` },
] as const

for (const { what, clientId } of hostile)
  test(`a client id with ${what} is text in every list and has a page of its own`, async ({
    page,
    connect,
  }) => {
    const client = await connect(brokerdeck().tcp[0], { clientId, username: MARKUP, protocolVersion: 5 })
    await client.subscribeAsync(`${MARKUP}/${clientId.slice(0, 100).replaceAll(/[#+]/g, '')}`)
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message())
      void dialog.dismiss()
    })

    await openSignedIn(page, brokerdeck().url, 'clients')
    for (const path of ['clients', 'subscriptions/subscription', 'subscriptions/topics']) {
      await page.goto(new URL(path, brokerdeck().url).href)
      await expect(page.getByRole('row').nth(1)).toBeVisible()
      await expect(page.getByText('<img src=x').first()).toBeVisible()
      expect(await page.locator('img[src=x]').count()).toBe(0)
      expect(await page.title()).not.toContain('taken')
    }

    await page.goto(new URL('clients', brokerdeck().url).href)
    await page.locator('tbody a').first().click()
    await expect(page).toHaveURL(/\/clients\/detail\//)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page.getByText('The client does not exist')).toHaveCount(0)
    expect(await page.title()).not.toBe('taken')
    expect(dialogs).toEqual([])
    await expectNoOverflow(page, 'the page of the client')
  })
