import { readJson, recordedTest } from '@brokerdeck/contract/testing/shared-material.ts'
import { expect } from 'vitest'
import { realSettings } from '#features/integration/bridges/catalog/testing/real-settings.ts'
import { newSettings } from '#features/integration/bridges/form/bridge-document.ts'
import { bridgeSections } from '#features/integration/bridges/form/bridge-sections.ts'
import { documentToForm, formToDocument } from '#kit/form/document.ts'
import type { Field } from '#kit/form/field.ts'
import { valueAt, withValueAt } from '#kit/form/form-value.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import { activeFields, allFields } from '#kit/form/visibility.ts'
import { type ConnectorChoice, settleSettings } from './bridge-adjustments.ts'
import type { BridgeKind } from './field-words.ts'

interface Given {
  readonly set?: ApiDocument
  readonly stored?: ApiDocument
  readonly connectors?: readonly ConnectorChoice[]
}

/** Opens a form of a type with some of its values set, and returns its fields and the document that it would send. */
function opened(kind: BridgeKind, type: string, { set = {}, stored, connectors }: Given = {}) {
  const schema = readJson(
    `contract/schemas-enterprise-${kind === 'connector' ? 'connectors' : 'actions'}.json`,
  )
  const of = { kind, type, schema }
  const begun = stored ?? newSettings(of)
  const document = Object.entries(set).reduce(
    (next: ApiDocument, [path, value]) => withValueAt(next, path, value),
    begun,
  )
  const purpose = stored === undefined ? 'post' : 'put'
  const sections = bridgeSections(of, { purpose, stored: document, connectors })
  const values = documentToForm(sections, document)
  const fields = new Map(activeFields(sections, values).map((field) => [field.path, field]))
  const written = formToDocument(sections, values, document, { isNew: stored === undefined })
  const sent = settleSettings(written, stored, of, { stored: {}, connectors })
  return { fields, all: allFields(sections.flatMap((one) => one.fields)), sent }
}

const choices = (field: Field | undefined) => {
  if (field?.kind === 'select') return field.options.map(({ value }) => value)
  return field?.kind === 'text' ? field.suggestions?.map(({ value }) => value) : undefined
}

recordedTest('no type asks for a duration as a text without its units', () => {
  const types = new Map(realSettings('enterprise').map((one) => [`${one.kind} ${one.type}`, one]))
  expect(types.size).toBeGreaterThan(70)
  const plain = [...types.values()].flatMap(({ kind, type }) =>
    opened(kind, type)
      .all.filter((field) => field.kind === 'text' && /^\d+(ms|s|m|h|d)$/.test(String(field.default)))
      .map(({ path }) => `${kind} ${type} ${path}`),
  )
  expect(plain).toEqual([])
})

recordedTest('a new HTTP connector begins with the kind of its content, and wants more than a scheme', () => {
  const { sent, fields } = opened('connector', 'http')
  expect(sent['headers']).toEqual({ 'content-type': 'application/json' })
  const url = fields.get('url')
  expect(url?.kind === 'text' && url.pattern?.regex.test('http://')).toBe(false)
  expect(url?.kind === 'text' && url.pattern?.regex.test(`http://\${host}/x`)).toBe(true)
})

recordedTest('QoS and retain of an MQTT action can be those of the message', () => {
  const { fields } = opened('action', 'mqtt')
  expect(choices(fields.get('parameters.qos'))).toEqual([0, 1, 2, `\${qos}`])
  expect(choices(fields.get('parameters.retain'))).toEqual([true, false, `\${flags.retain}`])
})

recordedTest.each(['redis', 'mongodb'])('%s begins with a single server', (type) => {
  expect(JSON.stringify(opened('connector', type).sent)).toContain('"single"')
})

recordedTest('IoTDB before 1.3.0 is offered only where it is stored', () => {
  const driver = { driver: 'restapi', base_url: 'http://a' }
  expect(choices(opened('connector', 'iotdb', { set: driver }).fields.get('iotdb_version'))).toEqual([
    'v1.3.x',
  ])
  const stored = { ...driver, iotdb_version: 'v1.1.x' }
  expect(choices(opened('connector', 'iotdb', { stored }).fields.get('iotdb_version'))).toEqual([
    'v1.3.x',
    'v1.1.x',
  ])
})

recordedTest('an IoTDB action through Thrift asks synchronously, and is not asked', () => {
  const connectors = [
    { name: 'rest', driver: 'restapi' },
    { name: 'thrift', driver: 'thrift' },
  ]
  const through = (connector: string) => opened('action', 'iotdb', { set: { connector }, connectors })
  expect(through('rest').fields.has('resource_opts.query_mode')).toBe(true)
  expect(valueAt(through('rest').sent, 'resource_opts.query_mode')).toBe('async')
  expect(through('thrift').fields.has('resource_opts.query_mode')).toBe(false)
  expect(valueAt(through('thrift').sent, 'resource_opts.query_mode')).toBe('sync')
  // A stored value that the form would not set is sent back unchanged.
  const stored = { connector: 'thrift', parameters: { data: [] }, resource_opts: { query_mode: 'async' } }
  expect(opened('action', 'iotdb', { stored, connectors }).sent).toEqual(stored)
})

recordedTest('rows of IoTDB and columns of TDengine come from files, too', () => {
  expect(opened('action', 'iotdb').fields.get('parameters.data')).toMatchObject({ mostRows: 2048 })
  expect(opened('action', 'tdengine').fields.get('parameters.sql')).toMatchObject({ mostColumns: 2048 })
})

recordedTest.each([
  ['s3', 'parameters.key', 'parameters.container.column_order'],
  ['azure_blob_storage', 'parameters.blob', 'parameters.aggregation.container.column_order'],
])(
  '%s gathers under a name of its own, and writes one object for each message otherwise',
  (type, name, order) => {
    const direct = opened('action', type)
    expect(direct.fields.has('resource_opts.batch_size')).toBe(false)
    expect(valueAt(direct.sent, 'parameters.mode')).toBe('direct')
    expect(valueAt(direct.sent, 'resource_opts.batch_size')).toBe(1)
    expect(String(valueAt(direct.sent, name))).not.toMatch(/sequence/)
    const gathered = opened('action', type, { set: { 'parameters.mode': 'aggregated' } })
    expect(gathered.fields.get(name)?.start).toBe(
      `\${action}/\${node}/\${datetime.rfc3339utc}_N\${sequence}.csv`,
    )
    expect(gathered.fields.get(order)).toMatchObject({ kind: 'list', isOfColumns: true })
    expect(gathered.fields.has('resource_opts.batch_size')).toBe(true)
  },
)

recordedTest('a direct upload that is stored with batches keeps them', () => {
  const stored = {
    connector: 'blob',
    parameters: { mode: 'direct', container: 'c', blob: 'b', content: '' },
    resource_opts: { batch_size: 100 },
  }
  expect(opened('action', 'azure_blob_storage', { stored }).sent).toEqual(stored)
})

recordedTest(
  'Confluent does not ask whether its certificate is verified, and Snowflake offers columns',
  () => {
    expect(opened('connector', 'confluent_producer').all.map(({ path }) => path)).not.toContain('ssl.verify')
    expect(
      opened('action', 'snowflake').fields.get('parameters.aggregation.container.column_order'),
    ).toMatchObject({ isOfColumns: true })
  },
)
