import { compareKind, type KindResult } from '@brokerdeck/console/compare/compare-kind.ts'
import { type Kind, kinds } from '@brokerdeck/console/compare/compare-sides.ts'
import { StartError } from '../start-error.ts'
import { type ClusterAccess, type OpenCluster, openCluster } from './open-cluster.ts'
import { type OtherSide, readCluster, readPath } from './other-side.ts'
import { type DiffFormat, printDiff } from './print-diff.ts'
import { tellKind } from './told-kind.ts'

export interface DiffOptions {
  readonly cluster: ClusterAccess
  readonly from: { readonly path: string } | ClusterAccess
  readonly kinds: readonly Kind[]
  readonly format: DiffFormat
  readonly isColoured: boolean
  readonly write: (text: string) => Promise<void>
}

/** Prints what differs. 0: nothing; 1: something; 2: of some of it that cannot be said. */
export async function runDiff(options: DiffOptions): Promise<0 | 1 | 2> {
  const { from, cluster: access } = options
  const opened: OpenCluster[] = []
  try {
    // What is wrong with a file is said before anybody is asked for anything.
    const file = 'path' in from ? await readPath(from.path) : undefined
    const here = await openCluster(access)
    opened.push(here)
    const other = 'path' in from ? undefined : await openCluster(from)
    if (other !== undefined) opened.push(other)
    const there = file ?? (other && readCluster(other))
    if (there === undefined) throw new StartError('MISSING_OPTION', 'there is nothing to compare with')
    return await compare(options, here, there, other ?? here)
  } finally {
    for (const one of opened) await one.close()
  }
}

async function compare(
  options: DiffOptions,
  here: OpenCluster,
  there: OtherSide,
  other: OpenCluster,
): Promise<0 | 1 | 2> {
  const source = { ask: here.ask, signal: new AbortController().signal }
  const compared: { readonly kind: Kind; readonly result: KindResult }[] = []
  for (const kind of kinds.filter((one) => options.kinds.includes(one)))
    compared.push({ kind, result: await compareKind(there, kind, source) })
  const told = compared.map(({ kind, result }) => tellKind(kind, result, { here, there, other }))
  const { format, isColoured } = options
  await options.write(printDiff({ here: here.name, there: there.name, kinds: told }, format, isColoured))
  if (told.some(({ isTold }) => !isTold)) return 2
  return told.some(({ things }) => things.length > 0) ? 1 : 0
}
