import type { BuiltInRule } from '@brokerdeck/contract/access/authorization-rules.ts'
import { expect, test } from 'vitest'
import { ApiError, type Problem } from '#api/errors.ts'
import { sendRules } from './send-rules.ts'

const { signal } = new AbortController()

const rejected = (status: number, code: string): Problem => ({
  kind: 'rejected',
  status,
  code,
  message: code,
  fields: [],
})

const rule: BuiltInRule = {
  permission: 'deny',
  action: 'all',
  topic: 't',
  qos: [0, 1, 2],
  retain: 'all',
}

/** Creates a broker that stores names, and accepts either a whole request or nothing of it. */
function broker(there: readonly string[], refused: readonly string[] = [], isListed = true, rules = 0) {
  const names = new Set(there)
  const asked = { reading: 0, creating: 0, replacing: 0, most: 0 }
  const read: string[] = []
  return {
    names,
    asked,
    read,
    owners: {
      async ask({ page, limit }: { readonly page: number; readonly limit: number }) {
        asked.reading += 1
        await Promise.resolve()
        const data = isListed ? [...there].slice((page - 1) * limit, page * limit) : []
        read.push(...data)
        expect(data.length * rules).toBeLessThanOrEqual(2500)
        return {
          data: data.map((id) => ({ id, rules: Array.from({ length: rules }, () => rule) })),
          meta: { page, limit, count: isListed ? there.length : 0, hasnext: page * limit < there.length },
        }
      },
      async createAll(entries: readonly { readonly id: string }[]) {
        asked.creating += 1
        asked.most = Math.max(asked.most, entries.length)
        await Promise.resolve()
        if (entries.some(({ id }) => refused.includes(id))) throw new ApiError(rejected(400, 'BAD_REQUEST'))
        if (entries.some(({ id }) => names.has(id))) throw new ApiError(rejected(409, 'ALREADY_EXISTS'))
        for (const { id } of entries) names.add(id)
      },
      async put() {
        asked.replacing += 1
        await Promise.resolve()
      },
    },
  }
}

const entriesOf = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `c${at}`, rules: [] }))

test('many are created in few requests, and how far it is is told', async () => {
  const { owners, asked, names } = broker([])
  const shares: number[] = []
  const control = { signal, onProgress: (share: number) => shares.push(share) }
  const sent = await sendRules(owners, { entries: entriesOf(1200), existing: 'replace' }, control)
  expect(sent).toEqual({ created: 1200, replaced: 0, skipped: 0, failed: [], unsent: 0 })
  expect(asked).toEqual({ reading: 1, creating: 3, replacing: 0, most: 500 })
  expect(names.size).toBe(1200)
  expect(shares).toEqual([500 / 1200, 1000 / 1200, 1])
})

test.each([
  ['replace', { replaced: 2, skipped: 0 }, 2, true],
  ['skip', { replaced: 0, skipped: 2 }, 0, true],
  // Another user has added the names since the list was read.
  ['replace', { replaced: 2, skipped: 0 }, 2, false],
] as const)(
  'those that are there are found among many: %s',
  async (existing, counts, replacing, isListed) => {
    const { owners, asked, names } = broker(['c7', 'c450'], ['c33'], isListed)
    const control = { signal, onProgress: () => undefined }
    const sent = await sendRules(owners, { entries: entriesOf(500), existing }, control)
    expect(sent).toMatchObject({ created: 497, unsent: 0, failed: [{ entry: { id: 'c33' } }], ...counts })
    expect(names.size).toBe(499)
    expect(asked.replacing).toBe(replacing)
    expect(asked.creating).toBeLessThan(80)
  },
)

test('what is not sent once nobody answers, or it is stopped, is counted', async () => {
  const { owners } = broker([])
  const stop = new AbortController()
  const control = { signal: stop.signal, onProgress: () => stop.abort() }
  const stopped = await sendRules(owners, { entries: entriesOf(1200), existing: 'replace' }, control)
  expect(stopped).toMatchObject({ created: 500, unsent: 700, failed: [] })
  const error = new ApiError({ kind: 'timeout' })
  const dead = { ...owners, createAll: () => Promise.reject(error) }
  const open = { signal, onProgress: () => undefined }
  const ended = await sendRules(dead, { entries: entriesOf(3), existing: 'replace' }, open)
  expect(ended).toMatchObject({ created: 0, unsent: 3, failed: [], endedBy: error })
})

test.each([
  [1, 13],
  [20, 22],
  [100, 80],
])('names with %d rules each are found in %d requests, never many rules at once', async (rules, reading) => {
  const there = Array.from({ length: 2000 }, (_, at) => `c${at}`)
  const { owners, asked, read } = broker(there, [], true, rules)
  const control = { signal, onProgress: () => undefined }
  const sent = await sendRules(owners, { entries: entriesOf(2000), existing: 'skip' }, control)
  expect(sent).toMatchObject({ skipped: 2000, created: 0 })
  expect(asked).toMatchObject({ reading, creating: 0 })
  expect(read).toEqual(there)
})
