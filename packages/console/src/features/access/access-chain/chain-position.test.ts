import { describe, expect, it } from 'vitest'
import { chainPosition } from './chain-position.ts'

const ids = ['a', 'b', 'c', 'd']

describe('a place in the chain', () => {
  it('is named by what stands there after the move', () => {
    expect(chainPosition(ids, 'c', 0)).toBe('front')
    expect(chainPosition(ids, 'b', 3)).toBe('rear')
    expect(chainPosition(ids, 'a', 1)).toBe('before:c')
    expect(chainPosition(ids, 'd', 1)).toBe('before:b')
  })

  it('is none where nothing moves', () => {
    expect(chainPosition(ids, 'c', 2)).toBeUndefined()
    expect(chainPosition(['a'], 'a', 0)).toBeUndefined()
  })

  it('keeps within the chain', () => {
    expect(chainPosition(ids, 'b', -1)).toBe('front')
    expect(chainPosition(ids, 'b', 9)).toBe('rear')
  })
})
