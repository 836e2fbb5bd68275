import { expect, it } from 'vitest'
import { nodeAbsences } from './node-absences.ts'

const window = { from: 0, to: 600_000 }

function history(...spans: readonly (readonly [number, number])[]) {
  const samples = spans.flatMap(([from, to]) =>
    Array.from({ length: (to - from) / 10 }, (_, i) => ({
      time_stamp: (from + i * 10) * 1000,
      connections: 1,
      live_connections: 1,
    })),
  )
  return { samples, recent: [], newestShare: 1, askedAt: 0 }
}

it('names the time that the history of the cluster lacks a node, and no time before it joined', () => {
  expect(
    nodeAbsences(
      [
        { label: 'a', history: history([0, 600]), isAway: false },
        { label: 'b', history: history([0, 200], [300, 600]), isAway: false },
        { label: 'c', history: history([100, 400]), isAway: true },
      ],
      '1h',
      window,
    ),
  ).toEqual([
    { label: 'b', from: 190_000, to: 300_000, isWhole: false },
    { label: 'c', from: 390_000, to: 600_000, isWhole: false },
  ])
})

it('knows that all of it is missing of a node that is away and cannot be asked', () => {
  expect(nodeAbsences([{ label: 'b', history: 'none', isAway: true }], '1h', window)).toEqual([
    { label: 'b', ...window, isWhole: true },
  ])
  expect(nodeAbsences([{ label: 'b', history: 'none', isAway: false }], '1h', window)).toEqual([])
})
