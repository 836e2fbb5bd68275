import { type Comparable, type Kind, kinds } from '@brokerdeck/console/compare/compare-sides.ts'
import { kindNames } from '@brokerdeck/console/compare/messages.ts'
import { readKind } from '@brokerdeck/console/compare/read-side.ts'
import { isDescribed, readDefaults } from '@brokerdeck/console/compare/schema-defaults.ts'
import { printable } from '#lib/printable.ts'
import { StartError } from '#lib/start-error.ts'
import { isYamlName, writeExport } from './export-files.ts'
import { printExport } from './export-text.ts'
import { type ClusterAccess, openCluster } from './open-cluster.ts'
import { type Documents, type Reference, referSecrets } from './secret-references.ts'

export interface ExportOptions {
  readonly cluster: ClusterAccess
  readonly kinds: readonly Kind[]
  /** A folder, or a file; without `out` the whole export is printed. */
  /** True if fields at their default value are left out, where the cluster describes defaults. */
  readonly isWithoutDefaults: boolean
  readonly out: string | undefined
  readonly write: (text: string) => Promise<void>
  readonly note: (text: string) => void
}

/**
 * Exports the cluster's objects of the kinds, or nothing at all, because a partial export would be taken for a
 * complete one.
 */
export async function runExport(options: ExportOptions): Promise<0> {
  const { documents, references } = referSecrets(await readAll(options))
  const { out, isWithoutDefaults } = options
  const print = (some: Documents) =>
    printExport(some, isWithoutDefaults && [...some.keys()].some(isDescribed))
  if (out === undefined) await options.write(print(documents))
  else {
    const files = isYamlName(out)
      ? new Map([[out, print(documents)]])
      : new Map([...documents].map((one) => [`${one[0]}.yaml`, print(new Map([one]))]))
    await writeExport(out, files)
    options.note(`Exported from ${options.cluster.broker}: ${describeCounts(documents)}.\n`)
  }
  options.note(describeReferences(references))
  return 0
}

async function readAll({
  cluster: access,
  kinds: chosen,
  isWithoutDefaults,
}: ExportOptions): Promise<Documents> {
  const cluster = await openCluster(access)
  const { signal } = new AbortController()
  try {
    const read: (readonly [Kind, readonly Comparable[]])[] = []
    for (const kind of kinds.filter((one) => chosen.includes(one))) {
      const refuse = (reason: string) =>
        new StartError('NOT_EXPORTED', `nothing was exported: ${kindNames[kind]}: ${reason}`)
      const all = await readKind(kind, { ask: cluster.ask, signal }).catch((error: unknown) => {
        throw refuse(cluster.explain(error))
      })
      if (all === undefined) continue
      const hidden = all.find(({ withheld = [] }) => withheld.length > 0)
      if (hidden !== undefined) throw refuse(`the payload of ${printable(hidden.id, 80)} is not given`)
      const defaults = isWithoutDefaults
        ? await readDefaults(cluster.ask, kind).catch((error: unknown) => {
            throw refuse(`its defaults: ${cluster.explain(error)}`)
          })
        : undefined
      const leaveOut = (one: Comparable) =>
        defaults === undefined ? one : { ...one, settings: defaults.leaveOut(one.id, one.settings) }
      read.push([kind, all.map(leaveOut)])
    }
    return new Map(read)
  } finally {
    await cluster.close()
  }
}

const describeCounts = (documents: Documents) =>
  [...documents].map(([kind, all]) => `${kindNames[kind]} ${all.length}`).join(', ')

function describeReferences(references: readonly Reference[]): string {
  if (references.length === 0) return ''
  const lines = references
    .map(({ name, kind, id, path }) => `  ${name}  ${kind} ${printable(id, 80)}: ${printable(path, 120)}\n`)
    .toSorted()
  return `No secret is exported. These are named in place of them, and have to be given by whoever applies it:\n${lines.join('')}`
}
