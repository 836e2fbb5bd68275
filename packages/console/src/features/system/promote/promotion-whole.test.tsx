import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { expect, it } from 'vitest'
import {
  bodyAt,
  closeLog,
  clusters,
  connector,
  database,
  isDone,
  outcomesOf,
  promoteAll,
  redis,
  undoAll,
  write,
} from '#features/system/promote/testing/two-clusters.ts'
import { savedFiles } from '#testing/saved-files.ts'

it('brings everything of one cluster to another until nothing differs', async () => {
  const saved = savedFiles()
  const every = 'rules,connectors,actions,sources,authenticators,authorization,listeners,settings,retained'
  const app = await clusters(
    {
      arrangeLab: async (lab) => {
        await write(lab, 'POST', '/authentication', redis)
        await write(lab, 'POST', '/authentication', database)
        await write(lab, 'POST', '/authorization/sources', { type: 'built_in_database', enable: true })
        await write(lab, 'POST', '/listeners', { type: 'tcp', name: 'extra', bind: '127.0.0.1:21885' })
        await write(lab, 'PUT', '/configs/sysmon', { os: { cpu_check_interval: '30s' } })
        const zone = Object(await bodyAt(lab, '/configs/global_zone'))
        await write(lab, 'PUT', '/configs/global_zone', { ...zone, mqtt: { ...zone.mqtt, max_inflight: 9 } })
        await write(lab, 'PUT', '/configs/dashboard', { token_expired_time: '45m' })
        const told = { topic: 'plant/state', payload: 'on', qos: 1, retain: true }
        await write(lab, 'POST', '/publish', told)
      },
      arrange: async ({ ask }) => void (await ask('DELETE', '/rules/mine')),
    },
    `/clusters/compare?kinds=${every}`,
  )
  const { screen, user } = app
  await app.row('plant/state')
  await user.click(screen.getByLabelText(/^Select all/))
  await user.click(await screen.findByText(/^Plan for /))
  await user.type(await screen.findByLabelText('password of mqtt:cloud'), 'p1')
  await user.type(screen.getByLabelText('password of password_based:redis'), 'p2')
  await user.click(screen.getByText('Save as curl script'))
  await user.click(screen.getByText('Save as HOCON'))
  const count = screen.getByLabelText('Requests in order').children.length
  await promoteAll(app, count)
  expect(outcomesOf(app).filter((line) => !isDone(line))).toEqual([])
  await closeLog(app)
  expect(await screen.findByText('No differences in the chosen kinds')).toBeDefined()
  const [script = '', text = ''] = await Promise.all(saved.map(({ content }) => content.text()))
  expect(script).toContain("/api/v5/publish'")
  expect(script).toMatch(/configs\?mode=merge'[^}]+mqtt[^}]+max_inflight = 9/)
  expect(script).toContain("/api/v5/listeners/tcp%3Aextra'")
  expect(text).toMatch(/# authenticators password_based:redis: password\n(.*\n)*# retained plant\/state\n/)
  expect(text).toContain('cpu_check_interval')
  expect(`${script}${text}`).not.toMatch(/hunter2|\*{6}|p1|p2/)
})

it('leaves what checks clients where the listener that they come through stays', async () => {
  const app = await clusters(
    {
      arrangeLab: async (lab) => {
        await write(lab, 'POST', '/authentication', database)
        await write(lab, 'POST', '/listeners', { type: 'tcp', name: 'extra', bind: '127.0.0.1:21887' })
      },
    },
    '/clusters/compare?kinds=authenticators,listeners',
  )
  const { screen, user, broker, choose } = app
  await choose('built_in_database', 'tcp:extra')
  await user.click(await screen.findByText('Plan for 2 things…'))
  await promoteAll(app, 2)
  const changed = { type: 'tcp', id: 'tcp:extra', bind: '127.0.0.1:21887', max_connections: 3 }
  await write(broker, 'PUT', '/listeners/tcp%3Aextra', changed)
  await undoAll(app, 4)
  expect(outcomesOf(app).slice(2)).toEqual([
    expect.stringMatching(/^Left as it is.*tcp:extra.*max_connections/),
    expect.stringMatching(/^Left as it is.*The listener tcp:extra stays, and its clients/),
  ])
  expect(await bodyAt(broker, '/authentication')).toHaveLength(1)
})

it('sends nothing over a field that somebody has added since it was compared', async () => {
  const app = await clusters({
    arrange: (plant: TestBroker) => write(plant, 'POST', '/connectors', { ...connector, password: 'mine' }),
    arrangeLab: (lab: TestBroker) =>
      write(lab, 'PUT', '/connectors/mqtt%3Acloud', {
        server: connector.server,
        username: 'bob',
        password: 'theirs',
        resource_opts: connector.resource_opts,
      }),
  })
  const { screen, user, broker, choose } = app
  await choose('cloud')
  const now = { ...connector, password: '******', clientid_prefix: 'line4' }
  const { type: _, name: __, ...changed } = now
  await write(broker, 'PUT', '/connectors/mqtt%3Acloud', changed)
  await user.click(await screen.findByText('Plan for 1 thing…'))
  await promoteAll(app, 1)
  expect(outcomesOf(app)).toEqual([expect.stringMatching(/^Refused.*Changed here.*clientid_prefix/)])
  expect(await bodyAt(broker, '/connectors/mqtt%3Acloud')).toMatchObject({ clientid_prefix: 'line4' })
})
