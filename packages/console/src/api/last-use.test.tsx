import { expect, it, onTestFinished, vi } from 'vitest'
import { watchUse } from './session.ts'

const limitMs = 60_000

function watch({ lastUse, isBusy = false }: { lastUse: number; isBusy?: boolean }) {
  vi.useFakeTimers({ now: 1_000_000 })
  localStorage.setItem('lastUse', String(lastUse))
  const told: number[] = []
  const stop = watchUse(
    limitMs,
    () => isBusy,
    (leftMs) => told.push(leftMs),
  )
  onTestFinished(() => {
    stop()
    vi.useRealTimers()
  })
  return told
}

const move = () => window.dispatchEvent(new Event('pointermove'))

it('a page that is opened after the time is over is no use, nor is the first move of who comes back', () => {
  const told = watch({ lastUse: 1_000_000 - limitMs })
  move()
  vi.advanceTimersByTime(3_000)
  expect(told).toEqual([0, 0, -1_000, -2_000, -3_000])
})

it('a move before that begins the time again, in every tab', () => {
  const told = watch({ lastUse: 1_000_000 - 10_000 })
  vi.advanceTimersByTime(2_000)
  move()
  expect(told).toEqual([50_000, 49_000, 48_000, limitMs])
  expect(localStorage.getItem('lastUse')).toBe('1002000')
  localStorage.setItem('lastUse', '1000500')
  vi.advanceTimersByTime(1_000)
  expect(told.at(-1)).toBe(57_500)
})

it('what somebody waits for is use, and a clock that was ahead counts from now', () => {
  expect(watch({ lastUse: 1_000_000 - 50_000, isBusy: true })).toEqual([limitMs])
  vi.useRealTimers()
  expect(watch({ lastUse: 1_000_000 - limitMs, isBusy: true })).toEqual([0])
  vi.useRealTimers()
  const told = watch({ lastUse: 2_000_000 })
  vi.advanceTimersByTime(2_000)
  expect(told).toEqual([limitMs, 59_000, 58_000])
})

it('what has been cleared counts from now on, also where the browser has no room to note it', () => {
  const told = watch({ lastUse: 1_000_000 - 20_000 })
  localStorage.clear()
  onTestFinished(() => localStorage.clear())
  localStorage.setItem('full', 'x'.repeat(5_000_000 - 10))
  vi.advanceTimersByTime(3_000)
  expect(localStorage.getItem('lastUse')).toBeNull()
  expect(told).toEqual([40_000, limitMs, 59_000, 58_000])
  move()
  expect(told.at(-1)).toBe(limitMs)
})

it('hears of each use once a second, also of one that a part of the page keeps to itself, until it is stopped', () => {
  vi.useFakeTimers({ now: 1_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const told: number[] = []
  const stop = watchUse(
    limitMs,
    () => false,
    (leftMs) => told.push(leftMs),
  )
  const part = document.body.appendChild(document.createElement('p'))
  onTestFinished(() => part.remove())
  part.addEventListener('keydown', (event) => event.stopPropagation())
  const type = () => part.dispatchEvent(new Event('keydown', { bubbles: true }))
  type()
  type()
  expect(told).toHaveLength(2)
  stop()
  vi.advanceTimersByTime(5_000)
  type()
  expect(told).toHaveLength(2)
})
