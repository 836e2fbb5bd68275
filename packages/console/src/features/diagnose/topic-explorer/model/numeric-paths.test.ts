import { expect, test } from 'vitest'
import { figureAt, numericPaths, readDocument } from './numeric-paths.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const figures = (payload: Uint8Array) => {
  const document = readDocument(payload, undefined)
  return document && numericPaths(document).map((path) => [path, figureAt(document, path)])
}

test('finds figures wherever a document has them', () => {
  expect(figures(bytes('{"t":-2.5,"on":true,"name":"x","s":[{"v":"7.5"},{"v":null}]}'))).toEqual([
    [['t'], -2.5],
    [['on'], 1],
    [['s', 0, 'v'], 7.5],
  ])
})

test('a payload that is a figure is one', () => {
  expect(figures(bytes('21.5'))).toEqual([[[], 21.5]])
  expect(figures(bytes('on'))).toBeUndefined()
  expect(figures(bytes(''))).toBeUndefined()
})

test('reads CBOR too', () => {
  expect(figures(Uint8Array.of(0xa2, 0x61, 0x74, 0x18, 0x2a, 0x61, 0x75, 0x05))).toEqual([
    [['t'], 42],
    [['u'], 5],
  ])
})

test('does not look into what is endless', () => {
  const deep = `${'['.repeat(50)}1${']'.repeat(50)}`
  expect(figures(bytes(deep))).toEqual([])
  expect(figures(bytes(JSON.stringify(Array.from({ length: 1000 }, (_, i) => i))))?.length).toBe(200)
})
