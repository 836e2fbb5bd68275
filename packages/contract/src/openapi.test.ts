import * as v from 'valibot'
import { expect } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { endpoints, readJson, recordedTest } from './testing/shared-material.ts'

/** Matches the paths that only Enterprise offers. */
const enterprise =
  /^\/(audit|cluster\/links|ds|durable_queues|load_rebalance|node_eviction|(?:configs\/)?file_transfer|gcp_devices|license|message_transformations|opentelemetry|prometheus\/(schema|message)_\w+|schema_registry|schema_registry_external|schema_validations|sso)\b/

/** The endpoints that the broker has and its document lacks. */
const hidden = new Map([
  ['GET /clients_v2', 'in the recordings; used by the broker’s own dashboard'],
  ['PUT /clients/:clientid/keepalive', 'in the recordings; marked hidden in the broker'],
  ['GET /configs/limiter', 'in the recordings; marked hidden in the broker'],
  ['PUT /configs/limiter', 'the same'],
])

/** The names that the document lacks, with the reason. */
const undocumented = new Map([
  ['POST /users role', 'Enterprise'],
  ['PUT /users/:username role', 'Enterprise'],
  ['PUT /users/:username backend', 'Enterprise'],
  ['DELETE /users/:username backend', 'Enterprise'],
  ['POST /logout backend', 'Enterprise'],
  ['GET /sso/oidc/callback state', 'RFC 6749 §4.1.2'],
  ['GET /sso/oidc/callback code', 'RFC 6749 §4.1.2'],
  ['POST /api_key role', 'Enterprise'],
  ['POST /rules id', 'in the recordings'],
  ['POST /gateways/:name/authentication/import_users type', 'in the recordings; ignored'],
  ['POST /gateways/:name/listeners/:id/authentication/import_users type', 'the same'],
  ['PUT /rules/:id id', 'in the recordings; ignored'],
  ['PUT /cluster/links/link/:name name', 'in the recordings'],
  ['PUT /api_key/:name role', 'Enterprise'],
  ['PUT /configs/log audit', 'Enterprise'],
  ['PUT /configs/dashboard sample_interval', 'hidden, and answered once it is set'],
])

const referenceSchema = v.object({ $ref: v.string() })
const parameterSchema = v.object({ name: v.string(), in: v.string() })
const operationSchema = v.object({
  parameters: v.optional(v.array(v.unknown()), []),
  requestBody: v.optional(v.object({ content: v.record(v.string(), v.object({ schema: v.unknown() })) })),
})
const documentSchema = v.object({
  paths: v.record(v.string(), v.record(v.string(), v.unknown())),
  components: v.object({
    schemas: v.record(v.string(), v.unknown()),
    parameters: v.record(v.string(), v.unknown()),
  }),
})
type Document = v.InferOutput<typeof documentSchema>

/** Matches the schema of a document that only the broker checks. */
const wholeSchema = v.object({ document: v.unknown() })
/**
 * Matches an object schema of the contract by its names (`entries`); `propertiesSchema` does so for the document
 * (`properties`).
 */
const objectSchema = v.object({ entries: v.record(v.string(), v.unknown()) })
const itemSchema = v.object({ item: v.unknown() })
const propertiesSchema = v.object({ properties: v.record(v.string(), v.unknown()) })
const choiceSchema = v.object({ oneOf: v.array(v.unknown()) })
const itemsSchema = v.object({ items: v.unknown() })

recordedTest(
  'every endpoint is in the community’s document, with its path, method, query and body names',
  () => {
    const document = v.parse(documentSchema, readJson('contract/openapi-community-5.8.9.json'))
    expect(endpoints.length).toBeGreaterThan(50)
    const offered = endpoints.filter(({ path }) => !enterprise.test(path))
    expect(offered.flatMap((endpoint) => differences(document, endpoint))).toEqual([])
  },
)

recordedTest('and in Enterprise’s', () => {
  const document = v.parse(documentSchema, readJson('contract/openapi-enterprise-5.8.9.json'))
  const offered = endpoints.filter(({ path }) => !path.startsWith('/telemetry/'))
  expect(offered.flatMap((endpoint) => differences(document, endpoint))).toEqual([])
})

function differences(document: Document, endpoint: Endpoint): readonly string[] {
  const asked = `${endpoint.method} ${endpoint.path}`
  const path = endpoint.path.replaceAll(/:([a-z_]+)/g, '{$1}')
  const found = document.paths[path]?.[endpoint.method.toLowerCase()]
  if (found === undefined) return hidden.has(asked) ? [] : [`${asked} is not documented`]
  if (hidden.has(asked)) return [`${asked} is documented by now`]
  const operation = v.parse(operationSchema, found)
  const parameters = operation.parameters.map((parameter) =>
    v.parse(parameterSchema, resolve(document, parameter)),
  )
  const namesOf = (place: string) => parameters.filter((one) => one.in === place).map((one) => one.name)
  return [
    ...compare(asked, 'path', namesOfOurs(endpoint.params), namesOf('path')),
    ...compare(asked, 'query', namesOfOurs(endpoint.query), namesOf('query')),
    ...compare(
      asked,
      'body',
      namesOfOurs(endpoint.body),
      namesOfTheirs(document, Object.values(operation.requestBody?.content ?? {})[0]?.schema),
    ),
  ]
}

/** The names of the documents that the contract leaves out, with the reason. */
const left = new Map([
  ['query backend', 'only users need to say where they come from'],
  ['body filename', 'a list as JSON is taken in place of a file, too'],
  ['body sso', 'set where single sign-on is'],
  ['body expired', 'the broker works it out, and ignores what is sent'],
])

function compare(
  asked: string,
  place: string,
  ours: readonly string[],
  theirs: readonly string[] | undefined,
): readonly string[] {
  if (theirs === undefined) return []
  return [
    ...ours
      .filter((name) => !theirs.includes(name) && !undocumented.has(`${asked} ${name}`))
      .map((name) => `${asked}: ${place} ${name} is not documented`),
    ...theirs
      .filter((name) => !ours.includes(name) && !left.has(`${place} ${name}`))
      .map((name) => `${asked}: ${place} ${name} is missing`),
  ]
}

function namesOfOurs(schema: unknown): readonly string[] {
  const whole = v.safeParse(wholeSchema, schema)
  if (whole.success) return namesOfOurs(whole.output.document)
  const object = v.safeParse(objectSchema, schema)
  if (object.success) return Object.keys(object.output.entries)
  const list = v.safeParse(itemSchema, schema)
  return list.success ? namesOfOurs(list.output.item) : []
}

/** Returns undefined for a choice between several schemas, which is not inspected. */
function namesOfTheirs(document: Document, schema: unknown): readonly string[] | undefined {
  const resolved = resolve(document, schema)
  if (v.is(choiceSchema, resolved)) return undefined
  const object = v.safeParse(propertiesSchema, resolved)
  if (object.success) return Object.keys(object.output.properties)
  const list = v.safeParse(itemsSchema, resolved)
  return list.success ? namesOfTheirs(document, list.output.items) : []
}

/** Resolves a reference such as `#/components/schemas/x.y`. */
function resolve(document: Document, value: unknown): unknown {
  const reference = v.safeParse(referenceSchema, value)
  if (!reference.success) return value
  const [, , place, name = ''] = reference.output.$ref.split('/')
  return place === 'parameters' ? document.components.parameters[name] : document.components.schemas[name]
}
