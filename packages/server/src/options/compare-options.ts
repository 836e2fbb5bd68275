import { type Kind, kinds } from '@brokerdeck/console/compare/compare-sides.ts'
import { isEntry } from '@brokerdeck/console/compare/entry-kinds.ts'
import { StartError } from '#lib/start-error.ts'
import { type ApiKey, readApiKey } from './api-key-file.ts'
import { type Asker, readAsker } from './asker.ts'
import type { GivenOption, OptionName } from './declared-options.ts'
import type { FileOptions, GivenOptions } from './given-options.ts'
import { parseBrokerUrls, parseChoice } from './option-values.ts'
import { conflict, readRole, readTrust } from './source-options.ts'

const diffFormats = ['text', 'json', 'markdown'] as const
export type DiffFormat = (typeof diffFormats)[number]

export interface ClusterToRead {
  readonly broker: URL
  readonly asker: Asker
  readonly insecureTls: boolean
  readonly ca?: string
}

export interface ExportCommand {
  readonly kind: 'export'
  readonly cluster: ClusterToRead
  readonly kinds: readonly Kind[]
  readonly isWithoutDefaults: boolean
  readonly out: string | undefined
}

export interface DiffCommand {
  readonly kind: 'diff'
  readonly cluster: ClusterToRead
  readonly from: { readonly path: string } | ClusterToRead
  readonly kinds: readonly Kind[]
  readonly format: DiffFormat
}

/** Holds the options that allow a command to write. */
interface Allowed {
  readonly isYes: boolean
  readonly confirm: string | undefined
  readonly isProduction: boolean
}

export interface ApplyCommand extends Omit<DiffCommand, 'kind' | 'format'>, Allowed {
  readonly kind: 'apply'
  readonly isDryRun: boolean
  readonly isPrune: boolean
  readonly log: string | undefined
  /** The folder for the secrets of new API keys. */
  readonly keyOut: string | undefined
  /** The broker's identifier of each key that the server is known to use for this cluster. */
  readonly usedKeys: readonly ApiKey['key'][]
}

export interface UndoCommand extends Allowed {
  readonly kind: 'undo'
  readonly cluster: ClusterToRead
  readonly log: string
}

const ofBoth: readonly OptionName[] = [
  ...(['broker', 'broker-ca', 'insecure-upstream-tls', 'config', 'user', 'key-file', 'kinds'] as const),
]
const ofExport: readonly OptionName[] = [...ofBoth, 'out', 'without-defaults']
const ofOther = ['from-broker', 'from-user', 'from-key-file'] as const
const ofDiff: readonly OptionName[] = [...ofBoth, ...ofOther, 'format', 'json']
const ofWrite = ['yes', 'confirm', 'role'] as const
const ofApply: readonly OptionName[] = [
  ...ofBoth,
  ...ofOther,
  ...ofWrite,
  'prune',
  'dry-run',
  'log',
  'key-out',
]
const ofUndo: readonly OptionName[] = [...ofBoth.filter((name) => name !== 'kinds'), ...ofWrite]

export function readExport(given: GivenOptions, flags: GivenOptions): ExportCommand {
  refuseMisplaced(flags, ofExport, 'export')
  const out = given.get('out')
  if (out?.value === '') throw new StartError('BAD_VALUE', `${out.origin} must not be empty`)
  return {
    kind: 'export',
    cluster: readAccess(given, 'export'),
    kinds: readKinds(given),
    out: out?.value,
    isWithoutDefaults: given.has('without-defaults'),
  }
}

export function readDiff(given: GivenOptions, flags: GivenOptions, path: string | undefined): DiffCommand {
  refuseMisplaced(flags, ofDiff, 'diff')
  const format = given.get('format')
  if (format !== undefined && given.has('json')) throw conflict(format, 'and --json exclude each other')
  const usual = given.has('json') ? 'json' : 'text'
  return {
    kind: 'diff',
    cluster: readAccess(given, 'diff'),
    from: readFrom(given, path, 'diff'),
    kinds: readKinds(given),
    format: format === undefined ? usual : parseChoice(format, diffFormats),
  }
}

export function readApply(all: FileOptions, flags: GivenOptions, path: string | undefined): ApplyCommand {
  const { given } = all
  refuseMisplaced(flags, ofApply, 'apply')
  const cluster = readAccess(given, 'apply')
  const chosen = readKinds(given)
  const keyOut = given.get('key-out')
  if (keyOut?.value === '') throw new StartError('BAD_VALUE', `${keyOut.origin} must not be empty`)
  return {
    kind: 'apply',
    cluster,
    from: readFrom(given, path, 'apply'),
    kinds: chosen,
    isDryRun: given.has('dry-run'),
    isPrune: given.has('prune'),
    log: given.get('log')?.value,
    keyOut: keyOut?.value,
    usedKeys: chosen.includes('api-keys') ? readUsedKeys(all, cluster) : [],
    ...readAllowed(all, cluster),
  }
}

