import { compareKind, type KindResult } from '@brokerdeck/console/compare/compare-kind.ts'
import { type Kind, kinds } from '@brokerdeck/console/compare/compare-sides.ts'
import type { DiffFormat } from '#options/compare-options.ts'
import { toKindDiff } from './kind-diff.ts'
import type { ClusterAccess } from './open-cluster.ts'
import { type OtherSource, runWithSides, type Sides } from './other-side.ts'
import { printDiff } from './print-diff.ts'

export interface DiffOptions {
  readonly cluster: ClusterAccess
  readonly from: OtherSource
  readonly kinds: readonly Kind[]
  readonly format: DiffFormat
  readonly isColoured: boolean
  readonly write: (text: string) => Promise<void>
}

/** Prints the differences. Resolves with 0 for no difference, 1 for differences, 2 if a part could not be compared. */
export async function runDiff(options: DiffOptions): Promise<0 | 1 | 2> {
  return await runWithSides(options.cluster, options.from, (sides) => compare(options, sides))
}

async function compare(options: DiffOptions, sides: Sides): Promise<0 | 1 | 2> {
  const { here, there } = sides
  const source = { ask: here.ask, signal: new AbortController().signal }
  const compared: { readonly kind: Kind; readonly result: KindResult }[] = []
  for (const kind of kinds.filter((one) => options.kinds.includes(one)))
    compared.push({ kind, result: await compareKind(there, kind, source) })
  const told = compared.map(({ kind, result }) => toKindDiff(kind, result, sides))
  const { format, isColoured } = options
  await options.write(printDiff({ here: here.name, there: there.name, kinds: told }, format, isColoured))
  if (told.some(({ isTold }) => !isTold)) return 2
  return told.some(({ things }) => things.length > 0) ? 1 : 0
}
