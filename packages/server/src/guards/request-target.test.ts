import { expect, it } from 'vitest'
import { hasDotSegment } from './request-target.ts'

it.each([
  '/api/v5/../../secret',
  '/api/v5/%2e%2e/%2E%2e/secret',
  '/api/v5/nodes/.%2e/x',
  '/api/v5/./nodes',
  '/api/v5/nodes/..',
])('takes %s for a way to somewhere else', (path) => expect(hasDotSegment(path)).toBe(true))

it.each(['/api/v5/clients/...', '/api/v5/clients/a..b/.c', '/api/v5/clients/%2e%2e%2e', '/', ''])(
  'takes %s for what it says',
  (path) => expect(hasDotSegment(path)).toBe(false),
)
