import { alarmNames } from '@brokerdeck/embedded-broker/monitoring/alarms/alarms.ts'
import { expect, it } from 'vitest'
import { alarmKind } from './alarm-kind.ts'

it('knows alarms by their name, what goes on behind a slash, or their reason', () => {
  const kindOf = (name: string, details = {}) => alarmKind({ name, details })
  expect(kindOf('high_cpu_usage')).toBe('high_cpu_usage')
  expect(kindOf('conn_congestion/dev/1/user')).toBe('conn_congestion')
  expect(kindOf('node_down/emqx@127.0.0.1')).toBe('node_down')
  expect(kindOf('connector:http:shop')).toBe('resource')
  expect(kindOf('emqx_authn:2', { reason: 'resource_down' })).toBe('resource')
  expect(kindOf('cluster_link:plant', { reason: 'cluster_link_down' })).toBe('cluster_link')
  expect(kindOf('conn_congestion_demo')).toBeUndefined()
  expect(kindOf('constructor')).toBeUndefined()
  expect(kindOf('', { reason: ['resource_down'] })).toBeUndefined()
})

it('knows every alarm that the embedded broker raises', () => {
  expect(alarmNames.filter((name) => alarmKind({ name, details: {} }) === undefined)).toEqual([])
})
