import { expect, it } from 'vitest'
import { alarmTitle } from './alarm-title.ts'

it.each([
  ['96.5%', 'License nearly used up'],
  ['100%', 'License nearly used up'],
  ['204.5%', 'License limit exceeded'],
  [undefined, 'License nearly used up'],
])('calls a license used by %s by what it means', (usage, title) => {
  expect(alarmTitle({ name: 'license_quota', details: { usage } })).toBe(title)
})
