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
  expect(figures(bytes('online'))).toEqual([])
  expect(figures(bytes(''))).toBeUndefined()
})

test('a switch is 1 or 0, and a value may have a unit or words around it', () => {
  expect(figures(bytes('ON'))).toEqual([[[], 1]])
  expect(figures(bytes('CLOSED\n'))).toEqual([[[], 0]])
  expect(figures(bytes('21 °C'))).toEqual([[[], 21]])
  expect(figures(bytes('temp=21.5 hum=40'))).toEqual([[[], 21.5]])
})

test('what stands among words comes after what is a number, so that a number is drawn first', () => {
  expect(
    figures(bytes('{"note":"floor 3","door":"OPEN","t":"21.5 °C","v":7,"at":"2026-11-29T01:51:22Z"}')),
  ).toEqual([
    [['door'], 1],
    [['v'], 7],
    [['note'], 3],
    [['t'], 21.5],
  ])
})

test('a document that is cut off has no figures', () => {
  expect(figures(bytes('{"t":21.5,"h":'))).toBeUndefined()
  expect(figures(bytes('<t>21.5</t>'))).toBeUndefined()
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
