import { expect, test } from 'vitest'
import { placeFloating } from './floating.tsx'

const viewport = { width: 400, height: 300 }
const size = { width: 120, height: 100 }

test('below its anchor, or above where there is no room', () => {
  expect(placeFloating({ top: 20, left: 50, width: 30, height: 20 }, size, viewport)).toEqual({
    top: 46,
    left: 50,
  })
  expect(placeFloating({ top: 250, left: 50, width: 30, height: 20 }, size, viewport)).toEqual({
    top: 144,
    left: 50,
  })
})

test('above its anchor where that is wanted, or below where there is no room', () => {
  const anchor = { left: 50, width: 30, height: 20 }
  const placed = (top: number) => placeFloating({ ...anchor, top }, size, viewport, 'start', 'above').top
  expect([placed(20), placed(113), placed(114), placed(250)]).toEqual([46, 139, 8, 144])
})

test('never outside the window', () => {
  expect(placeFloating({ top: 20, left: 390, width: 10, height: 20 }, size, viewport).left).toBe(272)
  expect(placeFloating({ top: 20, left: 4, width: 10, height: 20 }, size, viewport, 'end').left).toBe(8)
  expect(
    placeFloating({ top: 140, left: 0, width: 10, height: 20 }, { width: 10, height: 290 }, viewport).top,
  ).toBe(8)
})
