import { describe, expect, it } from 'vitest'
import { addToMinute } from './add-to-minute.ts'

const at = (seconds: number, value = 0) => ({ at: seconds * 1000, value })

describe('addToMinute', () => {
  it('keeps what was read within a minute before the newest', () => {
    expect(addToMinute([at(0), at(5), at(30)], at(65))).toEqual([at(5), at(30), at(65)])
  })

  it('has one sample for each moment', () => {
    expect(addToMinute([at(0, 1), at(5, 2)], at(5, 3))).toEqual([at(0, 1), at(5, 3)])
  })
})
