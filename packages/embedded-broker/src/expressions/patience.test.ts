import { expect, test } from 'vitest'
import { Patience } from './patience.ts'

/** Subjects on which a pattern would take for ever, one after the other. */
function waitInVain(patience: Patience, times: number, pass: (milliseconds: number) => void): number {
  let waited = 0
  for (let time = 0; time < times; time++) {
    const { milliseconds } = patience
    pass(milliseconds)
    patience.waitedInVain(milliseconds)
    waited += milliseconds
  }
  return waited
}

test('a pattern waits ever less for a thousand hostile names', () => {
  let now = 0
  const patience = new Patience(() => now)
  const waited = waitInVain(patience, 1000, (milliseconds) => {
    now += milliseconds
  })
  expect(waited).toBeGreaterThan(1000)
  expect(waited).toBeLessThan(22_000)
})

test('patience comes back with time', () => {
  let now = 0
  const patience = new Patience(() => now)
  waitInVain(patience, 10, () => undefined)
  expect(patience.milliseconds).toBe(20)
  now += 60_000
  expect(patience.milliseconds).toBe(200)
})

test('a single long wait leaves patience for the next', () => {
  const patience = new Patience(() => 0)
  expect(waitInVain(patience, 2, () => undefined)).toBe(400)
})
