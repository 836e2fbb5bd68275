import type { DataNode } from './data-node.ts'
import { printData } from './print-data.ts'

/** The path of a value: names of maps and indices of lists. Tags are not part of the path. */
export type DataPath = readonly (string | number)[]

/** Formats a path as JSONPath: `$.sensors[0]["unit of measure"]` (RFC 9535). */
export function formatPath(path: DataPath): string {
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`
    return /^[A-Za-z_][A-Za-z0-9_]*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`
  })
  return `$${steps.join('')}`
}

/** Returns the name of an entry: a text as it is, any other key as it is printed. */
export function keyName(key: DataNode): string {
  return key.kind === 'text' ? key.text : printData(key, { isInline: true })
}

/** Returns the value at a path of a document; for a repeated key the last value, like `JSON.parse`. */
export function nodeAt(root: DataNode, path: DataPath): DataNode | undefined {
  let node: DataNode | undefined = stripTags(root)
  for (const step of path) {
    if (node === undefined) return undefined
    const below: DataNode | undefined = childAt(node, step)
    node = below && stripTags(below)
  }
  return node
}

/** Returns the value inside the tags. */
export function stripTags(node: DataNode): DataNode {
  return node.kind === 'tagged' ? stripTags(node.inner) : node
}

function childAt(node: DataNode, step: string | number): DataNode | undefined {
  if (node.kind === 'list') return typeof step === 'number' ? node.items[step] : undefined
  if (node.kind !== 'map') return undefined
  return node.entries.findLast(({ key }) => keyName(key) === step)?.value
}
