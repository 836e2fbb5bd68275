import { gunzip } from '@brokerdeck/languages/gzip.ts'
import { type HoconObject, longestHocon, parseHocon } from '@brokerdeck/languages/hocon/parse-hocon.ts'
import { readTar, type TarEntry } from '@brokerdeck/languages/tar.ts'

/**
 * The content of a backup archive: a gzipped tar of one folder, named like the file. `META.hocon` describes its
 * origin, `cluster.hocon` is the configuration, `mnesia/<table>` are tables in Erlang's own format, which only EMQX
 * can read; `tables/<table set>.json` are the tables of the embedded broker.
 */
export interface BackupContents {
  /** The name of the folder; a broker rejects the archive if its file name differs. */
  readonly name: string
  /** The edition; undefined if the archive does not contain it. */
  readonly edition: string | undefined
  readonly version: string | undefined
  /** The time of creation, in epoch seconds. */
  readonly madeAt: number
  /** The configuration by root, with secrets in clear text; undefined if it cannot be parsed. */
  readonly config: HoconObject | undefined
  /** The configuration as text; undefined if there is none. */
  readonly configText: Uint8Array | undefined
  readonly tableSets: readonly string[]
  /** The paths of the other files below the folder: certificates, ACL files. */
  readonly otherFiles: readonly string[]
}

export const backupSuffix = '.tar.gz'
/**
 * The maximum unpacked size. Larger archives are neither shown before an import nor accepted by the embedded broker.
 */
export const maxBackupBytes = 256 * 1024 * 1024
export const backupParts = {
  meta: 'META.hocon',
  config: 'cluster.hocon',
  tables: 'tables/',
  mnesia: 'mnesia/',
} as const

/** The table sets by the names of the broker's own tables (backup_tables/0 in EMQX 5.8). */
const setByTable: ReadonlyMap<string, string> = new Map([
  ['emqx_banned', 'banned'],
  ['emqx_banned_rules', 'banned'],
  ['emqx_admin', 'dashboard_users'],
  ['emqx_app', 'api_keys'],
  ['emqx_authn_mnesia', 'builtin_authn'],
  ['emqx_authn_scram_mnesia', 'builtin_authn'],
  ['emqx_acl', 'builtin_authz'],
  ['emqx_psk', 'psk'],
  ['emqx_retainer_message', 'builtin_retainer'],
  ['emqx_retainer_index', 'builtin_retainer'],
  ['emqx_retainer_index_meta', 'builtin_retainer'],
])

/** Rejects with TarError, TooLarge, or the platform's error for bytes that are no gzip. */
export async function readBackup(packed: Uint8Array<ArrayBuffer>): Promise<BackupContents> {
  return describeBackup(readTar(await gunzip(packed, maxBackupBytes)))
}

export function describeBackup(entries: readonly TarEntry[]): BackupContents {
  const name = entries[0]?.name.split('/')[0] ?? ''
  const files = new Map(entries.map((entry) => [pathIn(name, entry), entry]))
  const meta = readEntryText(files.get(backupParts.meta))
  const paths = [...files.keys()]
  return {
    name,
    edition: metaValue(meta, 'edition'),
    version: metaValue(meta, 'version'),
    madeAt: Math.max(0, ...entries.map((entry) => entry.modifiedAt)),
    config: parseConfig(files.get(backupParts.config)),
    configText: files.get(backupParts.config)?.data,
    tableSets: [...new Set(paths.flatMap((path) => findTableSet(path) ?? []))],
    otherFiles: paths.filter(
      (path) => findTableSet(path) === undefined && path !== backupParts.meta && path !== backupParts.config,
    ),
  }
}

export function pathIn(folder: string, { name }: TarEntry): string {
  return name.startsWith(`${folder}/`) ? name.slice(folder.length + 1) : name
}

export function readEntryText(entry: TarEntry | undefined): string {
  return entry === undefined ? '' : new TextDecoder().decode(entry.data)
}

/** A small archive may contain text of any length. */
function parseConfig(entry: TarEntry | undefined): HoconObject | undefined {
  if (entry !== undefined && entry.data.length > longestHocon) return undefined
  const parsed = parseHocon(readEntryText(entry))
  return 'value' in parsed ? parsed.value : undefined
}

function findTableSet(path: string): string | undefined {
  if (path.startsWith(backupParts.mnesia)) {
    const table = path.slice(backupParts.mnesia.length)
    return setByTable.get(table) ?? table
  }
  return path.startsWith(backupParts.tables)
    ? path.slice(backupParts.tables.length).replace(/\.json$/, '')
    : undefined
}

function metaValue(meta: string, key: 'edition' | 'version'): string | undefined {
  return new RegExp(String.raw`^\s*"?${key}"?\s*[=:]\s*"?([\w.+-]+)"?`, 'm').exec(meta)?.[1]
}

export type Compatibility = 'fits' | 'enterprise' | 'newer' | 'unknown'

/**
 * Returns whether a broker accepts the archive: Community accepts none of Enterprise, and no broker accepts a newer
 * minor version.
 */
export function checkCompatibility(
  { edition, version }: Pick<BackupContents, 'edition' | 'version'>,
  broker: { readonly isEnterprise: boolean; readonly version: string },
): Compatibility {
  if (edition === undefined || version === undefined) return 'unknown'
  if (edition === 'ee' && !broker.isEnterprise) return 'enterprise'
  const [ours, theirs] = [parseMinorVersion(broker.version), parseMinorVersion(version)]
  if (ours === undefined || theirs === undefined) return 'unknown'
  return theirs > ours ? 'newer' : 'fits'
}

/** Returns major and minor version as one number: 5.8.9 is 5008. */
function parseMinorVersion(version: string): number | undefined {
  const [, major, minor] = /^v?(\d+)\.(\d+)/.exec(version) ?? []
  return major === undefined || minor === undefined ? undefined : Number(major) * 1000 + Number(minor)
}
