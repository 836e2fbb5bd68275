import { readJson, recordedExchanges, recordedTest } from '@brokerdeck/contract/testing/shared-material.ts'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it, test } from 'vitest'
import { formatSettingLabel } from '#kit/form/server-schema/format-setting-label.ts'
import { toForm, toRequest } from './codec.ts'
import { documentToForm, formToDocument, newDocument } from './document.ts'
import type { Field, Section } from './field.ts'
import { formFaults } from './form-faults.ts'
import { isPlainObject, valueAt } from './form-value.ts'
import { listComponentNames, schemaForm } from './from-server-schema.ts'
import { allFields, fieldsOfSection } from './visibility.ts'

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const sole = (symbol: string) => ({ type: 'enum', symbols: [symbol] })
const schemas = {
  'a.tls': {
    type: 'object',
    properties: {
      keyfile: { type: 'string' },
      enable: { type: 'boolean', default: true },
      password: { type: 'string', format: 'password' },
      depth: { type: 'integer', default: 10, minimum: 0 },
    },
  },
  'a.single': {
    type: 'object',
    required: ['kind', 'server'],
    properties: { kind: sole('single'), server: { type: 'string' } },
  },
  'a.many': {
    type: 'object',
    required: ['kind'],
    properties: { kind: sole('many'), ttl: { type: 'duration', default: '5s' } },
  },
  'a.ring': { type: 'object', properties: { next: ref('a.ring') } },
  'a.pair': { type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer', maximum: 5 } } },
  'a.post': {
    type: 'object',
    required: ['type', 'name', 'target'],
    properties: {
      old: { type: 'string', deprecated: true },
      type: sole('a'),
      name: { type: 'string' },
      shut: { type: 'string', readOnly: true },
      limit: { oneOf: [{ type: 'integer', minimum: 1 }, sole('infinity')], default: 'infinity' },
      qos: { oneOf: [{ type: 'string' }, { type: 'enum', symbols: [0, 1] }], default: 1 },
      auth: { oneOf: [ref('a.pair'), sole('none')], default: 'none' },
      target: { oneOf: [ref('a.single'), ref('a.many')] },
      pairs: { type: 'array', items: ref('a.pair') },
      heads: { type: 'object', is_template: true },
      levels: { type: 'array', items: { type: 'enum', symbols: ['x', 'y'] } },
      mixed: { oneOf: [{ type: 'string' }, { type: 'object' }] },
      future: { type: 'quaternion' },
      ring: ref('a.ring'),
      ssl: { ...ref('a.tls'), default: { enable: false } },
    },
  },
}
const document = { components: { schemas }, paths: { '/a': { put: ref('a.post') } } }

function fieldsIn(sections: readonly Section[]): readonly Field[] {
  return sections.flatMap((section) => allFields(fieldsOfSection(section)))
}

function fieldAt(path: string, stored?: unknown): Field | undefined {
  return fieldsIn(schemaForm(document, 'a.post', stored)).find((field) => field.path === path)
}

describe('schemaForm', () => {
  it('has a section for what stands alone and one for each object, switched where it can be', () => {
    expect(schemaForm(document, 'a.post')).toMatchObject([
      { id: 'general' },
      { id: 'ring' },
      { id: 'ssl', title: 'TLS', switch: 'ssl.enable' },
    ])
    expect(schemaForm(document, 'nothing')).toEqual([])
  })

  it('finds the control of every shape', () => {
    const kinds = Object.keys(schemas['a.post'].properties).map((name) => [name, fieldAt(name)?.kind])
    expect(Object.fromEntries(kinds)).toEqual({
      type: 'select',
      name: 'text',
      shut: 'text',
      limit: 'one-of',
      qos: 'text',
      auth: 'union',
      target: 'union',
      pairs: 'rows',
      heads: 'map',
      levels: 'multi-select',
      mixed: 'json',
      future: 'json',
    })
    expect(fieldAt('ring.next')?.kind).toBe('json')
    expect(fieldAt('ssl.password')?.kind).toBe('secret')
    expect(fieldAt('ssl.keyfile')).toMatchObject({
      kind: 'certificate',
      of: 'key',
      certificatePath: 'ssl.certfile',
    })
    expect(fieldAt('ssl.enable')?.default).toBe(false)
    expect(fieldAt('ssl.depth')).toMatchObject({ min: 0, default: 10, isAdvanced: true })
    expect(fieldAt('shut')?.readOnly).toMatch(/does not let/)
  })

  it('shows what is no longer used only where it is set', () => {
    expect(fieldAt('old')).toBeUndefined()
    expect(fieldAt('old', { old: 'x' })?.kind).toBe('text')
  })

  it('makes what the broker takes', () => {
    const sections = schemaForm(document, 'a.post')
    const start = newDocument(sections)
    expect(start).toEqual({
      type: 'a',
      limit: 'infinity',
      qos: 1,
      auth: 'none',
      target: { kind: 'single' },
      ssl: { enable: false },
    })
    const typed = {
      ...documentToForm(sections, start),
      qos: '0',
      auth: { $variant: 'a.pair', a: 'x', b: '2' },
    }
    const target = { $variant: 'many', ttl: '9s' }
    expect(formToDocument(sections, { ...typed, name: 'n', target }, start, { isNew: true })).toEqual({
      ...start,
      name: 'n',
      qos: 0,
      auth: { a: 'x', b: 2 },
      target: { kind: 'many', ttl: '9s' },
    })
  })

  it('tells the shapes of an object apart', () => {
    const sections = schemaForm(document, 'a.post')
    const stateOf = (stored: Record<string, unknown>) => documentToForm(sections, stored)
    expect(stateOf({ auth: 'none' })).toMatchObject({ auth: { $variant: 'none' } })
    expect(stateOf({ auth: { a: '******' } })).toMatchObject({ auth: { $variant: 'a.pair', a: '******' } })
    expect(stateOf({ target: { kind: 'many', ttl: 1500 } })).toMatchObject({
      target: { $variant: 'many', ttl: '1500ms' },
    })
    const stored = { auth: { a: 'x', b: 1 } }
    const none = { ...stateOf(stored), auth: { $variant: 'none' } }
    expect(formToDocument(sections, none, stored)).toEqual({ auth: 'none' })
  })
})

test('whatever the broker has comes back untouched', () => {
  const sections = schemaForm(document, 'a.post')
  const known = fc.constantFrom(...Object.keys(schemas['a.post'].properties))
  const value = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(fc.constantFrom('kind', 'a', 'ttl', 'next'), fc.jsonValue()),
  )
  fc.assert(
    fc.property(fc.dictionary(known, value), (stored) => {
      const back = formToDocument(sections, documentToForm(sections, stored), stored)
      expect(JSON.stringify(back)).toBe(JSON.stringify(stored))
    }),
  )
})

