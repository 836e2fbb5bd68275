import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bytesFromHex } from '#lib/payload.ts'
import type { DataNode } from './data-node.ts'
import { type DataPath, formatPath, keyName, nodeAt } from './data-path.ts'
import { decodeCbor } from './decode-cbor.ts'
import { decodeJson } from './decode-json.ts'

const tree = (text: string): DataNode => {
  const result = decodeJson(text)
  if (result.kind === 'refused') throw new Error(result.why)
  return result.root
}

test('a path is written as JSONPath', () => {
  expect(formatPath([])).toBe('$')
  expect(formatPath(['sensors', 0, 'unit of "measure"'])).toBe('$.sensors[0]["unit of \\"measure\\""]')
})

test('a path leads to the value it was made from', () => {
  const walk = (node: DataNode, path: DataPath): void => {
    expect(nodeAt(root, path)).toEqual(node)
    if (node.kind === 'list') for (const [at, item] of node.items.entries()) walk(item, [...path, at])
    if (node.kind === 'map') for (const { key, value } of node.entries) walk(value, [...path, keyName(key)])
  }
  let root = tree('null')
  fc.assert(
    fc.property(fc.json(), (json) => {
      root = tree(json)
      walk(root, [])
    }),
  )
})

test('of what is not there, there is nothing', () => {
  const root = tree('{"a":[1,{"b":2}],"a ":3}')
  expect(nodeAt(root, ['a', 1, 'b'])).toEqual({ kind: 'number', text: '2' })
  expect(nodeAt(root, ['a', 2])).toBeUndefined()
  expect(nodeAt(root, ['a', 'length'])).toBeUndefined()
  expect(nodeAt(root, ['constructor'])).toBeUndefined()
})

test('a tag is no step, and a key of another kind is its text', () => {
  const result = decodeCbor(bytesFromHex('a101c11a514b67b0') ?? new Uint8Array())
  expect(result.kind === 'tree' && nodeAt(result.root, ['1'])).toEqual({ kind: 'number', text: '1363896240' })
})
