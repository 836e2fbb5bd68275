import { expect, it } from 'vitest'
import { ApiError } from '#api/errors.ts'
import { toFormOutcome } from './write-plan.ts'

it('says of a change without an answer what may hold it up, and of nothing else', () => {
  expect(toFormOutcome(new ApiError({ kind: 'timeout' }))).toMatchObject({
    kind: 'refused',
    detail: expect.stringContaining('emqx ctl conf cluster_sync status'),
  })
  const refused = toFormOutcome(new ApiError({ kind: 'unreachable', cause: 'broker' }))
  expect(JSON.stringify(refused)).not.toContain('cluster_sync')
})
