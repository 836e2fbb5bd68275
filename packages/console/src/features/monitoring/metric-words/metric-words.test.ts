import { existsSync, readFileSync } from 'node:fs'
import { needing } from '@brokerdeck/contract/testing/needing.ts'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { metricWords as en } from '#features/monitoring/messages/metrics.ts'
import { metricWords as zh } from '#features/monitoring/messages/metrics.zh.ts'
import { groupMetrics, toMetricGroup } from './metric-groups.ts'
import { metricMeaning } from './metric-meaning.ts'

const recording = new URL('../../../../../../../shared/recordings/community/nodes.json', import.meta.url)
const exchangesSchema = v.array(
  v.object({ name: v.string(), response: v.object({ body: v.optional(v.unknown()) }) }),
)

describe('metric words', () => {
  needing('recordings of real clusters', existsSync(recording))(
    'explain every counter of a real 5.8.9 node in both languages',
    () => {
      const exchanges = v.parse(exchangesSchema, JSON.parse(readFileSync(recording, 'utf8')))
      const answer = exchanges.find(({ name }) => name === 'metrics-aggregate-true')
      const names = Object.keys(v.parse(v.record(v.string(), v.unknown()), answer?.response.body))
      expect(names.length).toBeGreaterThan(90)
      for (const name of names) {
        expect(en, name).toHaveProperty([name])
        expect(zh, name).toHaveProperty([name])
      }
    },
  )

  it('say nothing about a counter they do not know', () => {
    expect(metricMeaning('messages.teleported')).toBeUndefined()
    expect(metricMeaning('toString')).toBeUndefined()
    expect(metricMeaning('bytes.sent')).toBe('Bytes sent to clients')
  })

  it('group by subject: authentication belongs to access, wherever it is counted', () => {
    expect(toMetricGroup('client.connected')).toBe('connections')
    expect(toMetricGroup('client.auth.anonymous')).toBe('access')
    expect(toMetricGroup('authentication.failure')).toBe('access')
    expect(toMetricGroup('overload_protection.gc')).toBe('overload')
    expect(toMetricGroup('newer.counter')).toBe('other')
  })

  it('keep the order of the words, unknown counters last, groups without a counter away', () => {
    const groups = groupMetrics(['bytes.zzz', 'newer.counter', 'bytes.sent', 'bytes.received'])
    expect([...groups]).toEqual([
      ['bytes', ['bytes.received', 'bytes.sent', 'bytes.zzz']],
      ['other', ['newer.counter']],
    ])
  })
})
