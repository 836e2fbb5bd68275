import { expect, it } from 'vitest'
import { compareLoads, rebalanceDefaults } from './load-rebalance.ts'

const loads = (...connected: readonly number[]) =>
  connected.map((count, i) => ({ node: `n${i + 1}`, connected: count, sessions: count }))

it('takes a node that has exactly the average for one that gives', () => {
  expect(compareLoads(loads(10, 20, 30), rebalanceDefaults)).toMatchObject({
    donors: ['n2', 'n3'],
    recipients: ['n1'],
    donorAverage: 25,
    recipientAverage: 10,
  })
})

it('compares averages as they are, not as they are shown', () => {
  const balance = compareLoads(loads(0, 1, 11), { ...rebalanceDefaults, abs_conn_threshold: 10 })
  expect(balance).toMatchObject({ isConnectionsOff: true, recipientAverage: 1 })
})

it('has nothing to do where all have the same, or nothing', () => {
  for (const all of [loads(5, 5), loads(0, 0), loads()])
    expect(compareLoads(all, { ...rebalanceDefaults, abs_conn_threshold: 1 })).toMatchObject({
      recipients: [],
      isConnectionsOff: false,
      isSessionsOff: false,
    })
})
