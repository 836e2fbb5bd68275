import { describe, expect, it } from 'vitest'
import { positionOf } from './managed-resource.ts'

const ids = ['a', 'b', 'c', 'd']
const position = (id: string, to: number) => positionOf({ ids, id, to })

describe('a position in an order', () => {
  it('is named by what stands there after the move', () => {
    expect(position('c', 0)).toBe('front')
    expect(position('b', 3)).toBe('rear')
    expect(position('a', 1)).toBe('before:c')
    expect(position('d', 1)).toBe('before:b')
  })

  it('is none where nothing moves', () => {
    expect(position('c', 2)).toBeUndefined()
    expect(positionOf({ ids: ['a'], id: 'a', to: 0 })).toBeUndefined()
  })

  it('keeps within the list', () => {
    expect(position('b', -1)).toBe('front')
    expect(position('b', 9)).toBe('rear')
  })
})
