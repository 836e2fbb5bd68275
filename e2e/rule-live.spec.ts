import { expectAccessible } from './expect-accessible.ts'
import { expect, freshBrokerdeck, test } from './operator-test.ts'
import { postAsOperator } from './post-as-operator.ts'
import { openSignedIn } from './sign-in.ts'

const brokerdeck = freshBrokerdeck()

const rule = {
  id: 'too_warm',
  sql: 'SELECT payload.celsius as celsius, clientid FROM "rooms/+" WHERE payload.celsius > 25',
  actions: [
    {
      function: 'republish',
      args: { topic: `warm/\${clientid}`, payload: `\${celsius} °C`, qos: 1, retain: false },
    },
  ],
}

test('what two clients send is followed through a rule, and the trace for it is taken back', async ({
  page,
  connect,
}) => {
  const { url, tcp } = brokerdeck()
  await postAsOperator(url, 'rules', rule)
  await openSignedIn(page, url, `rule/rules/${rule.id}?tab=test`)
  await page.getByRole('button', { name: 'Watch real data' }).click()
  await expect(page.getByText('No message has run this rule yet')).toBeVisible()

  const watcher = await connect(tcp[0], { clientId: 'watcher', protocolVersion: 5 })
  await watcher.subscribeAsync('warm/#', { qos: 1 })
  const arrived = new Promise<string>((resolve) => {
    watcher.on('message', (topic, payload) => resolve(`${topic} ${payload.toString()}`))
  })
  const [attic, cellar] = await Promise.all(
    ['attic', 'cellar'].map((clientId) => connect(tcp[0], { clientId, protocolVersion: 5 })),
  )
  await attic?.publishAsync('rooms/attic', '{"celsius": 31}', { qos: 1 })
  await cellar?.publishAsync('rooms/cellar', '{"celsius": 12}', { qos: 1 })
  expect(await arrived).toBe('warm/attic 31 °C')

  const runs = page.getByRole('list', { name: 'Runs of the rule' })
  await expect(runs).toContainText('rooms/attic', { timeout: 30_000 })
  await expect(runs).toContainText('rooms/cellar')
  await expect(runs).toContainText('No result')
  await runs.getByText('rooms/attic').click()
  await expect(runs).toContainText('31 °C')
  await expectAccessible(page, 'the runs of a rule')

  await page.getByRole('tab', { name: 'Statistics' }).click()
  await page.goto(new URL('log-trace', url).href)
  await expect(page.getByText('No traces')).toBeVisible()
})
