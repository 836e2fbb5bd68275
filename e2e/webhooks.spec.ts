import { createServer } from 'node:http'
import { expectAccessible } from './expect-accessible.ts'
import { expectNoOverflow } from './expect-no-overflow.ts'
import { openFromMenu } from './open-from-menu.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { postAsOperator } from './post-as-operator.ts'
import { openSignedIn } from './sign-in.ts'
import { OPERATOR } from './start-brokerdeck.ts'

const brokerdeck = freshBrokerdeck()

/** Starts a server of the operator that receives the requests of the webhook. */
async function startReceiver() {
  const got: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.method === 'POST') got.push(`${request.url} ${Buffer.concat(chunks)}`)
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const stop = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${port}/desk`, got, stop }
}

test('a webhook is refused as a whole, made, gets its data there, is changed and deleted', async ({
  page,
  connect,
}) => {
  const { url, tcp } = brokerdeck()
  const receiver = await startReceiver()
  try {
    // These objects block the second step of the webhook.
    await postAsOperator(url, 'connectors', { type: 'http', name: 'other', url: receiver.url })
    const taken = { type: 'http', name: 'taken_WH_D', connector: 'other', parameters: { method: 'post' } }
    await postAsOperator(url, 'actions', taken)
    await openSignedIn(page, url)
    await openFromMenu(page, 'Integration', 'Webhook')
    const main = page.getByRole('main')
    await expect(main.getByRole('region', { name: 'Incomplete webhooks', exact: true })).toContainText(
      'taken',
    )
    await main.getByRole('button', { name: 'Create webhook' }).click()

    const name = main.getByRole('textbox', { name: 'Name', exact: true })
    const create = main.getByRole('button', { name: 'Create webhook' })
    await name.fill('taken')
    await main.getByRole('textbox', { name: 'URL', exact: true }).fill(receiver.url)
    await main.getByRole('button', { name: 'Add topic filter' }).click()
    await main.getByRole('textbox', { name: 'Topic filter 1' }).fill('plant/+/alarm')
    await main.getByRole('textbox', { name: 'Body' }).fill('{"code":${payload.code}}')
    await expectAccessible(page, 'a new webhook')
    await expectNoOverflow(page, 'a new webhook')
    await create.click()
    await expect(main.getByText('The objects created before it are deleted again.')).toBeVisible()
    const { token } = await (
      await fetch(new URL('api/v5/login', url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(OPERATOR),
      })
    ).json()
    const statusOf = async (path: string) =>
      (await fetch(new URL(`api/v5/${path}`, url), { headers: { authorization: `Bearer ${token}` } })).status
    expect(await statusOf('connectors/http:taken_WH_D')).toBe(404)
    expect(await statusOf('rules/taken_WH_D')).toBe(404)

    await name.fill('desk')
    await create.click()
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('desk')
    const device = await connect(tcp[0], { clientId: 'oven-2' })
    await device.publishAsync('plant/4/alarm', '{"code":2107}', { qos: 1 })
    await expect.poll(() => receiver.got).toEqual(['/desk {"code":2107}'])
    await expectAccessible(page, 'a webhook')

    await main.getByRole('tab', { name: 'Settings' }).click()
    await main.getByRole('textbox', { name: 'URL', exact: true }).fill(`${receiver.url}2`)
    await main
      .getByRole('button', { name: /^Apply 1 change$/ })
      .first()
      .click()
    const question = page.getByRole('dialog', { name: 'Apply these changes?' })
    await question.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('Webhook saved')).toBeVisible()
    await device.publishAsync('plant/5/alarm', '{"code":3}', { qos: 1 })
    await expect.poll(() => receiver.got.at(-1)).toBe('/desk2 {"code":3}')

    await main.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('Webhook')
    for (const path of ['connectors/http:desk_WH_D', 'actions/http:desk_WH_D', 'rules/desk_WH_D'])
      expect(await statusOf(path)).toBe(404)
  } finally {
    receiver.stop()
  }
})
