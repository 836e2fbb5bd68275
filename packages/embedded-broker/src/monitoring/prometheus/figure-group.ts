import type { BrokerNode } from '../../mqtt/node/cluster.ts'

export type FigureKind = 'gauge' | 'counter'
export type Labels = Readonly<Record<string, string>>

/** The figures of one subject, such as a node, a listener or a reason. */
export interface FigureRow {
  readonly labels: Labels
  readonly values: Readonly<Record<string, number>>
}

export interface FigureGroup {
  /** The key of the group in the JSON format. */
  readonly key: string
  /** The kinds by name, in the order of the text format, which also lists names without figures. */
  readonly kinds: ReadonlyMap<string, FigureKind>
  /**
   * How the figures of several nodes are combined: added up, one row for each node, the row of one named node, or the
   * row of any node because all nodes have the same.
   */
  readonly across: 'added' | 'each' | 'named' | 'alike'
  /** When figures are added up, returns true for those that are the same on every node, of which the largest counts. */
  readonly isClusterWide?: (name: string) => boolean
  /** Set if the group is always a list in the JSON format. */
  readonly isList?: boolean
  rows(node: BrokerNode): readonly FigureRow[]
}

/** Creates a group whose subjects do not exist in this broker: only its names are listed. */
export const noFigures = (key: string, of: Readonly<Record<string, FigureKind>> = {}): FigureGroup => ({
  key,
  kinds: new Map(Object.entries(of)),
  across: 'added',
  isList: true,
  rows: () => [],
})

export const plain = (values: FigureRow['values']): readonly FigureRow[] => [{ labels: {}, values }]

export function kinds(kind: FigureKind, names: Iterable<string>): ReadonlyMap<string, FigureKind> {
  return new Map([...names].map((name) => [name, kind]))
}
