import type { DataNode } from '#lib/data-tree/data-node.ts'
import type { DataPath } from '#lib/data-tree/data-path.ts'

/** Something to do with the place in a document where one stands: draw it as a chart. */
export interface PathAction {
  readonly label: string
  /** Whether it can be done with such a value; any, unless given. */
  readonly isFor?: (node: DataNode) => boolean
  readonly onSelect: (path: DataPath, node: DataNode) => void
}
