import { expect, test } from 'vitest'
import { stopClock } from '../../testing/stop-clock.ts'
import { TokenBucket } from './token-bucket.ts'

test('who takes more than there is waits until that is paid, and no longer', () => {
  const pass = stopClock()
  const rate = { count: 1000, per: 100 }
  const bucket = new TokenBucket(() => rate)
  bucket.take(4000)
  expect(bucket.wait).toBe(300)
  pass(299)
  expect([bucket.wait, bucket.has(0)]).toEqual([1, false])
  pass(1)
  expect([bucket.wait, bucket.has(0)]).toEqual([0, true])
})
