import { recordedExchanges, recordedTest } from '@brokerdeck/contract/testing/shared-material.ts'
import { expect, test } from 'vitest'
import { ApiRefusal } from '../../http/api-refusal.ts'
import type { Edition } from '../../runtime/edition.ts'
import { readChanged, readNew, toShownSettings } from './resource-settings.ts'
import type { ResourceKind, ResourceRecord } from './resource-store.ts'

const files = /\/(connector-types|connectors|actions-sources|webhook)\.json/
const kinds: Readonly<Record<string, ResourceKind>> = {
  '/connectors': 'connectors',
  '/actions': 'actions',
  '/sources': 'sources',
}

const editionOf = (file: string): Edition => (file.startsWith('enterprise') ? 'enterprise' : 'community')

const written = recordedExchanges().flatMap((exchange) => {
  const [, path = '', id] = /^(\/[a-z]+)(?:\/([^/]+))?$/.exec(exchange.path) ?? []
  const kind = kinds[path]
  const isWrite = files.test(exchange.file) && /^(POST|PUT)$/.test(exchange.method)
  return isWrite && kind !== undefined ? [{ ...exchange, kind, id: decodeURIComponent(id ?? '') }] : []
})

type Written = (typeof written)[number]

const record = (id: string, settings: ResourceRecord['settings']): ResourceRecord => {
  const [type = '', name = ''] = id.split(':')
  return { type, name, settings, createdAt: 0, lastModifiedAt: 0 }
}

function answerOf({ id, kind, body, file }: Written): unknown {
  const edition = editionOf(file)
  try {
    if (id === '') {
      const { type, name, settings } = readNew(edition, kind, body, () => undefined)
      return { ...toShownSettings(kind, record(`${type}:${name}`, settings)), type, name }
    }
    const settings = readChanged(edition, kind, record(id, { enable: true }), body)
    return { ...toShownSettings(kind, record(id, settings)), type: id.split(':')[0], name: id.split(':')[1] }
  } catch (error) {
    return error instanceof ApiRefusal ? message(error.body) : error
  }
}

/** Returns the error message, parsed if it is JSON. */
function message(body: unknown): unknown {
  const said = Object.entries(body ?? {}).find(([key]) => key === 'message')?.[1]
  try {
    return JSON.parse(String(said))
  } catch {
    return said
  }
}

/** Matches the fields that only a running broker can fill in. */
const lives = /^(actions|sources|rules|status|status_reason|node_status|error|created_at|last_modified_at)$/

const kept = (answer: unknown) =>
  Object.fromEntries(Object.entries(answer ?? {}).filter(([key]) => !lives.test(key)))

/** The recordings from which the stored settings differ on purpose. */
const differing = new Set([
  // A topic that is a number is stored as text, so that the source that reads from the far broker need not check its
  // type.
  'enterprise/actions-sources.json: source-update-invalid',
  // Certificates stay in the settings; EMQX stores them in files.
  'enterprise/connectors.json: create-bad-pem',
])

const accepted = written.filter(
  ({ status, title }) => (status === 200 || status === 201) && !differing.has(title),
)
const refused = written.filter(
  ({ status, answer }) => status === 400 && JSON.stringify(answer).includes('validation_error'),
)

recordedTest.for(accepted)('completes what is written as EMQX does: $title', (exchange) => {
  expect(answerOf(exchange)).toEqual(kept(exchange.answer))
})

recordedTest.for(refused)('refuses in the words of EMQX: $title', (exchange) => {
  expect(answerOf(exchange)).toEqual(message(exchange.answer))
})

const web = {
  type: 'http',
  name: 'web',
  url: 'http://127.0.0.1:8000',
  headers: { authorization: 'Bearer x' },
}

test('keeps a secret whose mask comes back, and takes a new one', () => {
  const made = readNew('community', 'connectors', web, () => undefined)
  const stored = record('http:web', made.settings)
  const shown = toShownSettings('connectors', stored)
  expect(shown['headers']).toEqual({ authorization: '******' })
  expect(readChanged('community', 'connectors', stored, shown)).toEqual(made.settings)
  const changed = { ...shown, headers: { authorization: 'Bearer y' } }
  expect(readChanged('community', 'connectors', stored, changed)).toMatchObject({ headers: changed.headers })
})

test('offers the types of Community to Community only', () => {
  const redis = { type: 'redis', name: 'r', parameters: { redis_type: 'single', server: 'localhost' } }
  expect(() => readNew('community', 'connectors', redis, () => undefined)).toThrow('unknown connector type')
  expect(readNew('enterprise', 'connectors', redis, () => undefined).type).toBe('redis')
})
