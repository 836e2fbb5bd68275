import { allBytes, byteSet, classNamed, noBytes, wordBytes } from './byte-sets.ts'
import type { Edge, PatternNode } from './pattern-node.ts'

export const wordEdge: PatternNode = { kind: 'edge', edge: 'word' }
export const held = (isBehind: boolean): PatternNode => ({
  kind: 'look',
  isBehind,
  isNegative: false,
  item: { kind: 'bytes', sets: [wordBytes] },
})

export const edges: Readonly<Record<string, Edge>> = {
  ...{ A: 'start', Z: 'last', z: 'end', G: 'first', b: 'word', B: 'no-word' },
}

const carriageReturn: PatternNode = { kind: 'bytes', sets: [byteSet(13), byteSet(10)] }
const oneOf = (node: PatternNode): PatternNode => ({ kind: 'atomic', item: node })
export const lineEnd = oneOf({
  kind: 'choice',
  options: [carriageReturn, { kind: 'bytes', sets: [classNamed('v') ?? noBytes] }],
})
export const grapheme = oneOf({
  kind: 'choice',
  options: [carriageReturn, { kind: 'bytes', sets: [allBytes] }],
})
