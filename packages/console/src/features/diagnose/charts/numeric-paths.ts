import type { DataNode } from '#lib/data-tree/data-node.ts'
import { type DataPath, keyName, nodeAt, stripTags } from '#lib/data-tree/data-path.ts'
import { textFromBytes } from '#lib/payload.ts'
import { decodePayload, isTreeForm, suggestForm } from '#lib/payload-form.ts'
import { type Figure, readFigure } from '#lib/read-figure.ts'

const deepest = 8
const mostPaths = 200
/** A longer payload is not read for its figures. */
export const longestDocument = 256 * 1024

/** A payload as a document, in the form that it seems to have, or as one text; undefined where it is neither. */
export function readDocument(payload: Uint8Array, contentType: string | undefined): DataNode | undefined {
  if (payload.length === 0 || payload.length > longestDocument) return undefined
  const suggested = suggestForm(payload, contentType)
  const result = decodePayload(payload, isTreeForm(suggested) ? suggested : 'json')
  if (result.kind === 'tree' && result.rest === 0) return result.root
  const { text, isText } = textFromBytes(payload)
  // What was to be a document and is none, mostly because it is cut off, has numbers that mean nothing by themselves.
  return isText && !/^\s*[[{<]/.test(text) ? { kind: 'text', text } : undefined
}

/** Many devices send numbers as texts, switches as words, and values with their unit. */
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

/** Where a document has figures, in its order; those that stand among other words come after all others. */
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
