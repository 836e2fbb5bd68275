import type { TestBroker } from '@brokerdeck/embedded-broker/testing/test-broker.ts'
import { expect, it } from 'vitest'
import {
  bodyAt,
  clusters,
  downloadBackup,
  isDone,
  outcomesOf,
  promoteAll,
  undoAll,
  write,
} from '#features/system/promote/testing/two-clusters.ts'
import { savedFiles } from '#testing/saved-files.ts'

const schema = { name: 'temp', type: 'json', source: '{"type":"object"}', description: '' }
const registry = {
  name: 'conf',
  type: 'confluent',
  url: 'http://127.0.0.9:8000',
  auth: { mechanism: 'basic', username: 'u', password: 'hunter2' },
}
const screened = {
  description: '',
  enable: true,
  topics: ['t/#'],
  failure_action: 'drop',
  log_failure: { level: 'warning' },
}
const validation = {
  ...screened,
  name: 'second',
  strategy: 'all_pass',
  checks: [{ type: 'json', schema: 'temp' }],
}
const other = {
  ...validation,
  name: 'first',
  checks: [{ type: 'sql', sql: 'SELECT * WHERE qos = 1' }],
}
const transformation = {
  ...screened,
  name: 'move',
  operations: [{ key: 'topic', value: "concat(['x/', topic])" }],
  payload_decoder: { type: 'none' },
  payload_encoder: { type: 'none' },
}

async function arrangeHub(lab: TestBroker): Promise<void> {
  await write(lab, 'POST', '/schema_registry', schema)
  await write(lab, 'POST', '/schema_registry_external', registry)
  await write(lab, 'POST', '/schema_validations', validation)
  await write(lab, 'POST', '/schema_validations', other)
  await write(lab, 'POST', '/schema_validations/reorder', { order: ['first', 'second'] })
  await write(lab, 'POST', '/message_transformations', transformation)
}

const hubPath = '/clusters/compare?kinds=schemas,registries,validations,transformations'
const named = (...names: readonly string[]) => names.map((name) => expect.objectContaining({ name }))

it('brings schemas, validations in their order and transformations, and takes them back', async () => {
  const saved = savedFiles()
  const app = await clusters(
    {
      edition: 'enterprise',
      arrangeLab: arrangeHub,
      arrange: (plant) => write(plant, 'POST', '/schema_validations', { ...other, topics: ['old/#'] }),
    },
    hubPath,
  )
  const { screen, user, broker, choose } = app
  // The schema is not chosen: it is added because a validation needs it.
  await choose('move', 'conf', 'first', 'second', '$order')
  await user.click(await screen.findByText('Plan for 5 things…'))
  await user.type(await screen.findByLabelText('auth.password of conf'), 'typed-password')
  expect(screen.getByText('Added: second needs it')).toBeDefined()
  expect(screen.getAllByText(/^Applies to messages from now on/)).toHaveLength(3)
  await user.click(screen.getByText('Save as curl script'))
  await user.click(screen.getByText('Save as HOCON'))
  await promoteAll(app, 6)
  expect(outcomesOf(app)).toEqual([
    'DonePOST /schema_registrytemp',
    'DonePOST /schema_registry_externalconf',
    'DonePUT /schema_validationsfirst',
    'DonePOST /schema_validationssecond',
    'DonePOST /schema_validations/reorder$order',
    'DonePOST /message_transformationsmove',
  ])
  expect(await bodyAt(broker, '/schema_registry/temp')).toMatchObject(schema)
  expect(await bodyAt(broker, '/schema_registry_external')).toMatchObject({
    conf: { url: registry.url, auth: { username: 'u', password: '******' } },
  })
  expect(await bodyAt(broker, '/schema_validations')).toEqual(named('first', 'second'))
  expect(await bodyAt(broker, '/schema_validations/validation/first')).toMatchObject({ topics: ['t/#'] })
  expect(await bodyAt(broker, '/message_transformations')).toMatchObject([transformation])
  await undoAll(app, 12)
  expect(outcomesOf(app).filter((line) => !isDone(line))).toEqual([])
  expect(await bodyAt(broker, '/schema_registry')).toEqual([])
  expect(await bodyAt(broker, '/schema_registry_external')).toEqual({})
  expect(await bodyAt(broker, '/schema_validations')).toMatchObject([{ ...other, topics: ['old/#'] }])
  expect(await bodyAt(broker, '/message_transformations')).toEqual([])
  const [script = '', text = ''] = await Promise.all(saved.map(({ content }) => content.text()))
  expect(script).toMatch(/schema_validations\/reorder'[^{]+-d '\{\s+"order": \[\s+"first",\s+"second"/)
  expect(script + text).not.toMatch(/hunter2|typed-password|\*{6}/)
  expect(text).toMatch(/^message_transformation \{\n +transformations = \[/m)
  expect(text).toMatch(/^schema_registry \{/m)
  expect(text.indexOf('name = first')).toBeLessThan(text.indexOf('name = second'))
})

it('orders in a script also the only validation that was here, chosen or not', async () => {
  const saved = savedFiles()
  const arrange = (plant: TestBroker) => write(plant, 'POST', '/schema_validations', other)
  const { screen, user, choose } = await clusters(
    { edition: 'enterprise', arrangeLab: arrangeHub, arrange },
    hubPath,
  )
  await choose('second', '$order')
  await user.click(await screen.findByText('Plan for 2 things…'))
  await user.click(await screen.findByText('Save as curl script'))
  const script = await saved[0]?.content.text()
  expect(script).toMatch(/reorder'[^{]+-d '\{\s+"order": \[\s+"first",\s+"second"\s+\]/)
})

it('finds nothing to bring between a cluster and its own backup', async () => {
  const { screen, user, broker, row } = await clusters(
    { edition: 'enterprise', arrange: arrangeHub },
    `${hubPath}&from=file`,
  )
  const file = await screen.findByLabelText('Backup or configuration file', { selector: 'input' })
  await user.upload(file, await downloadBackup(broker))
  expect(await screen.findByText('No differences in the chosen kinds')).toBeDefined()
  for (const name of ['temp', 'conf', 'first', '$order', 'move'])
    expect((await row(name)).textContent).toContain('Same')
})

it('asks a Community cluster for nothing that only Enterprise has', async () => {
  const { screen, network, row } = await clusters({}, `${hubPath},rules`)
  await row('upward')
  expect(screen.queryByLabelText('Schema validations')).toBeNull()
  expect(network.asked.filter((line) => /schema|transformation/.test(line))).toEqual([])
})
