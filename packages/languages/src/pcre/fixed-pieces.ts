import { allBytes, byteSet, classNamed, noBytes, wordBytes } from './byte-sets.ts'
import type { Edge, PatternNode } from './pattern-node.ts'

const wordEdge: PatternNode = { kind: 'edge', edge: 'word' }
const toHeldNode = (isBehind: boolean): PatternNode => ({
  kind: 'look',
  isBehind,
  isNegative: false,
  item: { kind: 'bytes', sets: [wordBytes] },
})

const edges: Readonly<Record<string, Edge>> = {
  A: 'start',
  Z: 'last',
  z: 'end',
  G: 'first',
  b: 'word',
  B: 'no-word',
}

const carriageReturn: PatternNode = { kind: 'bytes', sets: [byteSet(13), byteSet(10)] }
const toAtomic = (node: PatternNode): PatternNode => ({ kind: 'atomic', item: node })
const lineEnd = toAtomic({
  kind: 'choice',
  options: [carriageReturn, { kind: 'bytes', sets: [classNamed('v') ?? noBytes] }],
})
const grapheme = toAtomic({
  kind: 'choice',
  options: [carriageReturn, { kind: 'bytes', sets: [allBytes] }],
})

/** The pieces of patterns that are the same in every context. */
export const fixedPieces = { wordEdge, held: toHeldNode, edges, lineEnd, grapheme }
