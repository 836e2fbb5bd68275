import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ComparedSide } from '@brokerdeck/console/compare/compare-kind.ts'
import { type Comparable, compareSides, type Kind } from '@brokerdeck/console/compare/compare-sides.ts'
import { entryApis, isEntry } from '@brokerdeck/console/compare/entry-kinds.ts'
import { kindInFile } from '@brokerdeck/console/compare/kind-in-file.ts'
import { mapTexts, takeShown } from '@brokerdeck/console/compare/map-texts.ts'
import { mask } from '@brokerdeck/console/compare/masked-config.ts'
import { mostPackedBytes } from '@brokerdeck/console/compare/read-archive.ts'
import { readContents } from '@brokerdeck/console/compare/read-contents.ts'
import { readKind } from '@brokerdeck/console/compare/read-side.ts'
import { readDefaults } from '@brokerdeck/console/compare/schema-defaults.ts'
import { StartError } from '#lib/start-error.ts'
import { isYamlName } from './export-files.ts'
import { longestExport, parseExport } from './export-text.ts'
import { type ClusterAccess, type OpenCluster, openCluster } from './open-cluster.ts'
import { type Documents, readReferences } from './secret-references.ts'

/** The side that a cluster is compared with. */
export interface OtherSide extends ComparedSide {
  readonly name: string
  /**
   * Returns the paths of references whose counterpart in the cluster is a visible value, so that their equality is
   * not known.
   */
  readonly referredIn: (kind: Kind, id: string) => readonly string[]
  /**
   * Returns the texts of an object that contain hidden values, by path, as they are in the file, including
   * references.
   */
  readonly hiddenIn: (kind: Kind, id: string) => ReadonlyMap<string, HiddenText>
}

export interface HiddenText {
  readonly text: string
  /** True if the text contains references to fill in; otherwise it is used as it is. */
  readonly isReference: boolean
}

const nothingReferred = () => []
const nothingHidden = () => new Map<string, HiddenText>()

function readCluster({ name, ask }: OpenCluster): OtherSide {
  return {
    name,
    isPart: false,
    referredIn: nothingReferred,
    hiddenIn: nothingHidden,
    read: async (kind, signal) => {
      const theirs = await readKind(kind, { ask, signal })
      return async (ours) => theirs && compareSides(ours, theirs)
    },
  }
}

/** Opens a side for a cluster: a side without default values takes them from the cluster that it is compared with. */
type OpenSide = (here: OpenCluster) => OtherSide

/** Reads a folder or a file of an export, a backup, or a configuration as text. */
async function readPath(path: string): Promise<OpenSide> {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) throw new StartError('BAD_EXPORT', `${JSON.stringify(path)} is not there`)
  if (found.isDirectory()) return readExportedSide(path, await readFolder(path))
  if (isYamlName(path)) return readExportedSide(path, parseExport(path, await readText(path)))
  const configuration = await readConfiguration(path)
  return () => configuration
}

async function readFolder(dir: string): Promise<Documents> {
  const all = new Map<Kind, readonly Comparable[]>()
  const names = (await readdir(dir)).filter((name) => isYamlName(name) && !name.startsWith('.')).toSorted()
  if (names.length === 0) throw new StartError('BAD_EXPORT', `${JSON.stringify(dir)} holds no YAML`)
  for (const name of names) {
    const path = join(dir, name)
    for (const [kind, held] of parseExport(path, await readText(path))) {
      if (all.has(kind)) throw new StartError('BAD_EXPORT', `${path}: ${kind} is in another file already`)
      all.set(kind, held)
    }
  }
  return all
}

async function readBytes(path: string, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    if (size > most)
      throw new StartError('BAD_EXPORT', `${JSON.stringify(path)} is larger than ${most} bytes`)
    return new Uint8Array(await file.readFile())
  } finally {
    await file.close()
  }
}

async function readText(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readBytes(path, longestExport))
  } catch (error) {
    if (error instanceof TypeError) throw new StartError('BAD_EXPORT', `${path} is not UTF-8 text`)
    throw error
  }
}

const readExportedSide =
  (name: string, documents: Documents): OpenSide =>
  ({ ask }) => {
    const referred = new Map<string, readonly string[]>()
    return {
      name,
      isPart: false,
      referredIn: (kind, id) => referred.get(JSON.stringify([kind, id])) ?? [],
      hiddenIn: (kind, id) => {
        const { settings = {} } = documents.get(kind)?.find((one) => one.id === id) ?? {}
        return new Map(
          [...readReferences(settings).texts].map(([path, text]) => [path, { text, isReference: true }]),
        )
      },
      read: async (kind) => async (ours) => {
        const own = new Map(ours.map((one) => [one.id, one]))
        const isSparse = documents.get(kind)?.some((one) => one.isSparse) === true
        const defaults = isSparse ? await readDefaults(ask, kind) : undefined
        const keepsLeftOut = isEntry(kind) && entryApis[kind].keepsLeftOut
        const theirs = documents.get(kind)?.map((one) => {
          const read = readReferences(one.settings)
          const held = own.get(one.id)?.settings
          const given = held && defaults ? defaults.fillIn(one.id, read.settings, held) : read.settings
          const whole = keepsLeftOut ? { ...held, ...given } : given
          const { settings, taken } = takeShown(whole, read.referred, held)
          referred.set(JSON.stringify([kind, one.id]), taken)
          return { ...one, settings }
        })
        return theirs && compareSides(ours, theirs)
      },
    }
  }

async function readConfiguration(path: string): Promise<OtherSide> {
  const { reading, config } = await readContents(path, await readBytes(path, mostPackedBytes))
  if (reading.kind !== 'read') {
    const place = reading.kind === 'no-hocon' ? `, line ${reading.line}` : ''
    throw new StartError('BAD_EXPORT', `${JSON.stringify(path)} cannot be read: ${reading.kind}${place}`)
  }
  return {
    name: path,
    isPart: true,
    referredIn: nothingReferred,
    hiddenIn: (kind, id) => {
      const { settings = {} } = kindInFile(kind, config)?.find((one) => one.id === id) ?? {}
      const hidden = new Map<string, HiddenText>()
      mapTexts(settings, (at, text) => {
        if (!text.includes(mask)) hidden.set(at, { text, isReference: false })
        return text
      })
      return hidden
    },
    read: async (kind) => async (ours) => {
      const theirs = kindInFile(kind, config)
      return theirs && compareSides(ours, theirs, true)
    },
  }
}

/** The source of the other side: a folder, a file or another cluster. */
export type OtherSource = { readonly path: string } | ClusterAccess

export interface Sides {
  readonly here: OpenCluster
  readonly there: OtherSide
  /** The cluster that explains why the other side cannot be read; for a folder or a file, it is the same as `here`. */
  readonly other: OpenCluster
}

/** Opens both sides and signs out after `run`. Errors in a file are reported before any request is sent. */
export async function runWithSides<Result>(
  cluster: ClusterAccess,
  from: OtherSource,
  run: (sides: Sides) => Promise<Result>,
): Promise<Result> {
  if ('path' in from) {
    const there = await readPath(from.path)
    return await runWithCluster(cluster, (here) => run({ here, there: there(here), other: here }))
  }
  return await runWithCluster(cluster, (here) =>
    runWithCluster(from, (other) => run({ here, there: readCluster(other), other })),
  )
}

async function runWithCluster<Result>(
  access: ClusterAccess,
  run: (cluster: OpenCluster) => Promise<Result>,
): Promise<Result> {
  const cluster = await openCluster(access)
  try {
    return await run(cluster)
  } finally {
    await cluster.close()
  }
}
