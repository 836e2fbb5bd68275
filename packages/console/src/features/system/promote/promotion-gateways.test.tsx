import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { expect, it } from 'vitest'
import { compareSides } from '#compare/compare-sides.ts'
import { makePlan } from '#compare/promotion-plan.ts'
import {
  bodyAt,
  clusters,
  downloadBackup,
  isDone,
  outcomesOf,
  promoteAll,
  redis,
  undoAll,
  write,
} from '#features/system/promote/testing/two-clusters.ts'
import { savedFiles } from '#testing/saved-files.ts'
import { planAsCurl } from './promotion-files.ts'

const listener = { type: 'tcp', name: 'default', bind: '127.0.0.1:0', max_connections: 7 }

async function arrangeGateway(lab: TestBroker): Promise<void> {
  await write(lab, 'PUT', '/gateways/stomp', { enable: true, idle_timeout: '45s', listeners: [listener] })
  await write(lab, 'POST', '/gateways/stomp/authentication', { ...redis, enable: false })
}

const gatewaysPath = '/clusters/compare?kinds=gateways'

it('brings a gateway with what checks its clients before its listener, and takes all back', async () => {
  const saved = savedFiles()
  const app = await clusters({ arrangeLab: arrangeGateway }, gatewaysPath)
  const { screen, user, broker, choose } = app
  // The gateway and its authentication are not chosen: they are added because a listener needs them.
  await choose('stomp:tcp:default')
  await user.click(await screen.findByText('Plan for 1 thing…'))
  await user.type(await screen.findByLabelText('password of stomp:authentication'), 'typed-password')
  expect(screen.getByText('Added: stomp:tcp:default needs it')).toBeDefined()
  expect(screen.getByText('Added: stomp:authentication needs it')).toBeDefined()
  await user.click(screen.getByText('Save as curl script'))
  await user.click(screen.getByText('Save as HOCON'))
  await promoteAll(app, 3)
  expect(outcomesOf(app)).toEqual([
    'DonePUT /gateways/stompstomp',
    'DonePOST /gateways/stomp/authenticationstomp:authentication',
    'DonePOST /gateways/stomp/listenersstomp:tcp:default',
  ])
  expect(await bodyAt(broker, '/gateways/stomp')).toMatchObject({
    status: 'running',
    idle_timeout: '45s',
    listeners: [{ name: 'default', max_connections: 7 }],
    authentication: { password: '******' },
  })
  await undoAll(app, 6)
  expect(outcomesOf(app).filter((line) => !isDone(line))).toEqual([])
  expect(await bodyAt(broker, '/gateways/stomp')).toMatchObject({ status: 'stopped', listeners: [] })
  const [script = '', text = ''] = await Promise.all(saved.map(({ content }) => content.text()))
  expect(script + text).not.toMatch(/hunter2|typed-password|\*{6}/)
  expect(text).toMatch(/^gateway \{\n +stomp \{/m)
  expect(text).toMatch(/tcp \{\n +default \{/)
})

it('finds nothing to bring between a cluster and its own backup', async () => {
  const { screen, user, broker, row } = await clusters(
    { arrange: arrangeGateway },
    `${gatewaysPath}&from=file`,
  )
  const file = await screen.findByLabelText('Backup or configuration file', { selector: 'input' })
  await user.upload(file, await downloadBackup(broker))
  expect(await screen.findByText('No differences in the chosen kinds')).toBeDefined()
  for (const name of ['stomp:authentication', 'stomp:tcp:default'])
    expect((await row(name)).textContent).toContain('Same')
})

it('gives a script the request that takes the authenticator of a listener away', () => {
  const [id, settings] = ['stomp:tcp:own', { bind: '1' }]
  const here = [{ id, settings: { ...settings, authentication: { mechanism: 'jwt' } } }]
  const known = { gateways: compareSides(here, [{ id, settings }]) }
  const script = planAsCurl(makePlan(known, [{ kind: 'gateways', id }], { isPart: false }))
  expect(script).toMatch(/ PUT .*own'[\s\S]* DELETE .*stomp%3Atcp%3Aown\/authentication'/)
})