export function readUndo(all: FileOptions, flags: GivenOptions, path: string | undefined): UndoCommand {
  refuseMisplaced(flags, ofUndo, 'undo')
  if (path === undefined) throw new StartError('MISSING_OPTION', 'brokerdeck undo needs the LOG of an apply')
  const cluster = readAccess(all.given, 'undo')
  return { kind: 'undo', cluster, log: path, ...readAllowed(all, cluster) }
}

/** Returns the options for the cluster: the general ones, and those of the configured clusters with its address. */
function findOwnOptions(
  { given, clusters = new Map() }: FileOptions,
  { broker }: ClusterToRead,
): readonly GivenOptions[] {
  const own = [...clusters.values()].filter((one) => {
    const address = one.get('broker')
    return address !== undefined && parseBrokerUrls(address).some(({ href }) => href === broker.href)
  })
  return [given, ...own]
}

function readAllowed(all: FileOptions, cluster: ClusterToRead): Allowed {
  const { given } = all
  return {
    isYes: given.has('yes'),
    confirm: given.get('confirm')?.value,
    isProduction: findOwnOptions(all, cluster).some((one) => readRole(one).role === 'production'),
  }
}

/** Returns the API keys with which the background health check signs in. */
const readUsedKeys = (all: FileOptions, cluster: ClusterToRead): readonly string[] =>
  findOwnOptions(all, cluster).flatMap((one) => {
    const file = one.get('health-key-file')
    return file === undefined ? [] : [readApiKey(file).key]
  })

function readFrom(
  given: GivenOptions,
  path: string | undefined,
  command: 'diff' | 'apply',
): { readonly path: string } | ClusterToRead {
  const other = given.get('from-broker')
  const lonely = given.get('from-user') ?? given.get('from-key-file')
  if (other === undefined && lonely !== undefined) throw conflict(lonely, 'needs --from-broker')
  if (other !== undefined && path !== undefined)
    throw conflict(other, 'takes the place of a file, and there is one')
  if (other === undefined && path === undefined)
    throw new StartError(
      'MISSING_OPTION',
      command === 'diff'
        ? 'brokerdeck diff needs what to compare with: FROM or --from-broker'
        : 'brokerdeck apply needs what to apply: FROM or --from-broker',
    )
  return other === undefined ? { path: path ?? '' } : readOther(given, other)
}

function refuseMisplaced(flags: GivenOptions, known: readonly OptionName[], command: string): void {
  const misplaced = [...flags].find(([name]) => !known.includes(name))
  if (misplaced !== undefined) throw conflict(misplaced[1], `has no meaning for brokerdeck ${command}`)
}

function readAccess(given: GivenOptions, command: string): ClusterToRead {
  const broker = given.get('broker')
  if (broker === undefined) throw new StartError('MISSING_OPTION', `brokerdeck ${command} needs --broker URL`)
  const [url] = parseBrokerUrls(broker)
  const missing = `brokerdeck ${command} needs --user NAME or --key-file FILE`
  const asker = readAsker(given.get('user'), given.get('key-file'), missing)
  return { broker: url, asker, ...readTrust(given) }
}

function readOther(given: GivenOptions, broker: GivenOption): ClusterToRead {
  const [url] = parseBrokerUrls(broker)
  const missing = `${broker.origin} needs --from-user NAME or --from-key-file FILE`
  const asker = readAsker(given.get('from-user'), given.get('from-key-file'), missing)
  return { broker: url, asker, ...readTrust(given) }
}

/**
 * Reads the kinds. Retained messages and entries are data and not settings, so they are included only if they are
 * named.
 */
function readKinds(given: GivenOptions): readonly Kind[] {
  const named = given.get('kinds')
  if (named === undefined) return kinds.filter((kind) => kind !== 'retained' && !isEntry(kind))
  const all = named.value
    .split(',')
    .map((one) => parseChoice({ value: one.trim(), origin: named.origin }, kinds))
  const keyFile = given.get('key-file') ?? given.get('from-key-file')
  if (all.includes('api-keys') && keyFile !== undefined)
    throw conflict(keyFile, 'reads no API keys: the broker gives them to users only')
  return kinds.filter((kind) => all.includes(kind))
}
