import fc from 'fast-check'
import { expect, test } from 'vitest'
import { outputDifference } from './compare-outputs.ts'

const json = fc.jsonValue({ maxDepth: 4 })

function shuffled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, item]) => [key, shuffled(item)]),
  )
}

test('the order of keys and white space are no difference', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(outputDifference(JSON.stringify(value), JSON.stringify(shuffled(value), undefined, 2))).toEqual(
        [],
      )
    }),
  )
})

test('what is different is found, and only within the place that is named', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), json), fc.string(), (rest, key) => {
      const [before, after] = [
        { ...rest, [key]: { a: 1 } },
        { ...rest, [key]: { a: 2 } },
      ].map((one) => JSON.stringify(one))
      const paths = outputDifference(before ?? '', after ?? '')
      expect(paths).toHaveLength(1)
      const [place = ''] = paths
      expect(place.endsWith('/a')).toBe(true)
      expect(outputDifference(before ?? '', after ?? '', [place.slice(0, -2)])).toEqual([])
    }),
  )
})

test('integers are compared digit by digit, and are no floats or texts', () => {
  const long = '{"n":9007199254740993}'
  expect(outputDifference(long, '{"n":9007199254740992}')).toEqual(['/n'])
  expect(outputDifference('{"n":1}', '{"n":1.0}')).toEqual(['/n'])
  expect(outputDifference('{"n":1}', '{"n":"1"}')).toEqual(['/n'])
  expect(outputDifference(long, '{ "n": 9007199254740993 }')).toEqual([])
})

test('texts of any kind are compared without an end', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(outputDifference(a, a)).toEqual([])
      if (outputDifference(a, b).length === 0) expect(outputDifference(b, a)).toEqual([])
    }),
  )
  const deep = '['.repeat(100_000)
  expect(outputDifference(deep, '1')).toEqual([''])
})

test('a key of one side alone, an item and a list of another length are found where they are', () => {
  expect(outputDifference('{"a":1,"b":2}', '{"a":1}')).toEqual(['/b'])
  expect(outputDifference('{"a":1}', '{"a":1,"b/~":2}')).toEqual(['/b~1~0'])
  expect(outputDifference('{"l":[1,{"x":2},3]}', '{"l":[1,{"x":3},3]}')).toEqual(['/l/1/x'])
  expect(outputDifference('{"l":[1,2]}', '{"l":[1]}')).toEqual(['/l'])
  expect(outputDifference('{"l":[1]}', '{"l":{"0":1}}')).toEqual(['/l'])
  expect(outputDifference('{"l":{"0":1}}', '{"l":[1]}')).toEqual(['/l'])
  expect(outputDifference('{', '{"a":1}')).toEqual([''])
})

test('what may vary is a place and all below it, not what begins alike', () => {
  const varies = ['/at']
  expect(outputDifference('{"at":1}', '{"at":2}', varies)).toEqual([])
  expect(outputDifference('{"at":{"x":1}}', '{"at":{"x":2}}', varies)).toEqual([])
  expect(outputDifference('{"attic":1}', '{"attic":2}', varies)).toEqual(['/attic'])
})

test('no more than two hundred places are told', () => {
  const from = (first: number) => JSON.stringify(Array.from({ length: 300 }, (_, at) => at + first))
  expect(outputDifference(from(0), from(1))).toHaveLength(200)
  const keys = (prefix: string) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`${prefix}${at}`, 1])))
  expect(outputDifference(keys('a'), keys('b'))).toHaveLength(200)
})
