import * as v from 'valibot'
import { expect } from 'vitest'
import { commonErrorCodes } from './endpoint.ts'
import { parseRefusal } from './errors.ts'
import {
  type Exchange,
  endpoints,
  matchEndpoint,
  recordedExchanges,
  recordedTest,
} from './testing/shared-material.ts'

const exchanges = recordedExchanges()

/**
 * Returns the first segment, such as `clients` of `/clients/:clientid`: the contract must have all recorded paths
 * under a known segment, except those listed.
 */
const partsOf = (path: string) => path.split('/')[1] ?? ''
const known = new Set(endpoints.map(({ path }) => partsOf(path)))

/** The recorded requests that this contract leaves out, with the reason. */
const left: readonly (readonly [RegExp, string])[] = [
  [/ \/(no-such-path|version|license|sso\/running|api_key)$/, 'not offered or another area'],
  [/^\* \*$/, 'a summary'],
  [/ \/sso\/(oidc\/callback|saml\/(metadata|acs))$/, 'between the provider and the broker'],
  [/^(PATCH|HEAD|OPTIONS) /, 'no method of any endpoint'],
  [/^GET \/(login|users\/[^/]+)$/, 'wrong method'],
  [/^DELETE \/(nodes|monitor\/nodes\/[^/]+)$/, 'wrong method'],
  [/^POST \/listeners\/[^/]+\/pause$/, 'no action of a listener'],
  [/ \/configs\/\w+$/, 'a root that has no endpoint'],
  [/^POST \/schemas\//, 'wrong method'],
  [/^GET \/mqtt\/retainer\/message\/sensor\/text$/, 'a topic that is not encoded'],
  [/^PUT \/nodes$/, 'wrong method'],
  [/^POST \/load_rebalance\/[^/]+\/purge\/start$/, 'no node of 5.8.9 can be asked for it'],
  [/^DELETE \/gateways\/\w+$/, 'wrong method'],
  [/ \/error_codes\//, 'nobody asks for one'],
  [/%zz/, 'a path that cannot be decoded'],
]

recordedTest('every recorded exchange asks an endpoint, where the contract has one of the same kind', () => {
  const unmatched = exchanges
    .filter((exchange) => known.has(partsOf(exchange.path)) && matchEndpoint(exchange) === undefined)
    .map((exchange) => `${exchange.method} ${exchange.path}`)
    .filter((asked) => !left.some(([pattern]) => pattern.test(asked)))
  expect(unmatched).toEqual([])
  const asked = exchanges.filter((exchange) => matchEndpoint(exchange) !== undefined)
  expect(asked.length).toBeGreaterThan(300)
})

/** The first segments for which the contract has no endpoint, with the reason. */
const absent = new Map([
  ['ai', 'in no document of 5.8.9'],
  ['connector_types', 'in no document of 5.8.9'],
  ['connectors_summary', 'in no document of 5.8.9'],
  ['version', 'in no document of 5.8.9'],
  ['no-such-path', 'in no document of 5.8.9'],
  ['some', 'beside the API'],
  ['xyz', 'in no document of 5.8.9'],
  ['', 'beside the API'],
  ['api', 'beside the API'],
  ['api-docs', 'beside the API'],
  ['favicon.ico', 'beside the API'],
  ['index.html', 'beside the API'],
  ['static', 'beside the API'],
])

recordedTest('whatever the recordings ask that the contract has no endpoint of is named', () => {
  const unknown = exchanges.map(({ path }) => partsOf(path)).filter((part) => !known.has(part))
  expect([...new Set(unknown)].toSorted()).toEqual([...absent.keys()].toSorted())
})

recordedTest('every recorded success parses, and so does what was asked', () => {
  const faults = exchanges.flatMap((exchange) => {
    const matched = matchEndpoint(exchange)
    if (matched === undefined || exchange.status >= 300) return []
    const { endpoint, params } = matched
    // The large responses of this endpoint are not stored.
    if (endpoint.path === '/schemas/:name') return []
    return [
      // The contract keeps a file as bytes, but the recording holds its content as JSON.
      ...(endpoint.gives === 'file'
        ? []
        : faultsOf(exchange, 'answer', successSchema(endpoint.response, exchange.status), exchange.answer)),
      ...faultsOf(exchange, 'params', endpoint.params, params),
      ...faultsOf(exchange, 'query', endpoint.query, exchange.query),
      // The broker treats a missing body as an empty one.
      ...faultsOf(exchange, 'body', endpoint.body, exchange.body ?? {}),
    ]
  })
  expect(faults).toEqual([])
})

recordedTest('what the broker refuses by schema the contract refuses too', () => {
  const taken = exchanges.flatMap((exchange) => {
    const matched = matchEndpoint(exchange)
    if (matched === undefined || exchange.status !== 400) return []
    if (!JSON.stringify(exchange.answer ?? '').includes('validation_error')) return []
    const { endpoint, params } = matched
    // The content of a file or a text is validated by the broker only.
    if (endpoint.sends !== undefined) return []
    // The keys depend on the broker.
    if (endpoint.path === '/configs' || endpoint.path === '/listeners/:id') return []
    // A whole document is validated by the broker only: see `document`.
    if (endpoint.body?.type === 'custom') return []
    const faults = [
      ...faultsOf(exchange, 'params', endpoint.params, params),
      ...faultsOf(exchange, 'query', endpoint.query, exchange.query),
      ...faultsOf(exchange, 'body', endpoint.body, exchange.body),
    ]
    return faults.length > 0 ? [] : [`${exchange.method} ${exchange.path} (${exchange.title})`]
  })
  expect(taken).toEqual([])
})

recordedTest('every recorded refusal is read, in words', () => {
  for (const exchange of exchanges.filter(({ status }) => status >= 400)) {
    const refusal = parseRefusal(exchange.status, exchange.contentType, textOf(exchange.answer))
    const code = v.safeParse(v.object({ code: v.string() }), exchange.answer)
    if (code.success) expect(refusal.code, exchange.title).toBe(code.output.code)
    expect(refusal.message, exchange.title).not.toMatch(/<<\d|\{file,"|=> |"kind":/)
    expect(refusal.message.length, exchange.title).toBeLessThan(1_100)
    const isFieldError = /^\{"kind":"validation_error"|\\"kind\\":\\"validation_error/.test(
      textOf(exchange.answer),
    )
    if (isFieldError) expect(refusal.fields.length, exchange.title).toBeGreaterThan(0)
    for (const field of refusal.fields) expect(field.path, exchange.title).not.toMatch(/^root(\.|$)/)
  }
})

recordedTest('every recorded code is declared by its endpoint', () => {
  const undeclared = exchanges.flatMap((exchange) => {
    const matched = matchEndpoint(exchange)
    if (matched === undefined || exchange.status < 400) return []
    const { code } = parseRefusal(exchange.status, exchange.contentType, textOf(exchange.answer))
    const declared: readonly string[] = [...matched.endpoint.errors, ...commonErrorCodes]
    // The broker sends a number as the code when it refuses an unknown site.
    return code === '' || code === '400' || declared.includes(code)
      ? []
      : [`${code} ${exchange.method} ${matched.endpoint.path}`]
  })
  expect([...new Set(undeclared)]).toEqual([])
})

function faultsOf(
  exchange: Exchange,
  part: string,
  schema: v.GenericSchema | null | undefined,
  value: unknown,
): readonly string[] {
  if (schema === undefined)
    return part === 'answer' ? [`${exchange.title}: unknown status ${exchange.status}`] : []
  if (schema === null) return value === undefined ? [] : [`${exchange.title}: ${part} is not empty`]
  const parsed = v.safeParse(schema, value)
  if (parsed.success) return []
  return parsed.issues.map(
    (issue) => `${exchange.title}: ${part} ${v.getDotPath(issue) ?? ''} ${issue.message}`,
  )
}

function successSchema(
  response: Readonly<Record<string, v.GenericSchema | null | undefined>>,
  status: number,
): v.GenericSchema | null | undefined {
  return response[String(status)]
}

function textOf(answer: unknown): string {
  if (answer === undefined) return ''
  return typeof answer === 'string' ? answer : JSON.stringify(answer)
}
