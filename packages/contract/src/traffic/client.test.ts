import * as v from 'valibot'
import { expect, it } from 'vitest'
import { clientSchema } from './client.ts'

it('reads the heap in bytes: EMQX counts machine words, whatever its description says', () => {
  expect(v.parse(v.pick(clientSchema, ['heap_size']), { heap_size: 4181 })).toEqual({ heap_size: 33_448 })
  expect(v.parse(v.pick(clientSchema, ['heap_size']), {})).toEqual({})
})
