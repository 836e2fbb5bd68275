import type { Alarm } from '@brokerdeck/contract/monitoring/alarms.ts'
import { expect, it } from 'vitest'
import { earliestAlarm } from './earliest-alarm.ts'

const alarm = (name: string, at: string, details: Alarm['details'] = {}): Alarm => ({
  name,
  details,
  node: 'emqx@127.0.0.1',
  message: 'resource down: econnrefused',
  duration: 1,
  activate_at: at,
})

it('takes the earliest of what nodes say of one resource, whatever their offset', () => {
  const active = [
    alarm('connector:http:web', '2026-11-21T09:30:00.000+02:00'),
    alarm('connector:http:web', '2026-11-21T08:40:00.000+00:00'),
    alarm('connector:http:other', '2026-11-21T01:00:00.000+00:00'),
  ]
  expect(earliestAlarm('connector:http:web', active)?.activate_at).toBe('2026-11-21T09:30:00.000+02:00')
  expect(earliestAlarm('connector:http:web', active.slice(1))?.activate_at).toBe(
    '2026-11-21T08:40:00.000+00:00',
  )
})

it('knows a resource by the details of an alarm that has another name', () => {
  const details = { resource_id: 'connector:http:web', reason: 'resource_down' }
  const active = [alarm('resource_down', '2026-11-21T08:40:00.000+00:00', details)]
  expect(earliestAlarm('connector:http:web', active)).toBe(active[0])
})

it.each([
  'connector:http:web2',
  'connector:http:web:',
  'connector:http:web:2',
  'connector:http:we',
  'connector:http',
  'connector:mqtt:web',
  'Connector:http:web',
  'action:http:web:connector:http:web',
  'source:mqtt:in:connector:http:web',
  'bridge:http:web',
  'http:web',
  ' connector:http:web',
  'connector:http:.*',
  'constructor',
  '',
])('takes no alarm named %j for that of a connector', (name) => {
  expect(earliestAlarm('connector:http:web', [alarm(name, '2026-11-21T08:40:00.000+00:00')])).toBeUndefined()
})

it.each(['a.b', 'a:b', '__proto__', '', 'w(eb', '連接器'])('takes the name %j as it is written', (name) => {
  const active = [alarm(`connector:http:${name}`, '2026-11-21T08:40:00.000+00:00')]
  expect(earliestAlarm(`connector:http:${name}`, active)).toBe(active[0])
  expect(earliestAlarm(`connector:http:${name}x`, active)).toBeUndefined()
})

it('takes no resource from details that are odd', () => {
  const odd = [
    { resource_id: ['connector:http:web'] },
    { resource_id: null },
    { reason: 'connector:http:web' },
  ]
  const active = odd.map((details) => alarm('x', '2026-11-21T08:40:00.000+00:00', details))
  expect(earliestAlarm('connector:http:web', active)).toBeUndefined()
})
