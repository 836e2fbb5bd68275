import { expect, test } from 'vitest'
import { toCapturedContext } from './lab-message.ts'
import { readTestContext } from './read-context.ts'

const message = {
  topic: 't/1',
  payload: new TextEncoder().encode('{}'),
  retain: true,
  qos: 1,
  properties: {
    isText: true,
    expiry: 30,
    contentType: 'application/json',
    responseTopic: 'r',
    correlationData: new TextEncoder().encode('c-1'),
    subscriptionIds: [4],
    userProperties: [
      ['site', 'hz'],
      ['site', 'sh'],
    ],
  },
} as const

test('a captured message keeps its flags and properties, as the broker names them', () => {
  const context = toCapturedContext(message, 1_780_000_000_000)
  expect(JSON.parse(context)).toMatchObject({
    flags: { retain: true, dup: false },
    pub_props: {
      'Payload-Format-Indicator': 1,
      'Message-Expiry-Interval': 30,
      'Content-Type': 'application/json',
      'Response-Topic': 'r',
      'Correlation-Data': 'c-1',
      'User-Property': { site: 'sh' },
      'User-Property-Pairs': [
        { key: 'site', value: 'hz' },
        { key: 'site', value: 'sh' },
      ],
    },
  })
  expect(context).not.toContain('Subscription')
  expect(readTestContext(context)).not.toHaveProperty('fault')
})

test('without properties it has none, and bytes that are no text stay out of them', () => {
  const { properties: _, ...bare } = message
  const none = { 'User-Property': {}, 'User-Property-Pairs': [] }
  expect(JSON.parse(toCapturedContext(bare, 0))).toMatchObject({ pub_props: none })
  const odd = { ...bare, properties: { correlationData: Uint8Array.of(255) } }
  expect(JSON.parse(toCapturedContext(odd, 0)).pub_props).toEqual(none)
})
