import { recordedExchanges, recordedTest } from '@brokerdeck/contract/testing/shared-material.ts'
import * as v from 'valibot'
import { expect } from 'vitest'
import { parseLine } from './parse-line.ts'

const logSchema = v.object({ items: v.string(), meta: v.object({ bytes: v.number(), position: v.number() }) })

/** The whole lines of the recorded responses; the last line of each response may be cut off. */
const lines = recordedExchanges()
  .filter(({ path, status }) => /^\/trace\/[^/]+\/log$/.test(path) && status === 200)
  .flatMap(({ answer, query }) => {
    const all = v.parse(logSchema, answer).items.split('\n').slice(0, -1)
    return Number(query['position'] ?? 0) > 0 ? all.slice(1) : all
  })

recordedTest('every line of real brokers is understood', () => {
  expect(lines.filter((line) => parseLine(line) === undefined)).toEqual([])
})

recordedTest('every packet of real brokers is understood', () => {
  const unread = lines
    .map((line) => ({ line, facts: parseLine(line) }))
    .filter(({ facts }) => /^mqtt_packet_/.test(facts?.msg ?? '') && facts?.packet === undefined)
  expect(unread).toEqual([])
  const types = new Set(
    lines.map((line) => parseLine(line)?.packet?.type).filter((type) => type !== undefined),
  )
  expect([...types]).toContain('SUBSCRIBE')
})
