import * as v from 'valibot'
import { describe, expect, it, test } from 'vitest'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'
import { describeOddRows } from './odd-rows.ts'
import { type Reading, readWithoutOddRows, rows } from './paging.ts'
import { matchEndpoint, recordedExchanges, recordedTest } from './testing/shared-material.ts'

const list = v.object({
  data: rows(v.object({ name: v.string(), nodes: rows(v.object({ node: v.string() })) })),
  meta: v.object({ count: v.number() }),
})

function describedRows(reading: Reading<unknown>) {
  if (reading.kind !== 'read' || reading.unreadable === undefined) return { count: 0, rows: [] }
  return { count: reading.unreadable.count, rows: describeOddRows(reading.unreadable) }
}

describe('a list with odd rows', () => {
  it('gives the others, and of the odd ones the fault, what can be read and the raw text', () => {
    const good = { name: 'a', nodes: [{ node: 'n1' }] }
    const odd = { name: 5, nodes: [{ node: 'n1' }, {}], note: 'x' }
    const reading = readWithoutOddRows(list, { data: [odd, good, null], meta: { count: 3 } })
    expect(reading).toMatchObject({ kind: 'read', output: { data: [good], meta: { count: 3 } } })
    expect(describedRows(reading)).toMatchObject({
      count: 2,
      rows: [
        {
          path: 'data.0.name',
          fields: [
            ['name', '5'],
            ['note', 'x'],
          ],
          raw: JSON.stringify(odd),
        },
        { path: 'data.2', fields: [], raw: 'null' },
      ],
    })
  })

  it('leaves out a part of a node, and keeps what it is a part of', () => {
    const answer = { data: [{ name: 'a', nodes: [{ node: 'n1' }, { node: null }] }], meta: { count: 1 } }
    const reading = readWithoutOddRows(list, answer)
    expect(reading).toMatchObject({ output: { data: [{ name: 'a', nodes: [{ node: 'n1' }] }] } })
    expect(describedRows(reading)).toMatchObject({ count: 1, rows: [{ path: 'data.0.nodes.1.node' }] })
  })

  it('cannot be read without its frame', () => {
    expect(readWithoutOddRows(list, { data: [{}] })).toMatchObject({ kind: 'unreadable', path: 'meta' })
    expect(readWithoutOddRows(list, { data: 'x', meta: { count: 0 } })).toMatchObject({ path: 'data' })
    expect(readWithoutOddRows(list, '[]')).toMatchObject({ kind: 'unreadable', path: '' })
  })

  it('is refused as a whole by everybody else, also after one was read', () => {
    readWithoutOddRows(list, { data: [5], meta: { count: 1 } })
    expect(v.safeParse(list, { data: [5], meta: { count: 1 } }).success).toBe(false)
  })

  it('says no more than a screen holds, of however many and however deep', () => {
    const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`)
    const data = [{ name: 5, long: 'x'.repeat(1_000_000) }, { name: deep }, ...Array(5_000).fill({ name: 1 })]
    const reading = readWithoutOddRows(list, { data, meta: { count: 1 } })
    const described = describedRows(reading)
    expect(described.count).toBe(5_002)
    expect(described.rows).toHaveLength(20)
    expect(JSON.stringify(described).length).toBeLessThan(20_000)
  })
})

/** Lists that are written back as a whole: rows that were left out on reading would be deleted. */
const writtenWhole = new Set<string>([
  contract.autoSubscribe.get.path,
  contract.topicRewrite.get.path,
  contract.opentelemetry.whitelist.path,
  contract.durableStorage.replicas.path,
])

const meta = { page: 1, limit: 1, count: 1, hasnext: false, start: 'none', position: 'none' }
const frameMakers = [
  (all: unknown) => all,
  (data: unknown) => ({ data, meta }),
  (files: unknown) => ({ files }),
  (sources: unknown) => ({ sources }),
]

test('every list of the contract, recorded or not, is read where a row of it is nothing', () => {
  const reads = Object.values(contract)
    .flatMap((resource): readonly Endpoint[] => Object.values(resource))
    .filter(({ method, path }) => method === 'GET' && !writtenWhole.has(path))
  const lists = reads.flatMap(({ path, response: { 200: schema } }) => {
    if (schema === undefined || schema === null) return []
    const isRead = (answer: unknown) => readWithoutOddRows(schema, answer).kind === 'read'
    // A schema that also accepts an object in place of the list has no list.
    const frame = frameMakers.find((make) => isRead(make([])) && !isRead(make({})))
    return frame === undefined ? [] : [{ path, reading: readWithoutOddRows(schema, frame([null])) }]
  })
  expect(lists.length).toBeGreaterThan(50)
  expect(lists.filter(({ reading }) => describedRows(reading).count !== 1).map(({ path }) => path)).toEqual(
    [],
  )
})

test('registries that are told by their names are a list all the same', () => {
  const good = { type: 'confluent', url: 'http://a', auth: 'none' }
  const reading = readWithoutOddRows(contract.externalRegistries.list.response[200], {
    good,
    odd: { url: {} },
  })
  expect(reading).toMatchObject({ kind: 'read', output: { good: { url: 'http://a' } } })
  expect(describedRows(reading)).toMatchObject({ count: 1, rows: [{ raw: '{"odd":{"url":{}}}' }] })
})

const rowSchema = v.record(v.string(), v.unknown())
const frames = [
  v.array(rowSchema),
  v.object({ data: v.array(rowSchema) }),
  v.object({ files: v.array(rowSchema) }),
  v.object({ sources: v.array(rowSchema) }),
]

/** Returns the rows of a response that is a list; any other response has no rows. */
function rowsIn(answer: unknown): readonly Record<string, unknown>[] {
  for (const frame of frames) {
    const parsed = v.safeParse(frame, answer)
    if (parsed.success)
      return Array.isArray(parsed.output) ? parsed.output : (Object.values(parsed.output)[0] ?? [])
  }
  return []
}

/** Returns the response with its first row replaced. */
function withFirst(answer: unknown, first: unknown): unknown {
  const replace = (all: readonly unknown[]) => [first, ...all.slice(1)]
  if (Array.isArray(answer)) return replace(answer)
  const entries = v.parse(rowSchema, answer)
  return Object.fromEntries(
    Object.entries(entries).map(([key, value]) => [key, Array.isArray(value) ? replace(value) : value]),
  )
}

recordedTest('every recorded list is read with any field of one row damaged, and tells it', () => {
  const tried = new Set<string>()
  const faults: string[] = []
  for (const exchange of recordedExchanges()) {
    const schema = matchEndpoint(exchange)?.endpoint.response[200]
    const path = matchEndpoint(exchange)?.endpoint.path ?? ''
    if (exchange.method !== 'GET' || exchange.status !== 200 || !schema || writtenWhole.has(path)) continue
    const all = rowsIn(exchange.answer)
    const [first] = all
    if (first === undefined) continue
    tried.add(path)
    const damaged: unknown[] = [null, 'garbage', 7, [], {}]
    for (const key of Object.keys(first))
      for (const bad of [null, 'odd', -1.5, true, [{}], { odd: [] }]) damaged.push({ ...first, [key]: bad })
    for (const row of damaged) {
      const reading = readWithoutOddRows(schema, withFirst(exchange.answer, row))
      if (reading.kind === 'unreadable') {
        faults.push(`${exchange.title}: ${reading.path} of ${JSON.stringify(row).slice(0, 80)}`)
        continue
      }
      const read = rowsIn(reading.output).length
      const left = describedRows(reading).rows.filter((one) => /^(\w+\.)?0(\.|$)/.test(one.path)).length
      if (read < all.length - 1 || (read < all.length && left === 0))
        faults.push(`${exchange.title}: ${read} rows`)
    }
  }
  expect(faults).toEqual([])
  expect(tried.size).toBeGreaterThan(30)
})
