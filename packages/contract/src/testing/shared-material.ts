import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { contract } from '../contract.ts'
import { type Endpoint, fromSearch, toSearch } from '../endpoint.ts'
import { needing } from './needing.ts'

/**
 * The OpenAPI documents and recorded exchanges of real clusters. They lie beside the repository, never in it: on most
 * machines they are missing, and the tests that need them are skipped.
 */
const root = `${join(dirname(fileURLToPath(import.meta.url)), '../../../../../shared')}/`

const hasSharedMaterial = existsSync(`${root}contract`) && existsSync(`${root}recordings`)

/**
 * Declares a test of recorded responses of real clusters: without recordings the test counts as skipped, not as
 * passed.
 */
export const recordedTest = needing('recordings of real clusters', hasSharedMaterial)

const exchangeSchema = v.object({
  name: v.string(),
  request: v.object({
    method: v.string(),
    path: v.string(),
    /** Set when the request went to the second node. */
    node: v.optional(v.string()),
    via: v.optional(v.string()),
    query: v.optional(v.record(v.string(), v.unknown()), {}),
    headers: v.optional(v.record(v.string(), v.unknown()), {}),
    body: v.optional(v.unknown()),
  }),
  response: v.nullable(
    v.object({
      status: v.number(),
      headers: v.optional(v.record(v.string(), v.string()), {}),
      body: v.optional(v.unknown()),
    }),
  ),
})

export interface Exchange {
  /** The title of the exchange, such as `community/clients.json: kick`. */
  readonly title: string
  readonly file: string
  /** The node that received the request; undefined for the first node. */
  readonly node: string | undefined
  readonly method: string
  /** The path below `/api/v5`, still encoded, without the query. */
  readonly path: string
  readonly query: Readonly<Record<string, string | string[]>>
  readonly body: unknown
  readonly status: number
  readonly contentType: string | undefined
  readonly answer: unknown
}

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(`${root}${path}`, 'utf8'))
}

export function recordedExchanges(): readonly Exchange[] {
  if (!hasSharedMaterial) return []
  return ['community', 'enterprise'].flatMap((edition) =>
    readdirSync(`${root}recordings/${edition}`)
      .map((name) => `${edition}/${name}`)
      .flatMap(exchangesOf),
  )
}

function exchangesOf(file: string): readonly Exchange[] {
  const recorded = v.parse(v.array(v.unknown()), readJson(`recordings/${file}`))
  return recorded.flatMap((item) => {
    const parsed = v.safeParse(exchangeSchema, item)
    if (!parsed.success || parsed.output.response === null) return []
    const { name, request, response } = parsed.output
    const [path = '', search] = request.path.replace(/^\/api\/v5/, '').split('?')
    const query = new URLSearchParams([...new URLSearchParams(search), ...toSearch(request.query)])
    return [
      {
        title: `${file}: ${name}`,
        file,
        node: request.node ?? request.via,
        method: request.method,
        path,
        query: fromSearch(query),
        body: formOf(request.body) ?? request.body,
        status: response.status,
        contentType: response.headers['content-type'],
        answer: response.body === '' ? undefined : (fileOf(response.body) ?? response.body),
      },
    ]
  })
}

const formSchema = v.object({
  multipart: v.array(v.object({ name: v.string(), filename: v.string(), bytes: v.number() })),
})

/** Returns the fields of a recorded form, with files of zeros. */
function formOf(body: unknown): Readonly<Record<string, File>> | undefined {
  const form = v.safeParse(formSchema, body)
  if (!form.success) return undefined
  return Object.fromEntries(
    form.output.multipart.map(({ name, filename, bytes }) => [
      name,
      new File([new Uint8Array(bytes)], filename),
    ]),
  )
}

/** Returns the beginning of a recorded file. */
function fileOf(body: unknown): Blob | undefined {
  const file = v.safeParse(v.object({ base64: v.string() }), body)
  return file.success ? new Blob([Buffer.from(file.output.base64, 'base64')]) : undefined
}

export const endpoints: readonly Endpoint[] = Object.values(contract).flatMap((resource): Endpoint[] =>
  Object.values(resource),
)

export interface Matched {
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, string>>
}

/** Returns the endpoint of an exchange; literal segments take precedence over parameters. */
export function matchEndpoint({ method, path }: Pick<Exchange, 'method' | 'path'>): Matched | undefined {
  if (!URL.canParse(path, 'http://broker') || /%(?![0-9a-f]{2})/i.test(path)) return undefined
  const segments = path.replace(/\/$/, '').split('/').map(decodeURIComponent)
  const fitting = endpoints.filter((endpoint) => endpoint.method === method && fits(endpoint, segments))
  const [endpoint] = fitting.sort((a, b) => parameterCount(a) - parameterCount(b))
  if (endpoint === undefined) return undefined
  const entries = endpoint.path
    .split('/')
    .flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), segments[at] ?? ''] as const] : []))
  return { endpoint, params: Object.fromEntries(entries) }
}

function fits(endpoint: Endpoint, segments: readonly string[]): boolean {
  const parts = endpoint.path.split('/')
  return (
    parts.length === segments.length &&
    parts.every((part, at) => part.startsWith(':') || part === segments[at])
  )
}

function parameterCount(endpoint: Endpoint): number {
  return endpoint.path.split('/').filter((part) => part.startsWith(':')).length
}
