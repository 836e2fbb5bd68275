import type { DataNode } from '#lib/data-tree/data-node.ts'
import { type DataPath, keyName, nodeAt, untagged } from '#lib/data-tree/data-path.ts'
import { decodePayload, isTreeForm, suggestForm } from '#lib/payload-form.ts'

const deepest = 8
const mostPaths = 200
/** A longer payload is not read for its figures. */
const longestRead = 256 * 1024

/** A payload as a document, in the form that it seems to have; undefined where it is none. */
export function readDocument(payload: Uint8Array, contentType: string | undefined): DataNode | undefined {
  if (payload.length === 0 || payload.length > longestRead) return undefined
  const suggested = suggestForm(payload, contentType)
  const result = decodePayload(payload, isTreeForm(suggested) ? suggested : 'json')
  return result.kind === 'tree' && result.rest === 0 ? result.root : undefined
}

/** `"21.5"` is a figure too: many devices send them as texts. Switches are 0 and 1. */
function figureOf(node: DataNode): number | undefined {
  if (node.kind === 'word') return node.text === 'true' ? 1 : node.text === 'false' ? 0 : undefined
  if (node.kind !== 'number' && node.kind !== 'text') return undefined
  if (!/^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$/.test(node.text)) return undefined
  const number = Number(node.text)
  return Number.isFinite(number) ? number : undefined
}

export function isFigure(node: DataNode): boolean {
  return figureOf(untagged(node)) !== undefined
}

export function figureAt(document: DataNode, path: DataPath): number | undefined {
  const node = nodeAt(document, path)
  return node && figureOf(node)
}

/** Where a document has figures, in its order. */
export function numericPaths(document: DataNode): readonly DataPath[] {
  const found: DataPath[] = []
  const look = (node: DataNode, path: DataPath) => {
    if (found.length >= mostPaths || path.length > deepest) return
    const inner = untagged(node)
    if (figureOf(inner) !== undefined) found.push(path)
    if (inner.kind === 'list') for (const [at, item] of inner.items.entries()) look(item, [...path, at])
    if (inner.kind === 'map') for (const { key, value } of inner.entries) look(value, [...path, keyName(key)])
  }
  look(document, [])
  return found
}
