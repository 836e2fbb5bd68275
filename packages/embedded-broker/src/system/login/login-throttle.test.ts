import { expect, test } from 'vitest'
import { manualClock } from '../../testing/manual-clock.ts'
import { LoginThrottle } from './login-throttle.ts'

test('keeps nobody in line for longer than a browser waits, but says when there is a turn', async () => {
  const clock = manualClock()
  const goOn: (() => void)[] = []
  const isOver = new Promise<void>((resolve) => goOn.push(resolve))
  let isSlow = false
  const throttle = new LoginThrottle({ ...clock, wait: (time) => (isSlow ? isOver : clock.wait(time)) })
  const attempt = (isRight: boolean, ip = '10.0.0.1') => throttle.attempt('admin', ip, async () => isRight)
  for (let time = 0; time < 9; time += 1) expect(await attempt(false)).toBe(false)

  isSlow = true
  const waiting = attempt(false)
  clock.advance(3000)
  await expect(attempt(true)).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '7' } })
  expect(await attempt(true, '10.0.0.2')).toBe(true)
  clock.advance(7000)
  const next = attempt(true)
  for (const one of goOn) one()
  expect(await waiting).toBe(false)
  expect(await next).toBe(true)
})
