import type { DataNode } from '#lib/data-tree/data-node.ts'
import { type DataPath, keyName, nodeAt, stripTags } from '#lib/data-tree/data-path.ts'
import { textFromBytes } from '#lib/payload.ts'
import { decodePayload, isTreeForm, suggestForm } from '#lib/payload-form.ts'
import { type Figure, readFigure } from '#lib/read-figure.ts'

const deepest = 8
const mostPaths = 200
/** The maximum length of a payload that is searched for numbers, in bytes. */
export const longestDocument = 256 * 1024

/**
 * Reads a payload as a document in the format that it appears to have, or as a single text; returns undefined if it
 * is neither.
 */
export function readDocument(payload: Uint8Array, contentType: string | undefined): DataNode | undefined {
  if (payload.length === 0 || payload.length > longestDocument) return undefined
  const suggested = suggestForm(payload, contentType)
  const result = decodePayload(payload, isTreeForm(suggested) ? suggested : 'json')
  if (result.kind === 'tree' && result.rest === 0) return result.root
  const { text, isText } = textFromBytes(payload)
  // A document that cannot be parsed, mostly because it is cut off, has numbers that mean nothing by themselves.
  return isText && !/^\s*[[{<]/.test(text) ? { kind: 'text', text } : undefined
}

/** Reads a number from a node: many devices send numbers as texts, switches as words, and values with their unit. */
function toFigure(node: DataNode): Figure | undefined {
  const isScalar = node.kind === 'number' || node.kind === 'text' || node.kind === 'word'
  return isScalar ? readFigure(node.text) : undefined
}

export function isFigure(node: DataNode): boolean {
  return toFigure(stripTags(node)) !== undefined
}

export function figureAt(document: DataNode, path: DataPath): number | undefined {
  const node = nodeAt(document, path)
  return node && toFigure(node)?.value
}

/** Returns the paths of a document's numbers, in its order; numbers among other words come last. */
export function numericPaths(document: DataNode): readonly DataPath[] {
  const found: DataPath[] = []
  const inTexts: DataPath[] = []
  const look = (node: DataNode, path: DataPath) => {
    if (found.length >= mostPaths || path.length > deepest) return
    const inner = stripTags(node)
    const figure = toFigure(inner)
    if (figure?.kind === 'in-text') {
      if (inTexts.length < mostPaths) inTexts.push(path)
    } else if (figure !== undefined) found.push(path)
    if (inner.kind === 'list') for (const [at, item] of inner.items.entries()) look(item, [...path, at])
    if (inner.kind === 'map') for (const { key, value } of inner.entries) look(value, [...path, keyName(key)])
  }
  look(document, [])
  return [...found, ...inTexts].slice(0, mostPaths)
}
