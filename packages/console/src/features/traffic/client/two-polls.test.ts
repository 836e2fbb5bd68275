import type { Client } from '@brokerdeck/contract/traffic/client.ts'
import { clientSchema } from '@brokerdeck/contract/traffic/client.ts'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { addPoll, changePerSecond, spanMs } from './two-polls.ts'

const counters = Object.fromEntries(
  Object.keys(clientSchema.entries)
    .filter((key) => /_(cnt|len|dropped|pkt|msg)|keepalive|port|expiry/.test(key))
    .map((key) => [key, 0]),
)

function client(changed: Partial<Client>): Client {
  return v.parse(clientSchema, {
    ...counters,
    clientid: 'c',
    username: null,
    node: 'n1',
    connected: true,
    connected_at: '2026-11-21T08:00:00.000+00:00',
    created_at: '2026-11-21T08:00:00.000+00:00',
    proto_name: 'MQTT',
    proto_ver: 5,
    ip_address: '127.0.0.1',
    clean_start: true,
    is_bridge: false,
    is_expired: false,
    subscriptions_max: 'infinity',
    inflight_max: 32,
    awaiting_rel_max: 100,
    ...changed,
  })
}

const packets = (one: Client) => one.recv_pkt
const bytes = (one: Client) => one.recv_oct

test('a rate is known from the second answer on', () => {
  const first = addPoll(undefined, { client: client({ recv_pkt: 10 }), at: 1_000 })
  expect(changePerSecond(first, packets)).toBeUndefined()
  const second = addPoll(first, { client: client({ recv_pkt: 60 }), at: 6_000 })
  expect(spanMs(second)).toBe(5_000)
  expect(changePerSecond(second, packets)).toBe(10)
  expect(changePerSecond(second, bytes)).toBeUndefined()
})

test('an answer shortly after another one does not make a rate of its own', () => {
  const first = addPoll(undefined, { client: client({ recv_pkt: 0 }), at: 0 })
  const second = addPoll(first, { client: client({ recv_pkt: 50 }), at: 5_000 })
  const third = addPoll(second, { client: client({ recv_pkt: 60 }), at: 6_000 })
  expect(changePerSecond(third, packets)).toBe(10)
})

test('an answer with the counters of the one before is no rate of zero: the broker has not renewed them', () => {
  const first = addPoll(undefined, { client: client({ recv_pkt: 0 }), at: 0 })
  const same = addPoll(first, { client: client({ recv_pkt: 0 }), at: 5_000 })
  expect(changePerSecond(same, packets)).toBeUndefined()
  const renewed = addPoll(same, { client: client({ recv_pkt: 150 }), at: 15_000 })
  expect(changePerSecond(renewed, packets)).toBe(10)
  const kept = addPoll(renewed, { client: client({ recv_pkt: 150, subscriptions_cnt: 7 }), at: 20_000 })
  expect(changePerSecond(kept, packets)).toBe(10)
  expect(kept.later.client.subscriptions_cnt).toBe(7)
  const idle = addPoll(kept, { client: client({ recv_pkt: 150 }), at: 80_000 })
  expect(changePerSecond(idle, packets)).toBe(0)
})

test('a new connection counts anew', () => {
  const first = addPoll(undefined, { client: client({ recv_pkt: 100 }), at: 0 })
  const again = client({ recv_pkt: 2, connected_at: '2026-11-21T09:00:00.000+00:00' })
  expect(changePerSecond(addPoll(first, { client: again, at: 5_000 }), packets)).toBeUndefined()
})

test('a span is long enough from two seconds on', () => {
  const first = addPoll(undefined, { client: client({ recv_pkt: 0 }), at: 0 })
  const after = (at: number) => addPoll(first, { client: client({ recv_pkt: 20 }), at })
  expect([spanMs(after(1_999)), spanMs(after(2_000)), spanMs(first)]).toEqual([undefined, 2_000, undefined])
  expect(changePerSecond(after(2_000), packets)).toBe(10)
  // A response two seconds after the second response has a rate of its own.
  const third = addPoll(after(5_000), { client: client({ recv_pkt: 30 }), at: 7_000 })
  expect(changePerSecond(third, packets)).toBe(5)
})

test('two answers that come soon after each other still begin a span', () => {
  const first = addPoll(undefined, { client: client({ recv_pkt: 0 }), at: 0 })
  const soon = addPoll(first, { client: client({ recv_pkt: 5 }), at: 1_000 })
  expect(changePerSecond(soon, packets)).toBeUndefined()
  const later = addPoll(soon, { client: client({ recv_pkt: 25 }), at: 2_500 })
  expect(changePerSecond(later, packets)).toBe(10)
})

test('counters that stand still for a minute stand still', () => {
  const first = addPoll(undefined, { client: client({ recv_pkt: 0 }), at: 0 })
  const second = addPoll(first, { client: client({ recv_pkt: 50 }), at: 5_000 })
  const still = (at: number) => addPoll(second, { client: client({ recv_pkt: 50 }), at })
  expect([changePerSecond(still(64_999), packets), changePerSecond(still(65_000), packets)]).toEqual([10, 0])
})

test('a client that has moved to another node counts anew, as does another client', () => {
  const first = addPoll(undefined, { client: client({ recv_pkt: 100 }), at: 0 })
  for (const other of [{ node: 'n2' }, { clientid: 'd' }])
    expect(addPoll(first, { client: client({ recv_pkt: 200, ...other }), at: 5_000 }).earlier).toBeUndefined()
})
