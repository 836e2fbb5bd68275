import { startHookProvider } from '@brokerdeck/embedded-broker/extensions/exhooks/testing/hook-provider.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { openFromMenu } from './open-from-menu.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

test('a hook server refuses a client, dies, comes back, and the page says so', async ({ page, connect }) => {
  const { url, tcp } = brokerdeck()
  const provider = await startHookProvider({
    hooks: { 'client.authenticate': [], 'message.publish': ['t/#'] },
    answer: (_, { clientinfo, message }) =>
      message === undefined
        ? { type: 'STOP_AND_RETURN', bool_result: Object(clientinfo).clientid !== 'intruder' }
        : { type: 'IGNORE' },
  })
  const enter = async (clientId: string) => {
    const client = await connect(tcp[0], { clientId, protocolVersion: 5 })
    await client.endAsync(true)
  }
  try {
    await openSignedIn(page, url)
    await openFromMenu(page, 'Extensions', 'ExHook')
    const main = page.getByRole('main')
    await expect(main.getByText('No hook servers yet')).toBeVisible()
    await main.getByRole('button', { name: 'Create hook server' }).click()
    await main.getByRole('textbox', { name: 'Name', exact: true }).fill('door')
    await main.getByRole('textbox', { name: 'URL', exact: true }).fill('localhost')
    await expect(main.getByText(/accepts this text but cannot connect/).first()).toBeVisible()
    await expect(main.getByText(/the broker refuses every client/)).toBeVisible()
    await expectAccessible(page, 'a new hook server')
    await expectNoOverflow(page, 'a new hook server')
    await main.getByRole('textbox', { name: 'URL', exact: true }).fill(provider.url)
    await main.getByRole('button', { name: 'Create hook server' }).click()
    await expect(main.getByText('Connected', { exact: true }).first()).toBeVisible()

    await enter('guest')
    await expect(enter('intruder')).rejects.toThrow(/Not authorized/)
    await main.getByRole('link', { name: 'door' }).click()
    await expect(main.getByRole('row', { name: /Connected 2 0/ })).toBeVisible()
    await expectAccessible(page, 'a hook server')
    await main.getByRole('tab', { name: 'Hooks' }).click()
    await expect(main.getByRole('row', { name: /^message\.publish .* t\/#/ })).toBeVisible()
    await main.getByRole('tab', { name: 'Overview' }).click()

    provider.die()
    await expect(enter('guest')).rejects.toThrow(/Not authorized/)
    await expect(main.getByText(/^1 call failed while this page was open.*are refused\.$/)).toBeVisible()
    await expect(main.getByText('Connected', { exact: true }).first()).toBeVisible()

    await provider.comeBack()
    await expect
      .poll(() =>
        enter('guest').then(
          () => 'in',
          () => 'out',
        ),
      )
      .toBe('in')
    await main.getByRole('switch', { name: 'door enabled' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
    await expect(main.getByText('Disabled', { exact: true }).first()).toBeVisible()
    await enter('intruder')
  } finally {
    provider.die()
  }
})
