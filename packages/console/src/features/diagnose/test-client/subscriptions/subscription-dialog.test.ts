import { expect, it } from 'vitest'
import { takesEverything } from './subscription-dialog.tsx'

it.each(['#', '+/#', '/#', '+/+/#', '$share/g/#', '$queue/#'])('%s takes everything', (filter) => {
  expect(takesEverything(filter)).toBe(true)
})

it.each(['a/#', '+', '+/a/#', '$SYS/#', '$share/g/a/#', 'testtopic/#'])('%s does not', (filter) => {
  expect(takesEverything(filter)).toBe(false)
})
