import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFigure } from './read-figure.ts'

test.each<readonly [text: string, value: number]>([
  ['21.5', 21.5],
  [' -3e2\n', -300],
  ['.5', 0.5],
  ['ON', 1],
  ['off', 0],
  ['Open', 1],
  ['CLOSED', 0],
  ['true', 1],
  ['21 °C', 21],
  ['21.5°C', 21.5],
  ['-4C', -4],
  ['5V', 5],
  ['$12.50', 12.5],
  ['98%', 98],
  ['temperature=21.5;humidity=40', 21.5],
  ['T:21.5', 21.5],
  ['level is 7 of 9', 7],
  ['21.5,40', 21.5],
  ['sensor-12 says -3.5 K', -3.5],
  ['1.2e3 Pa', 1200],
])('%j is %s', (text, value) => {
  expect(readFigure(text)?.value).toBe(value)
})

test.each([
  '',
  'x',
  'online',
  'pump-12',
  'v2',
  'sensor12',
  '0a1b2c',
  '12ab3',
  '21.5ab3',
  '2026-11-29T01:51:22Z',
  '12:30',
  '192.168.1.7',
  '1.2.3',
  '550e8400-e29b-41d4-a716-446655440000',
  'aa:bb:cc:dd:ee:01',
  '1e999',
  'NaN',
  'device_12_a',
])('%j is no figure', (text) => {
  expect(readFigure(text)).toBeUndefined()
})

test('a number is told from a state and from one among words', () => {
  expect(readFigure('21')?.kind).toBe('number')
  expect(readFigure('on')?.kind).toBe('switch')
  expect(readFigure('21 K')?.kind).toBe('in-text')
})

test('every number is read as it is, and hostile text ends', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(readFigure(String(value))?.value).toBe(value)
    }),
  )
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => void readFigure(text)))
  for (const unit of ['1', '1.', '-', 'a1', '1a', '1:', 'é', '0a-']) readFigure(unit.repeat(1_000_000))
})
