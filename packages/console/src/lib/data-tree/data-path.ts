import type { DataNode } from './data-node.ts'
import { printData } from './print-data.ts'

/** Where a value is: names of maps, positions of lists. Tags are no step. */
export type DataPath = readonly (string | number)[]

/** `$.sensors[0]["unit of measure"]`, as JSONPath writes it (RFC 9535). */
export function formatPath(path: DataPath): string {
  const steps = path.map((step) => {
    if (typeof step === 'number') return `[${step}]`
    return /^[A-Za-z_][A-Za-z0-9_]*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`
  })
  return `$${steps.join('')}`
}

/** The name of an entry: a text as it is, any other key as it is printed. */
export function keyName(key: DataNode): string {
  return key.kind === 'text' ? key.text : printData(key, { isInline: true })
}

/** What is at a path of a document; of a repeated key the last one, as `JSON.parse` takes it. */
export function nodeAt(root: DataNode, path: DataPath): DataNode | undefined {
  let node: DataNode | undefined = stripTags(root)
  for (const step of path) {
    if (node === undefined) return undefined
    const below: DataNode | undefined = childAt(node, step)
    node = below && stripTags(below)
  }
  return node
}

/** The tags of a value lead to the value. */
export function stripTags(node: DataNode): DataNode {
  return node.kind === 'tagged' ? stripTags(node.inner) : node
}

function childAt(node: DataNode, step: string | number): DataNode | undefined {
  if (node.kind === 'list') return typeof step === 'number' ? node.items[step] : undefined
  if (node.kind !== 'map') return undefined
  return node.entries.findLast(({ key }) => keyName(key) === step)?.value
}
