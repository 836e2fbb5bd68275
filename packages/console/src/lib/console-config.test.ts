import { expect, it } from 'vitest'
import { parseConsoleConfig } from './console-config.ts'

it('reads what the server says, and falls back to a plain web server', () => {
  expect(
    parseConsoleConfig('{"routing":"browser","mode":"embedded","readOnly":true,"brokerName":"x"}'),
  ).toEqual({
    routing: 'browser',
    mode: 'embedded',
    readOnly: true,
    brokerName: 'x',
  })
  const dropIn = { routing: 'hash', mode: 'cluster', readOnly: false }
  expect([parseConsoleConfig(null), parseConsoleConfig('{"routing":7}'), parseConsoleConfig('no')]).toEqual([
    dropIn,
    dropIn,
    dropIn,
  ])
})
