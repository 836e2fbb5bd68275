import { expect, it } from 'vitest'
import { editionNumber } from './session.ts'

it('takes what is not Enterprise for Community', () => {
  expect(['ee', 'Enterprise', 'ce', 'opensource', ''].map(editionNumber)).toEqual([1, 1, 2, 2, 2])
})