test('labels are words, with the spelling of their field', () => {
  expect(formatSettingLabel('ssl')).toBe('TLS')
  expect(formatSettingLabel('zoneId')).toBe('Zone ID')
  expect(formatSettingLabel('some_url_of_grpc')).toBe('Some URL of gRPC')
  expect(formatSettingLabel('constructor')).toBe('Constructor')
})

const editions = ['community', 'enterprise'] as const
const parts = ['hotconf', 'connectors', 'actions'] as const
const componentsSchema = v.object({ components: v.object({ schemas: v.record(v.string(), v.unknown()) }) })
const typedSchema = v.object({ type: v.optional(v.string()) })

recordedTest('every setting of the schemas of both editions has a control, a label and a codec', () => {
  const asJson = new Set<string>()
  let count = 0
  for (const [edition, part] of editions.flatMap((one) => parts.map((other) => [one, other] as const))) {
    const read = readJson(`contract/schemas-${edition}-${part}.json`)
    for (const name of Object.keys(v.parse(componentsSchema, read).components.schemas)) {
      const sections = schemaForm(read, name)
      for (const field of fieldsIn(sections)) {
        count += 1
        expect([name, field.path, field.label.trim()]).not.toContain('')
        expect([name, field.path, readBack(field)]).toEqual([name, field.path, 'same'])
        if (field.kind === 'json') asJson.add(`${name} ${field.path}`)
      }
      const start = newDocument(sections)
      const values = documentToForm(sections, start)
      const wrong = formFaults(sections, values, { isNew: true }).filter(
        ({ message }) => !message.endsWith('is required') && !message.startsWith('Please enter'),
      )
      expect([name, wrong]).toEqual([name, []])
      expect([name, formToDocument(sections, values, start, { isNew: true })]).toEqual([name, start])
    }
  }
  expect(count).toBeGreaterThan(7000)
  // Only mixtures of texts and free objects, and objects whose keys the operator chooses, are edited as JSON.
  expect([...asJson].filter((one) => !/\.get(_\w+)? /.test(one)).sort()).toEqual([
    'bridge_opents.action_parameters_data tags',
    'connector_mqtt.static_clientid_entry ids',
    'emqx.log file',
  ])
})

/** Returns the default as it would be sent if a user typed the text that the form shows for it. */
function readBack(field: Field): string {
  if (field.default === undefined || field.kind === 'union') return 'same'
  const sent = toRequest(field, toForm(field, field.default), undefined)
  const spelled = (value: unknown) =>
    JSON.stringify(value)
      .toLowerCase()
      .replace(/^"(\d+)"$/, '$1')
  return sent === undefined || spelled(sent) === spelled(field.default) ? 'same' : spelled(sent)
}

recordedTest('every recorded object goes through its form untouched, without being refused', () => {
  let count = 0
  for (const { title, document: stored, sections } of recordedDocuments()) {
    count += 1
    const values = documentToForm(sections, stored)
    expect([title, JSON.stringify(formToDocument(sections, values, stored))]).toEqual([
      title,
      JSON.stringify(stored),
    ])
    const faults = formFaults(sections, values, { isNew: false, stored: values })
    expect([title, faults]).toEqual([title, []])
  }
  expect(count).toBeGreaterThan(300)
})

/** Returns the recorded request and response bodies for which the schemas describe a form. */
function recordedDocuments() {
  const exchanges = recordedExchanges().filter(({ status }) => status < 300)
  return exchanges.flatMap(({ title, path, body, answer }) => {
    const edition = title.split('/')[0] ?? ''
    const documents = [body, answer].flat().filter(isPlainObject)
    return documents.flatMap((stored) =>
      formsFor(edition, path, stored).map((sections) => ({ title, document: stored, sections })),
    )
  })
}

function formsFor(edition: string, path: string, stored: unknown): readonly (readonly Section[])[] {
  const schemaOf = (part: string) => readJson(`contract/schemas-${edition}-${part}.json`)
  if (/^\/configs\/\w+$/.test(path)) return [schemaForm(schemaOf('hotconf'), path, stored)]
  const [, of, named] = /^\/(connector|action|source)s(?:\/(\w+)(?::|%3A)[^/]+)?$/.exec(path) ?? []
  if (of !== 'connector' && of !== 'action' && of !== 'source') return []
  const schema = schemaOf(of === 'connector' ? 'connectors' : 'actions')
  const given = v.safeParse(typedSchema, stored)
  const type = (given.success ? given.output.type : undefined) ?? named ?? ''
  return listComponentNames(schema, type, valueAt(stored, 'name') === undefined ? 'put' : 'post', of).map(
    (name) => schemaForm(schema, name, stored),
  )
}
