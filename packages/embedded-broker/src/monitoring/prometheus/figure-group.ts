import type { BrokerNode } from '../../mqtt/node/cluster.ts'

export type FigureKind = 'gauge' | 'counter'
export type Labels = Readonly<Record<string, string>>

/** Figures of the same thing: a node, a listener, a reason. */
export interface FigureRow {
  readonly labels: Labels
  readonly values: Readonly<Record<string, number>>
}

export interface FigureGroup {
  /** Its key in the JSON form. */
  readonly key: string
  /** Kind by name, in the order of the text form; those without any figure are listed there too. */
  readonly kinds: ReadonlyMap<string, FigureKind>
  /**
   * What several nodes make of it: added up, one row for each, the answer of one that is named, or of any as all
   * know the same.
   */
  readonly across: 'added' | 'each' | 'named' | 'alike'
  /** While added up: these are the same on every node, so the largest counts. */
  readonly isClusterWide?: (name: string) => boolean
  /** Always a list in the JSON form. */
  readonly isList?: boolean
  rows(node: BrokerNode): readonly FigureRow[]
}

/** Figures of things that there are none of here: only their names are listed. */
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
