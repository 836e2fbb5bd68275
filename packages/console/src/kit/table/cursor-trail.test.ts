import { expect, test } from 'vitest'
import { pageNumber, previousCursor, startOfTrail, stepForward } from './pager.tsx'

test('the way back is the way that was walked', () => {
  const second = stepForward(startOfTrail, undefined, 'b')
  const third = stepForward(second, 'b', 'c')
  expect(pageNumber(third, 'c')).toBe(3)
  expect(previousCursor(third, 'c')).toBe('b')
  expect(previousCursor(third, 'b')).toBeUndefined()
})

test('going back and on by another cursor forgets the pages beyond', () => {
  const third = stepForward(stepForward(startOfTrail, undefined, 'b'), 'b', 'c')
  const again = stepForward(third, 'b', 'c2')
  expect(again).toEqual([undefined, 'b', 'c2'])
})

test('from a link into the middle only the first page is known', () => {
  expect(pageNumber(startOfTrail, 'x')).toBeUndefined()
  expect(previousCursor(startOfTrail, 'x')).toBeUndefined()
  expect(stepForward(startOfTrail, 'x', 'y')).toEqual([undefined, 'x', 'y'])
})
