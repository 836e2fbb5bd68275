import { expect, it } from 'vitest'
import { restoreFailures } from './restore-failures.ts'

const listeners = `Failed to import the following config path: "listeners", reason: {error,
        {post_config_update,
         emqx_listeners,
         {failed_to_start,
          "tcp:clash2(:21777) : {shutdown,{failed_to_start_child,listener,eaddrinuse}}"}}}
`
const table = 'Failed to import the following table set: "psk", reason: not known\n'

it('finds each part that failed, with its reason in words', () => {
  const failures = restoreFailures(JSON.stringify({ code: 'BAD_REQUEST', message: listeners + table }))
  expect(failures.map(({ part }) => part)).toEqual(['listeners', 'psk'])
  expect(failures[0]?.reason).toMatch(/tcp:clash2/)
  expect(failures[0]?.reason).not.toMatch(/[{}]/)
  expect(failures[1]?.reason).toBe('not known')
})

it.each(['', 'no json', '{"message":"backup file not found"}', '{"message":{"kind":"validation_error"}}'])(
  'finds none in %j',
  (text) => {
    expect(restoreFailures(text)).toEqual([])
  },
)
