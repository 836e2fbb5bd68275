import { expect, it } from 'vitest'
import {
  bodyAt,
  clusters,
  isDone,
  outcomesOf,
  promoteAll,
  undoAll,
  write,
} from '#features/system/promote/testing/two-clusters.ts'
import { savedFiles } from '#testing/saved-files.ts'

const scan = { as: 'peerhost', who: '192.0.2.7', reason: 'scanner' }
const net = { as: 'peerhost_net', who: '198.51.100.0/24', reason: 'range' }

it('brings bans, makes one anew that the API cannot change, and takes them back', async () => {
  const saved = savedFiles()
  const app = await clusters(
    {
      arrangeLab: async (lab) => {
        await write(lab, 'POST', '/banned', scan)
        await write(lab, 'POST', '/banned', net)
      },
      arrange: (plant) => write(plant, 'POST', '/banned', { ...scan, reason: 'old' }),
    },
    '/clusters/compare?kinds=bans',
  )
  const { screen, user, broker, choose } = app
  await choose('peerhost:192.0.2.7', 'peerhost_net:198.51.100.0/24')
  await user.click(await screen.findByText('Plan for 2 things…'))
  expect(await screen.findByText(/^The API cannot change a ban/)).toBeDefined()
  await user.click(screen.getByText('Save as curl script'))
  await user.click(screen.getByText('Save as HOCON'))
  await promoteAll(app, 3)
  expect(outcomesOf(app).toSorted()).toEqual([
    'DoneDELETE /banned/peerhost/192.0.2.7peerhost:192.0.2.7',
    'DonePOST /bannedpeerhost:192.0.2.7',
    'DonePOST /bannedpeerhost_net:198.51.100.0/24',
  ])
  expect(await bodyAt(broker, '/banned')).toMatchObject({
    data: expect.arrayContaining([expect.objectContaining(scan), expect.objectContaining(net)]),
  })
  await undoAll(app, 6)
  expect(outcomesOf(app).filter((line) => !isDone(line))).toEqual([])
  expect(await bodyAt(broker, '/banned')).toMatchObject({ data: [{ ...scan, reason: 'old' }] })
  const [script = '', text = ''] = await Promise.all(saved.map(({ content }) => content.text()))
  expect(script).toMatch(
    /curl -X DELETE "\$URL"'\/api\/v5\/banned\/peerhost\/192\.0\.2\.7' \\\n {2}-u "\$KEY:\$SECRET" --fail\n\ncurl -X POST "\$URL"'\/api\/v5\/banned'/,
  )
  expect(text).toContain('# bans peerhost_net:198.51.100.0/24')
})

it('changes a key with its role, takes that back, and brings no new one, whose secret would be lost', async () => {
  const saved = savedFiles()
  const key = { name: 'grafana', desc: 'old', enable: true, role: 'viewer' }
  const app = await clusters(
    {
      edition: 'enterprise',
      arrangeLab: async (lab) => {
        await write(lab, 'POST', '/api_key', { ...key, desc: 'new', expired_at: '2099-01-01T00:00:00Z' })
        await write(lab, 'POST', '/api_key', { ...key, name: 'ci' })
      },
      arrange: (plant) => write(plant, 'POST', '/api_key', key),
    },
    '/clusters/compare?kinds=api-keys',
  )
  const { screen, user, broker, choose } = app
  await choose('grafana', 'ci')
  await user.click(await screen.findByText('Plan for 2 things…'))
  expect(await screen.findByText(/^Not in the plan: ci\. The broker shows the secret of a new/)).toBeDefined()
  await user.click(screen.getByText('Save as curl script'))
  await promoteAll(app, 1)
  expect(outcomesOf(app)).toEqual([expect.stringMatching(/^DonePUT \/api_key\/grafana/)])
  expect(await bodyAt(broker, '/api_key')).toMatchObject([
    { name: 'grafana', desc: 'new', role: 'viewer', expired_at: '2099-01-01T00:00:00+00:00' },
  ])
  await undoAll(app, 2)
  expect(await bodyAt(broker, '/api_key/grafana')).toMatchObject({ ...key, expired_at: 'infinity' })
  const [script = ''] = await Promise.all(saved.map(({ content }) => content.text()))
  expect(script).toContain('# api-keys grafana\n')
})

it('undoes a ban once more where what was to come back was refused at first', async () => {
  const app = await clusters(
    {
      arrangeLab: (lab) => write(lab, 'POST', '/banned', scan),
      arrange: (plant) => write(plant, 'POST', '/banned', { ...scan, reason: 'old' }),
    },
    '/clusters/compare?kinds=bans',
  )
  const { screen, user, broker, network, choose } = app
  await choose('peerhost:192.0.2.7')
  await user.click(await screen.findByText('Plan for 1 thing…'))
  await promoteAll(app, 2)
  let refusals = 1
  network.answer(/^\/api\/v5\/banned$/, async (method, sent) => {
    if (method !== 'POST') return Response.json(await bodyAt(broker, '/banned'))
    if (refusals-- > 0) return Response.json({ code: 'BAD_REQUEST', message: 'not now' }, { status: 400 })
    const { status, body } = await broker.ask('POST', '/banned', JSON.parse(String(sent)))
    return Response.json(body, { status })
  })
  await undoAll(app, 5)
  expect(outcomesOf(app).slice(2)).toEqual([
    expect.stringMatching(/^DoneUndoDELETE/),
    expect.stringMatching(/^RefusedUndoPOST.*is there again as it was\.$/),
    expect.stringMatching(/^Left as it isUndoDELETE.*what was to come back was refused\.$/),
  ])
  expect(await bodyAt(broker, '/banned')).toMatchObject({ data: [scan] })
  await undoAll(app, 7)
  expect(outcomesOf(app).slice(5)).toEqual([
    expect.stringMatching(/^DoneUndoDELETE/),
    expect.stringMatching(/^DoneUndoPOST/),
  ])
  expect(await bodyAt(broker, '/banned')).toMatchObject({ data: [{ ...scan, reason: 'old' }] })
})

it('asks nobody for bans that are not chosen', async () => {
  const { network, row } = await clusters({})
  await row('upward')
  expect(network.asked.filter((line) => line.includes('/banned'))).toEqual([])
})

it('brings the rules of the built-in database, and takes them back', async () => {
  const path = '/authorization/sources/built_in_database/rules'
  const source = { type: 'built_in_database' }
  const rule = { topic: 'a/#', permission: 'allow', action: 'all', qos: [0, 1, 2], retain: 'all' }
  const app = await clusters(
    {
      arrangeLab: async (lab) => {
        await write(lab, 'POST', '/authorization/sources', source)
        await write(lab, 'POST', `${path}/users`, [{ username: 'bob', rules: [rule] }])
      },
      arrange: (plant) => write(plant, 'POST', '/authorization/sources', source),
    },
    '/clusters/compare?kinds=builtin-rules',
  )
  const { screen, user, broker, choose } = app
  await choose('username:bob')
  await user.click(await screen.findByText('Plan for 1 thing…'))
  await promoteAll(app, 1)
  expect(outcomesOf(app)).toEqual([`DonePUT ${path}/users/bobusername:bob`])
  expect(await bodyAt(broker, `${path}/users/bob`)).toMatchObject({ rules: [rule] })
  await undoAll(app, 2)
  expect(await bodyAt(broker, `${path}/users`)).toMatchObject({ data: [] })
})
